/** Followers by day as SVG that fits any width: lines stretch, texts do not. */
import type { Drawing, Line, Mark } from '../model.ts'
import { sayDay, sayFullDay, sayShort, sayWhole } from '../words.ts'
import { html, type Markup, percent, place } from './markup.ts'

type LineDrawing = Extract<Drawing, { kind: 'line' }>

const HEIGHT = 216
const TOP = 14
const BOTTOM = 190
const WIDTH = 1_000
const LABELS_MAX = 5
/** The least distance of two labels on the right, in pixels. */
const LABEL_ROOM = 16
const MARK_ROOM = 34

interface Scale {
  y: (value: number) => number
  steps: readonly number[]
}

/** Three or four round values that hold all others between them. */
function scaleOf(values: readonly number[]): Scale {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const room = most - least < 3 ? Math.max(3, most * 0.01) : most - least
  const [low, high] = most - least < 3 ? [Math.max(0, least - room / 2), most + room / 2] : [least, most]
  const power = 10 ** Math.floor(Math.log10(room / 3))
  const step =
    [1, 2, 2.5, 5, 10, 20]
      .map((factor) => factor * power)
      .find((size) => Number.isInteger(size) && Math.ceil(high / size) - Math.floor(low / size) <= 4) ?? power * 20
  const size = Math.max(1, Math.round(step))
  const first = Math.floor(low / size) * size
  const last = Math.max(first + size, Math.ceil(high / size) * size)
  const steps = Array.from({ length: Math.round((last - first) / size) + 1 }, (_, at) => first + at * size)
  return { y: (value) => BOTTOM - ((value - first) / (last - first)) * (BOTTOM - TOP), steps }
}

const UNITS = ['', 'K', 'M', 'B']

/** Characters; longer ones need more room at the left. */
const SHORT_LABEL = 6

/** Round values in one unit, with as few decimals as tell them apart: 22K, 23K; 1.13M, 1.14M. */
function sayScale(steps: readonly number[]): string[] {
  const most = Math.max(...steps)
  if (most < 10_000) return steps.map(sayWhole)
  const unit = Math.min(3, Math.floor(Math.log10(most) / 3))
  const decimals = [0, 1, 2].find((digits) =>
    steps.every((step) => Number.isInteger(Math.round((step / 1_000 ** unit) * 10 ** (digits + 6)) / 1e6)),
  )
  return decimals === undefined
    ? steps.map(sayWhole)
    : steps.map((step) => (step === 0 ? '0' : `${(step / 1_000 ** unit).toFixed(decimals)}${UNITS[unit]}`))
}

const xOf = (day: number, days: number) => (days <= 1 ? 0 : day / (days - 1))

/** A line for each run of days: it ends where a day has no figures, and where the source changed. */
function pathOf({ points, breaks }: Line, days: number, { y }: Scale): string {
  return points
    .map(({ day, value }, at) => {
      const before = points[at - 1]
      const isJoined = before !== undefined && before.day === day - 1 && !breaks.includes(day)
      return `${isJoined ? 'L' : 'M'}${place(xOf(day, days) * WIDTH)} ${place(y(value))}`
    })
    .join('')
}

/** Days without neighbours have no line: a dot each. */
const findLone = ({ points, breaks }: Line) =>
  points.filter(({ day }, at) => {
    const joins = (one: { day: number } | undefined, other: { day: number } | undefined) =>
      one !== undefined && other !== undefined && other.day - one.day === 1 && !breaks.includes(other.day)
    return !joins(points[at - 1], { day }) && !joins({ day }, points[at + 1])
  })

function dayLabels(days: number, firstDay: number): Markup[] {
  const step = [1, 2, 7, 14, 30, 61, 91, 183, 365].find((size) => Math.ceil(days / size) <= LABELS_MAX) ?? 365
  return Array.from({ length: Math.ceil(days / step) }, (_, at) => at * step).map((day) => {
    const text = days > 300 ? sayFullDay(firstDay + day).replace(/ \d+,/, '') : sayDay(firstDay + day)
    return html`<text x="${percent(xOf(day, days))}" y="212" text-anchor="${day === 0 ? 'start' : 'middle'}">${text}</text>`
  })
}

const RISE = 'M0 4v-8M-3.4-.8 0-4.2 3.4-.8'
const FALL = 'M0-4v8M-3.4.8 0 4.2 3.4.8'

function markOf({ day, text, isRise }: Mark, { line, days }: LineDrawing, { y }: Scale, at: number): Markup | null {
  const near = line.points.find((point) => point.day >= day) ?? line.points.at(-1)
  if (!near) return null
  const height = y(near.value)
  const isBelow = height < (TOP + BOTTOM) / 2
  const distance = (isBelow ? 1 : -1) * (MARK_ROOM + (at % 2) * 24)
  const isLeft = xOf(day, days) > 0.55
  return html`<svg class="mk" x="${percent(xOf(day, days))}" y="${place(height)}"><line y1="${isBelow ? 8 : -8}" y2="${distance - (isBelow ? 10 : -10)}"/><g transform="translate(0 ${distance})"><circle r="10"/><path d="${isRise ? RISE : FALL}"/><text class="wide" x="${isLeft ? -16 : 16}" y="4"${isLeft ? html` text-anchor="end"` : ''}>${text}</text></g></svg>`
}

export function lineChart(drawing: LineDrawing): Markup {
  const { days, firstDay, line, previous, previousName, marks, says } = drawing
  const inRange = previous ? { ...previous, points: previous.points.filter(({ day }) => day < days) } : null
  const scale = scaleOf([...line.points, ...(inRange?.points ?? [])].map(({ value }) => value))
  const labels = sayScale(scale.steps)
  const [last, lastBefore] = [line.points.at(-1), inRange?.points.at(-1)]
  const lastY = last ? scale.y(last.value) : 0
  const beforeY = lastBefore ? scale.y(lastBefore.value) : 0
  const isNear = Math.abs(lastY - beforeY) < LABEL_ROOM
  const previousLabelY = isNear ? lastY + (beforeY >= lastY ? LABEL_ROOM : -LABEL_ROOM) : beforeY
  const dotAt = (day: number, value: number, radius: number) =>
    html`<circle class="dot" cx="${percent(xOf(day, days))}" cy="${place(scale.y(value))}" r="${radius}"/>`
  return html`<div class="${labels.some(({ length }) => length > SHORT_LABEL) ? 'cw far' : 'cw'}"><svg class="sv" height="${HEIGHT}" role="img" aria-label="${says}">${scale.steps.map(
    (step, at) =>
      html`<line class="grid" x1="0" x2="100%" y1="${place(scale.y(step))}" y2="${place(scale.y(step))}"/><text x="-10" y="${place(scale.y(step) + 4)}" text-anchor="end">${labels[at]}</text>`,
  )}${dayLabels(days, firstDay)}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}">${
    inRange && html`<path class="ln pale" d="${pathOf(inRange, days, scale)}"/>`
  }<path class="ln" d="${pathOf(line, days, scale)}"/></svg>${findLone(line).map(({ day, value }) => dotAt(day, value, 2.5))}${line.breaks.map(
    (day) =>
      html`<line class="brk" x1="${percent(xOf(day, days))}" x2="${percent(xOf(day, days))}" y1="${TOP}" y2="${BOTTOM}"/>`,
  )}${marks.map((mark, at) => markOf(mark, drawing, scale, at))}${
    last &&
    html`${dotAt(last.day, last.value, 4)}<text class="ink" x="${percent(xOf(last.day, days))}" dx="9" y="${place(lastY + 4)}">${sayShort(last.value)}</text>`
  }${lastBefore && html`<text class="wide" x="${percent(xOf(lastBefore.day, days))}" dx="9" y="${place(previousLabelY + 4)}">${shortName(previousName)}</text>`}</svg></div>`
}

/** Beside the line there is room for one word. */
const shortName = (name: string) => (name.length > 11 ? 'Before' : name)
