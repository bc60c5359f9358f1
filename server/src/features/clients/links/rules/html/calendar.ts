/**
 * A month of planned posts: a grid of days where there is room, and below it, or instead of it on a phone, each post with its
 * picture and caption. Pure.
 */
import { WEEKDAY_SHORT_NAMES } from '@tangelo/contract/limits'
import { weekdayOf } from '#platform/calendar.ts'
import { html, type Markup, own } from '../../../reports/rules/html/markup.ts'
import { sayCount, sayTimeZone, sayWeekday } from '../../../reports/rules/words.ts'
import type { Month } from '../months.ts'
import type { CalendarPost, PostState } from '../posts.ts'
import { type ShellFiles, type ShellPage, shellPage, WHEEL } from './shell.ts'

export interface CalendarModel {
  token: string
  /** Whose calendar it is. */
  company: string
  timeZone: string
  today: number
  month: Month
  previous: Month | null
  next: Month | null
  /** In the order of their moments. */
  posts: readonly CalendarPost[]
  /** More than are shown. */
  isCut: boolean
}

/** Chips of one day in the grid; all of them are in the list below. */
const CHIPS_PER_DAY = 4

const STATES: Record<PostState, { name: string; sign: Markup }> = {
  draft: { name: 'Draft', sign: html`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.12"/>` },
  asked: { name: 'Waits for approval', sign: html`<circle cx="8" cy="8" r="5.75"/><path d="M8 5v3.2l2 1.3"/>` },
  approved: { name: 'Approved', sign: html`<circle cx="8" cy="8" r="5.75"/><path d="m5.6 8.2 1.7 1.7 3.2-3.5"/>` },
  published: {
    name: 'Published',
    sign: html`<circle class="f" cx="8" cy="8" r="6.5"/><path class="w" d="m5.4 8.2 1.8 1.8 3.4-3.7"/>`,
  },
}

const signOf = (state: PostState): Markup =>
  html`<svg class="i k-${state}" viewBox="0 0 16 16" aria-hidden="true">${STATES[state].sign}</svg>`

const chevron = (path: string): Markup =>
  html`<svg class="chev" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`
const LEFT = chevron('M10 3.5 5.5 8l4.5 4.5')
const RIGHT = chevron('M6 3.5 10.5 8 6 12.5')

export function calendarPage(files: ShellFiles, model: CalendarModel): ShellPage {
  const { company, month, previous, next, posts, token, timeZone, isCut } = model
  const to = (target: Month) => `/s/${token}?month=${target.text}`
  const main = html`<main class="cal-page">
<header class="mast"><div><p>${own(company)}</p><h1>${month.name}</h1></div><nav aria-label="Months">${
    previous
      ? html`<a rel="prev" href="${to(previous)}">${LEFT}${nameOf(previous)}</a>`
      : html`<span>${LEFT}Earlier</span>`
  }${next ? html`<a rel="next" href="${to(next)}">${nameOf(next)}${RIGHT}</a>` : html`<span>Later${RIGHT}</span>`}</nav></header>
<div class="about"><span>${sayCount(posts.length, 'post')}. Times are ${sayTimeZone(timeZone)}.<span data-zone="${timeZone}"></span></span>${
    posts.length > 0 &&
    html`<ul class="key" aria-label="What the signs mean">${statesIn(posts).map((state) => html`<li>${signOf(state)}${STATES[state].name}</li>`)}</ul>`
  }</div>
${posts.length === 0 ? html`<div class="none">${WHEEL}<p><b>Nothing is planned for ${month.name} yet</b>What gets a date appears here by itself.</p></div>` : [gridMarkup(model), listMarkup(model)]}
<p class="foot">${isCut && `Only the first ${sayCount(posts.length, 'post')} of this month are shown. `}This page is always up to date. It is meant for you: please do not pass its address on.</p>
</main>`
  return shellPage(files, 'calendar', { title: `${month.name}, ${company}`, main })
}

/** The year is left out where there is no room for it. */
const nameOf = ({ name }: Month): Markup => {
  const [month = '', year = ''] = name.split(' ')
  return html`<span>${month}<i> ${year}</i></span>`
}

const statesIn = (posts: readonly CalendarPost[]): PostState[] =>
  (Object.keys(STATES) as PostState[]).filter((one) => posts.some(({ state }) => state === one))

const pictureOf = (token: string, { id, hasPicture }: CalendarPost, width: 160 | 480): Markup =>
  hasPicture
    ? html`<img class="pic" src="/s/${token}/pictures/${id}/${width}" alt="" loading="lazy" decoding="async">`
    : html`<span class="pic"></span>`

const timeOf = ({ moment, clock }: CalendarPost): Markup =>
  moment === null ? html`Any time` : html`<time class="n" datetime="${moment}" data-clock="${clock}">${clock}</time>`

function gridMarkup({ month, posts, token, today }: CalendarModel): Markup {
  const first = month.from - weekdayOf(month.from) + 1
  const weeks = Math.ceil((month.to - first + 1) / WEEKDAY_SHORT_NAMES.length)
  const byDay = Map.groupBy(posts, ({ day }) => day)
  const chip = (post: CalendarPost) =>
    html`<a class="chip is-${post.state}" href="#${post.id}">${pictureOf(token, post, 160)}<b class="cut n">${post.clock ?? 'Any time'}</b>${signOf(post.state)}<span class="sr">${STATES[post.state].name}, </span><span class="cut">${post.username === null ? post.kind : `@${post.username}`}</span></a>`
  const cell = (day: number) => {
    if (day < month.from || day > month.to) return html`<td class="out"></td>`
    const some = byDay.get(day) ?? []
    const rest = some.length - CHIPS_PER_DAY
    return html`<td${day === today && html` class="now"`}><span class="dn n">${day - month.from + 1}</span>${some.slice(0, CHIPS_PER_DAY).map(chip)}${rest > 0 && html`<a class="more" href="#${some[CHIPS_PER_DAY]?.id}">${rest} more</a>`}</td>`
  }
  return html`<table class="grid"><caption class="sr">${month.name} by day</caption><thead><tr>${WEEKDAY_SHORT_NAMES.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${Array.from(
    { length: weeks },
    (_, week) =>
      html`<tr>${WEEKDAY_SHORT_NAMES.map((_name, at) => cell(first + week * WEEKDAY_SHORT_NAMES.length + at))}</tr>`,
  )}</tbody></table>
`
}

function listMarkup({ posts, token, month, today }: CalendarModel): Markup {
  const days = [...Map.groupBy(posts, ({ day }) => day)]
  return html`<section class="list"><h2>Posts of ${month.name}</h2><div class="days">${days.map(
    ([day, some]) =>
      html`<div class="day"><h3>${sayWeekday(day)}${day === today && html` <em>today</em>`}</h3><ul>${some.map((post) => postMarkup(token, post))}</ul></div>`,
  )}</div></section>
`
}

const postMarkup = (token: string, post: CalendarPost): Markup =>
  html`<li class="post" id="${post.id}">${pictureOf(token, post, 480)}<div><p class="when"><b>${timeOf(post)}</b><span class="st">${signOf(post.state)}${STATES[post.state].name}</span></p><p class="who">${[post.username === null ? null : `@${post.username}`, post.kind].filter((part) => part !== null).join(', ')}</p><p class="cap">${own(post.caption)}</p></div></li>`
