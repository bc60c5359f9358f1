/** What a client may do with a post: answer, take an answer back, go on. Plain forms; a nonce ties each to the page shown. */
import { APPROVAL_COMMENT_MAX_LENGTH, APPROVAL_NAME_MAX_LENGTH, APPROVAL_UNDO_SECONDS } from '@tangelo/contract/limits'
import type { PublicPart } from '#features/content/index.ts'
import { html, type Markup, own } from '../../../reports/rules/html/markup.ts'
import type { PageModel } from '../page-model.ts'
import type { ShownPost } from '../shown-post.ts'
import { type Sign, signMarkup } from './drawings.ts'

/** Sentences for codes of failures that a form came back with. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ['page_outdated', 'The page was not the latest any more. Please look again, then answer.'],
  ['post_changed', 'This post has changed since you opened it. Please look again, then answer.'],
  ['already_answered', 'There was an answer to this post already. Nothing was changed.'],
  ['post_gone', 'This post is no longer planned. Nothing was changed.'],
  ['too_late', 'The answer had been sent. It cannot be undone any more.'],
  ['answered_too_often', 'This post was answered and undone too often. Ask the person who sent the link.'],
  ['invalid_input', 'The answer was not complete. Please enter a name, then answer again.'],
])
const OTHER_NOTE = 'That did not work. Please try again.'

const PARTS: Record<PublicPart, string> = {
  kind: 'the kind of post',
  account: 'the account',
  caption: 'the caption',
  hashtags: 'the hashtags',
  taggedUsers: 'the people named in it',
  location: 'the place',
  media: 'the media',
}

export function decisionMarkup(model: PageModel, post: ShownPost): Markup {
  const { note } = model
  const { state, answer } = post
  const isAnswered = state === 'approved' || state === 'changes'
  return html`<div class="act">${note !== null && html`<p class="note" role="alert">${NOTES.get(note) ?? OTHER_NOTE}</p>`}${
    state === 'gone'
      ? nextMarkup(model)
      : isAnswered && answer
        ? renderAnswered(model, post, answer)
        : post.isAskingChanges
          ? changesMarkup(model, post)
          : questionMarkup(model, post)
  }</div>`
}

const stamp = (sign: Sign, tone: string, title: string | Markup, text: string | Markup, more: Markup | null = null) =>
  html`<div class="stamp"><span class="sign ${tone}">${signMarkup(sign)}</span><div><b>${title}</b><span>${text}</span></div>${more}</div>`

const renderHidden = ({ id, nonce }: ShownPost) =>
  html`<input type="hidden" name="item" value="${id}"><input type="hidden" name="nonce" value="${nonce}">`

function questionMarkup(model: PageModel, post: ShownPost): Markup {
  const { token, name } = model
  const isAgain = post.state === 'edited'
  return html`${sinceMarkup(post)}<form method="post" action="/api/s/${token}/answers" data-answer>${renderHidden(post)}<input type="hidden" name="answer" value="approved">${nameMarkup(name)}<div class="two"><a class="btn" href="/s/${token}?item=${post.id}&amp;ask=changes">Request changes</a><button class="btn pri">${signMarkup('check')}${isAgain ? 'Approve again' : 'Approve'}</button></div></form>${
    name !== '' && asMarkup(model, post)
  }<p class="hint${name === '' && ' roomy'}">${post.state === 'unanswered' ? 'Its time has passed without an answer. You can still give one.' : 'What you approve is what goes out. If anything is edited, you are asked again.'}</p>`
}

/** Of a post that was answered in an earlier version: what is different now. */
function sinceMarkup({ answer, changed }: ShownPost): Markup | null {
  if (!answer || !changed) return null
  const title =
    answer.kind === 'approved'
      ? html`Changed since ${own(answer.name)} approved it`
      : html`Changed since ${own(answer.name)} asked for it`
  const parts = sentence(changed.parts.map((part) => PARTS[part]))
  return html`${stamp('again', 'amber', title, parts === '' ? `Answered ${answer.at}.` : `Different now: ${parts}.`)}${
    changed.caption !== null &&
    html`<details class="before"><summary>See the caption before</summary><p>${changed.caption.trim() === '' ? 'There was none.' : own(changed.caption)}</p></details>`
  }`
}

function sentence(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** Entered once; later it goes along. */
const nameMarkup = (name: string): Markup =>
  name === ''
    ? html`<div class="field"><label for="name">Your name</label><input class="input" id="name" name="name" required maxlength="${APPROVAL_NAME_MAX_LENGTH}" autocomplete="name" data-name></div>`
    : html`<input type="hidden" name="name" value="${name}" data-name>`

const asMarkup = ({ token, name }: PageModel, { id, isAskingChanges }: ShownPost): Markup =>
  html`<p class="as">You answer as <b data-said>${own(name)}</b>. <a href="/s/${token}?item=${id}${isAskingChanges && html`&amp;ask=changes`}&amp;as=other">Not you?</a></p>`

function changesMarkup(model: PageModel, post: ShownPost): Markup {
  const { token, name } = model
  return html`<form method="post" action="/api/s/${token}/answers" data-answer>${renderHidden(post)}<input type="hidden" name="answer" value="changes"><div class="field"><label for="comment">What should change?</label><textarea class="input" id="comment" name="comment" rows="3" required maxlength="${APPROVAL_COMMENT_MAX_LENGTH}" autofocus></textarea></div>${nameMarkup(name)}<div class="two"><a class="btn" href="/s/${token}?item=${post.id}">Back</a><button class="btn pri">Send</button></div></form>${name !== '' && asMarkup(model, post)}`
}

function renderAnswered(model: PageModel, post: ShownPost, answer: NonNullable<ShownPost['answer']>): Markup {
  const { token } = model
  const isYes = answer.kind === 'approved'
  const title = isYes ? html`Approved by ${own(answer.name)}` : html`${own(answer.name)} asked for changes`
  const seconds = answer.undoSeconds === null ? null : Math.min(answer.undoSeconds, APPROVAL_UNDO_SECONDS)
  const undo =
    seconds === null
      ? null
      : html`<form method="post" action="/api/s/${token}/undo" data-undo>${renderHidden(post)}<button class="btn">Undo</button></form>`
  const text =
    seconds === null
      ? answer.at
      : html`<span data-left="${seconds}">Sent in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}</span>`
  return html`<div role="status">${stamp(isYes ? 'check' : 'chat', isYes ? 'good' : 'plain', title, text, undo)}</div>${
    seconds !== null && html`<div class="count l${seconds}" aria-hidden="true"><i></i></div>`
  }${answer.comment !== null && html`<blockquote class="said">${own(answer.comment)}</blockquote>`}${nextMarkup(model)}`
}

const nextMarkup = ({ token, next, posts }: PageModel): Markup | null =>
  next
    ? html`<a class="btn big" href="/s/${token}?item=${next.id}">Next, ${next.number} of ${posts.length}${signMarkup('right')}</a>`
    : posts.length > 1
      ? html`<a class="btn big" href="/s/${token}?all=1">See all answers${signMarkup('right')}</a>`
      : null
