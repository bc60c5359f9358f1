/** A post as the public will see it: its media, when it goes out, and its caption. */
import { html, type Markup, own } from '../../../reports/rules/html/markup.ts'
import type { PageModel } from '../page-model.ts'
import { type ShownPost, sayMedia } from '../shown-post.ts'
import { signMarkup } from './drawings.ts'

export function postMarkup({ token, message, by }: PageModel, post: ShownPost): Markup {
  if (post.state === 'gone')
    return html`<div class="end"><h2>This post is no longer planned</h2><p>There is nothing to answer here.</p></div>`
  const { account, caption, hashtags, taggedUsers, location, when, kind } = post
  return html`${mediaMarkup(token, post)}<div class="txt">
${message !== null && html`<p class="msg"><b>${own(by)} writes</b> ${own(message)}</p>`}
<div class="when">${signMarkup('calendar')}<div><b>${when}</b>${kind !== '' && html`<span>${kind}</span>`}</div></div>
<div class="capt"><p>${account !== null && html`<b>${own(account)}</b> `}${caption.trim() === '' ? html`<em>No caption yet</em>` : own(caption)}</p>${
    hashtags.length > 0 && html`<p class="tags">${own(hashtags.map((tag) => `#${tag}`).join(' '))}</p>`
  }${taggedUsers.length > 0 && html`<p class="more">With ${own(taggedUsers.map((name) => `@${name}`).join(', '))}</p>`}${location !== null && html`<p class="more">At ${own(location)}</p>`}</div>
</div>`
}

function mediaMarkup(token: string, { id, media }: ShownPost): Markup {
  const [first] = media
  const at = `/s/${token}/media/${id}`
  if (!first) return html`<div class="med none"><span>No picture yet</span></div>`
  const video = (index: number) =>
    html`<video controls playsinline preload="metadata" poster="${at}/cover" src="${at}/${index}" aria-label="The video of this post"></video>`
  if (media.length === 1)
    return first.kind === 'video'
      ? html`<div class="med ${first.shape}">${video(0)}</div>`
      : html`<div class="med ${first.shape}"><img src="${at}/0" alt="The picture of this post"></div>`
  const words = sayMedia(media)
  return html`<div class="med ${first.shape}" data-carousel><ul class="car" tabindex="0" aria-label="${words}, side by side">${media.map(
    ({ kind }, index) =>
      html`<li>${
        kind === 'video'
          ? video(index)
          : html`<img src="${at}/${index}" alt="Picture ${index + 1} of ${media.length}"${index > 0 && html` loading="lazy"`}>`
      }</li>`,
  )}</ul><span class="cnt" aria-hidden="true">${words}</span></div>`
}
