/** What a section shows beside its table. */
import type { Drawing, Interval, Picture, PlaceDrawing } from '../model.ts'
import { NOT_KNOWN, sayEffect, sayWhole } from '../words.ts'
import { lineChart } from './line-chart.ts'
import { html, type Markup, own, percent } from './markup.ts'
import { richText } from './tables.ts'

const RISE = html`<svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="M0 4v-8M-3.4-.8 0-4.2 3.4-.8"/></svg>`
const FALL = html`<svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="M0-4v8M-3.4.8 0 4.2 3.4.8"/></svg>`
const CHECK = html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 8.4 6.5 11.3 12.5 4.9"/></svg>`

const picture = ({ source }: Picture): Markup =>
  source === null ? html`<span class="ph"></span>` : html`<img class="ph" src="${source}" alt="">`

/** Without a single picture there is no place for one. */
const hasPictures = (posts: readonly Picture[]) => posts.some(({ source }) => source !== null)

export function drawingMarkup(drawing: Drawing): Markup | null {
  switch (drawing.kind) {
    case 'none':
      return null
    case 'sentences':
      return html`<ol class="three">${drawing.sentences.map((sentence) => html`<li>${richText(sentence)}</li>`)}</ol>`
    case 'tiles':
      return html`<ul class="figs">${drawing.tiles.map(
        ({ name, text, exact, change }) =>
          html`<li><span>${name}</span><b${text === NOT_KNOWN && html` class="no"`}${exact !== null && exact !== text && html` title="${exact}"`}>${text}</b><em>${change}</em></li>`,
      )}</ul>`
    case 'line':
      return lineChart(drawing)
    case 'events':
      return html`<ul class="plan mv">${drawing.events.map(
        ({ title, about, when, change, isRise }) =>
          html`<li><span class="gl">${isRise ? RISE : FALL}</span><span class="t"><b>${own(title)}</b><span>${about}</span></span><span class="when">${when}</span><b class="n">${change}</b></li>`,
      )}</ul>`
    case 'intervals':
      return intervalRows(drawing.intervals)
    case 'posts':
      return html`<ul class="tops${hasPictures(drawing.posts) ? '' : ' bare'}">${drawing.posts.map(
        (post) =>
          html`<li>${hasPictures(drawing.posts) && picture(post)}<span class="t"><b>${own(post.caption)}</b><span class="d">${own(post.about)}</span><span class="l"><b>${post.likes}</b> likes</span>${post.comparison !== null && html`<span class="d">${post.comparison}</span>`}</span></li>`,
      )}</ul>`
    case 'places':
      return html`<div class="pgrid">${drawing.places.map(placeRow)}</div>`
    case 'plan':
      return html`<ul class="plan">${drawing.posts.map(
        (post) =>
          html`<li>${picture(post)}<span class="t"><b>${own(post.caption)}</b><span>${own(post.about)}</span></span><span class="when">${post.when}</span><span class="st${post.isApproved ? '' : ' wait'}">${post.isApproved && CHECK}${post.state}</span></li>`,
      )}</ul>`
  }
}

/** Ends of the scale: as far as the intervals go, and never further than this. */
const EFFECT_LEAST = -0.8
const EFFECT_MOST = 2
/** Of the width: nearer than this their figures would run into each other. */
const LEAST_APART = 0.28

function intervalRows(intervals: readonly Interval[]): Markup {
  const lows = intervals.flatMap(({ low }) => low ?? [])
  const highs = intervals.flatMap(({ high }) => high ?? [])
  const round = (value: number) => Math.ceil(Math.abs(value) / 0.2) * 0.2
  const least = Math.max(EFFECT_LEAST, -Math.max(0.2, round(Math.min(0, ...lows))))
  const most = Math.min(EFFECT_MOST, Math.max(0.4, round(Math.max(0, ...highs))))
  const at = (value: number) => percent((Math.min(most, Math.max(least, value)) - least) / (most - least))
  const line = (value: number, kind: string) =>
    html`<line class="${kind}" x1="${at(value)}" x2="${at(value)}" y1="0" y2="32"/>`
  const grid = html`${line(least, 'grid')}${line(0, 'zero')}${line(most / 2, 'grid')}${line(most, 'grid')}`
  const figure = (value: number) =>
    html`<text x="${at(value)}" y="12" text-anchor="middle">${value === 0 ? '0%' : sayEffect(value)}</text>`
  // Beside a zero that is near it, the lower end has no room.
  const hasLeast = -least / (most - least) >= LEAST_APART
  const row = ({ name, posts, effect, low, high, isFound }: Interval) => {
    const isKnown = effect !== null && low !== null && high !== null
    const bar =
      isKnown &&
      html`<line class="iv" x1="${at(low)}" x2="${at(high)}" y1="16" y2="16"/><line class="ivl" x1="${at(low)}" x2="${at(high)}" y1="16" y2="16"/><circle cx="${at(effect)}" cy="16" r="${isFound ? 5 : 4}"/>`
    return html`<div${isFound && html` class="is-on"`}><span class="l">${name}</span><span class="p"><svg>${grid}${bar}${!isKnown && html`<text x="${at(0)}" dx="8" y="20">too few</text>`}</svg></span><span class="r">${effect === null ? '' : sayEffect(effect)}</span><span class="c">${sayWhole(posts)}</span></div>`
  }
  return html`<div class="fc" aria-hidden="true"><div class="hd"><span></span><span></span><span class="r">Likes</span><span class="c">Posts</span></div>${intervals.map(row)}<div class="ax"><span></span><span class="p"><svg>${hasLeast && figure(least)}${figure(0)}${figure(most)}<text x="${at(0)}" y="26" text-anchor="middle">as usual</text></svg></span><span></span><span></span></div></div>`
}

/** Dots of peers, their median, the own one, and the band in which its true place lies. */
function placeRow({ name, unit, text, own: mine, median, band, peers, labels, sentence }: PlaceDrawing): Markup {
  const [least, most] = [labels[0]?.at ?? 0, labels.at(-1)?.at ?? 1]
  const at = (value: number) => percent(most === least ? 0.5 : (value - least) / (most - least))
  const width = percent(most === least ? 0 : (band.high - band.low) / (most - least))
  return html`<div class="ps"><p class="row"><b>${name}</b><span class="d">${unit}</span><b class="num">${text}</b></p><div class="pw"><svg class="sv" height="64" role="img" aria-label="${`${name}, ${unit}: ${text}. ${sentence}`}">${html`<rect class="band" x="${at(band.low)}" width="${width}" y="11" height="26" rx="6"/>`}<line class="grid" x1="0" x2="100%" y1="24.5" y2="24.5"/>${median !== null && html`<line class="median" x1="${at(median)}" x2="${at(median)}" y1="9" y2="39"/>`}${peers.map(
    (value) => html`<circle class="peer" cx="${at(value)}" cy="24" r="4.5"/>`,
  )}<circle class="mine" cx="${at(mine)}" cy="24" r="7"/>${labels.map(
    (label, place) =>
      html`<text x="${at(label.at)}" y="60" text-anchor="${place === 0 ? 'start' : place === labels.length - 1 ? 'end' : 'middle'}">${label.text}</text>`,
  )}</svg></div><p class="d">${sentence}</p></div>`
}
