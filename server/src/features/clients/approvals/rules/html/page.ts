/** The page of a link for approval: one post, one question, two buttons under the thumb. Complete without a script. */
import { hash } from 'node:crypto'
import { pagePolicy } from '../../../links/rules/html/policy.ts'
import { shellFilesIn } from '../../../links/rules/html/shell.ts'
import { fontFaces } from '../../../links/rules/html/styles.ts'
import { html, Markup, own } from '../../../reports/rules/html/markup.ts'
import type { PageModel } from '../page-model.ts'
import { decisionMarkup } from './decision.ts'
import { wheelMarkup } from './drawings.ts'
import { listMarkup, titleOf } from './list.ts'
import { postMarkup } from './post.ts'
import { STYLES } from './styles.ts'

/** @param assets paths below /assets, as the build names them: without a build the page works, without a script and a typeface. */
export function approvalHtml(model: PageModel, assets: readonly string[]): { body: string; policy: string } {
  const script = assets.find((asset) => /^assets\/approval-page-[\w-]+\.js$/.test(asset))
  const styles = `${fontFaces(shellFilesIn(assets).fonts)}${STYLES}`
  const { shown, posts, companyName } = model
  const title = shown ? `Post ${shown.number} of ${posts.length}` : titleOf(model)
  const { text: body } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}, ${companyName}</title>
<style>${new Markup(styles)}</style>
${script !== undefined && html`<script type="module" src="/${script}"></script>`}
</head>
<body>
<div class="scr">
${topMarkup(model)}
${shown ? html`<main class="it${shown.isAskingChanges && ' asking'}"><h1 class="sr">Post ${shown.number} of ${posts.length} for approval</h1>${postMarkup(model, shown)}${decisionMarkup(model, shown)}</main>` : listMarkup(model)}
</div>
</body>
</html>
`
  const policy = pagePolicy({ styleHash: hash('sha256', styles, 'base64'), runsScript: script !== undefined })
  return { body, policy: `${policy}; media-src 'self'` }
}

/** More than this many would not fit beside the name on a phone. */
const PIPS_MAX = 6

function topMarkup({ token, companyName, clientName, by, posts, shown, answered, asked }: PageModel): Markup {
  const pips =
    posts.length > PIPS_MAX
      ? wheelMarkup(answered, asked, 'small')
      : html`<span class="pips" aria-hidden="true">${posts.map(
          ({ number, state }) =>
            html`<i class="${number === shown?.number ? 'c' : state === 'approved' || state === 'changes' ? 'd' : ''}"></i>`,
        )}</span>`
  return html`<header class="top"><span class="mono" aria-hidden="true">${[...companyName.trim()][0] ?? ''}</span><div class="who"><b>${own(companyName)}</b><span>For ${own(clientName)}, from ${own(by)}</span></div>${
    shown &&
    posts.length > 1 &&
    html`<a class="prog" href="/s/${token}?all=1"><span class="sr">All posts. </span>${pips}<em>${posts.length > PIPS_MAX ? '' : 'Post '}${shown.number} of ${posts.length}</em></a>`
  }</header>`
}
