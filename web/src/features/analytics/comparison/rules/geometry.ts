/** Where several lines over the same days lie, in pixels. Pure: same input, same picture. */
import { scaleLinear } from 'd3-scale'
import { dayFrom, dayNumber } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { pickLabelledDays, scaleSteps } from '#ui/chart-axes.ts'
import {
  findBreaks,
  findGaps,
  type PlacedSeries,
  pickValue,
  placeSeries,
  type SeriesBreak,
  type Spot,
  splitRuns,
} from './runs.ts'
import type { AccountSeries, Scale } from './series.ts'

export interface SeriesGeometry {
  readonly plot: { left: number; right: number; top: number; bottom: number }
  readonly yTicks: readonly { y: number; label: string; isBase: boolean }[]
  readonly xTicks: readonly { x: number; label: string }[]
  readonly placed: readonly PlacedSeries[]
  /** Middle of each gap that is wide enough to say so. */
  readonly gaps: readonly Spot[]
  readonly breaks: readonly SeriesBreak[]
  /** Where the scale begins, when that is not at zero. */
  readonly startsAt: string | null
  readonly xOf: (day: string) => number
  readonly dayAt: (pixel: number) => string
}

interface Input {
  readonly series: readonly AccountSeries[]
  readonly scale: Scale
  readonly from: string
  readonly to: string
  readonly width: number
  readonly height: number
  /** Room for the names at the line ends. */
  readonly right: number
  readonly formatScale: (values: readonly number[]) => string[]
}

const TOP = 20
const BOTTOM = 30
const BOTTOM_CUT = 46
const LABEL_HEIGHT = 18
const TICK_DIGIT = 6.7
const INDEX_BASE = 100
/** Around the lines, in points of the index and as a share of their span. */
const INDEX_ROOM = 0.5
const INDEX_ROOM_SHARE = 0.08
const INDEX_STEPS = 4

/** Null when there is nothing to draw: no width yet, or no day with data. */
export function seriesGeometry({ series, scale, from, to, width, height, right, formatScale }: Input) {
  const values = series.flatMap(({ points }) => points.flatMap((point) => pickValue(point, scale) ?? []))
  if (width <= right || values.length === 0) return null
  const { steps, domain } = axisOf(values, scale)
  const labels = formatScale(steps)
  const plot = {
    left: Math.max(40, Math.ceil(Math.max(...labels.map((label) => label.length)) * TICK_DIGIT) + 16),
    right: width - right,
    top: TOP,
    bottom: height - (scale === 'absolute' && domain[0] > 0 ? BOTTOM_CUT : BOTTOM),
  }
  const x = scaleLinear([dayNumber(from), Math.max(dayNumber(from) + 1, dayNumber(to))], [plot.left, plot.right])
  const y = scaleLinear(domain, [plot.bottom, plot.top])
  const xOf = (day: string) => x(dayNumber(day))
  const runsOf = series.map((one) => splitRuns(one.points, scale, (day) => xOf(day), y))
  const labelYs = spreadLabels(
    runsOf.map((runs) => runs.at(-1)?.at(-1)?.y ?? null),
    plot,
  )
  const placed = series.map((one, index) => placeSeries(one, runsOf[index] ?? [], labelYs[index] ?? 0))
  const withYear = from.slice(0, 4) !== to.slice(0, 4)
  const most = Math.floor((plot.right - plot.left) / (withYear ? 92 : 58)) + 1
  const geometry: SeriesGeometry = {
    plot,
    yTicks: steps.map((value, index) => ({
      y: Math.round(y(value)) + 0.5,
      label: labels[index] ?? '',
      isBase: scale === 'indexed' && value === INDEX_BASE,
    })),
    xTicks: pickLabelledDays(from, to, most).map((day) => ({ x: xOf(day), label: formatDay(day, withYear) })),
    placed,
    gaps: findGaps(runsOf),
    breaks: findBreaks(series, xOf),
    startsAt: scale === 'absolute' && domain[0] > 0 ? (labels[0] ?? null) : null,
    xOf,
    dayAt: (pixel) => dayFrom(Math.min(dayNumber(to), Math.max(dayNumber(from), Math.round(x.invert(pixel))))),
  }
  return geometry
}

/** An index is read from 100, which is always on its axis; followers stand on round steps. */
function axisOf(values: readonly number[], scale: Scale): { steps: number[]; domain: [number, number] } {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (scale === 'absolute') {
    const steps = scaleSteps(least, most, true)
    return { steps, domain: [steps[0] ?? 0, steps.at(-1) ?? 1] }
  }
  const [low, high] = [Math.min(least, INDEX_BASE), Math.max(most, INDEX_BASE)]
  const room = Math.max(INDEX_ROOM, (high - low) * INDEX_ROOM_SHARE)
  const domain: [number, number] = [low - room, high + room]
  return { steps: scaleLinear(domain, [0, 1]).ticks(INDEX_STEPS), domain }
}

/** Labels keep their order and a line's height between them; null has none. */
export function spreadLabels(
  ys: readonly (number | null)[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): (number | null)[] {
  const order = ys.flatMap((y, index) => (y === null ? [] : [{ y, index }])).sort((a, b) => a.y - b.y)
  let free = top
  for (const label of order) {
    label.y = Math.max(label.y, free)
    free = label.y + LABEL_HEIGHT
  }
  let limit = bottom
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, limit)
    limit = label.y - LABEL_HEIGHT
  }
  return ys.map((_, index) => order.find((label) => label.index === index)?.y ?? null)
}

/** A small picture of all lines in percent of its width: 1000 units wide, on the scale that all of them share. */
export function smallLines(series: readonly AccountSeries[], from: string, to: string, height: number) {
  const values = series.flatMap(({ points }) => points.flatMap(({ index }) => index ?? []))
  const [low, high] = [Math.min(INDEX_BASE, ...values), Math.max(INDEX_BASE + 1, ...values)]
  const x = scaleLinear([dayNumber(from), Math.max(dayNumber(from) + 1, dayNumber(to))], [0, 1000])
  const y = scaleLinear([low, high], [height - 4, 4])
  const placed = series.map((one, index) =>
    placeSeries(
      one,
      splitRuns(one.points, 'indexed', (day) => x(dayNumber(day)), y),
      index,
    ),
  )
  return { baseY: y(INDEX_BASE), placed }
}
