/** All posts of a link with their answers: where a client arrives once all are given. */
import type { ApprovalState } from '@tangelo/contract/limits'
import { html, type Markup, own } from '../../../reports/rules/html/markup.ts'
import type { PageModel, PostRow } from '../page-model.ts'
import { type Sign, signMarkup, wheelMarkup } from './drawings.ts'

const STATES: Record<ApprovalState, { sign: Sign; words: string; tone: string }> = {
  approved: { sign: 'check', words: 'Approved', tone: 'good' },
  changes: { sign: 'chat', words: 'Changes asked', tone: 'plain' },
  waiting: { sign: 'clock', words: 'Waiting', tone: 'plain' },
  unanswered: { sign: 'clock', words: 'Waiting', tone: 'plain' },
  edited: { sign: 'again', words: 'Changed', tone: 'amber' },
  gone: { sign: 'none', words: 'Taken back', tone: 'plain' },
}
const NUMBERS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** How far all of them are. */
export function titleOf({ posts, answered, asked }: PageModel): string {
  if (asked === 0) return posts.length === 1 ? 'This post is no longer planned' : 'These posts are no longer planned'
  if (answered < asked) return `${answered} of ${asked} answered`
  return asked === 1 ? 'It is answered' : `All ${NUMBERS[asked] ?? asked} are answered`
}

export function listMarkup(model: PageModel): Markup {
  const { token, posts, answered, asked, name, next, endsOn, message, by } = model
  return html`<main class="end">${wheelMarkup(answered, asked, 'large')}<h1>${titleOf(model)}</h1><p>${
    asked === 0
      ? 'There is nothing to answer.'
      : answered === asked
        ? html`Thank you${name !== '' && html`, ${own(name)}`}. ${own(by)} has your answers.`
        : 'You can answer in any order, and come back to this page.'
  }</p>${message !== null && html`<p class="msg"><b>${own(by)} writes</b> ${own(message)}</p>`}<ul class="res">${posts.map((post) => rowMarkup(token, post))}</ul>${
    next &&
    html`<a class="btn pri big" href="/s/${token}?item=${next.id}">Go on with ${next.number} of ${posts.length}</a>`
  }</main><footer class="foot">This link ends on ${endsOn}.</footer>`
}

function rowMarkup(token: string, { id, number, title, when, state, hasPicture }: PostRow): Markup {
  const { sign, words, tone } = STATES[state]
  return html`<li><a href="/s/${token}?item=${id}"><span class="ph">${hasPicture && html`<img src="/s/${token}/media/${id}/small" alt="" loading="lazy">`}</span><span class="ttl"><b>${own(title)}</b><span>${when === '' ? `Post ${number}` : when}</span></span><span class="st ${tone}">${signMarkup(sign)}${words}</span></a></li>`
}
