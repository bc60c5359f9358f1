/** Where several lines over the same days lie, in pixels. Pure: same input, same picture. */
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { dayFrom, dayNumber, daysCounted } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { labelledDays, scaleSteps } from '#ui/chart-axes.ts'
import type { AccountSeries, Scale, SeriesPoint } from './series.ts'

interface Spot {
  readonly x: number
  readonly y: number
}
interface PlacedPoint extends Spot {
  readonly day: string
  readonly value: number
}
export interface PlacedSeries {
  readonly series: AccountSeries
  /** One path for each run of days with data from one source. */
  readonly lines: readonly string[]
  /** Ends of runs, and days that stand alone. */
  readonly dots: readonly Spot[]
  readonly byDay: ReadonlyMap<string, PlacedPoint>
  readonly last: (PlacedPoint & { readonly labelY: number }) | null
}
export interface SeriesGeometry {
  readonly plot: { left: number; right: number; top: number; bottom: number }
  readonly yTicks: readonly { y: number; label: string; isBase: boolean }[]
  readonly xTicks: readonly { x: number; label: string }[]
  readonly placed: readonly PlacedSeries[]
  /** Middle of each gap that is wide enough to say so. */
  readonly gaps: readonly Spot[]
  readonly breaks: readonly { x: number; series: AccountSeries; before: SeriesPoint; after: SeriesPoint }[]
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
const GAP_LABEL_WIDTH = 56
const GAP_LABEL_HEIGHT = 14
const INDEX_BASE = 100
/** Around the lines, in points of the index and as a share of their span. */
const INDEX_ROOM = 0.5
const INDEX_ROOM_SHARE = 0.08
const INDEX_STEPS = 4

export const shownValue = (point: SeriesPoint, scale: Scale): number | null =>
  scale === 'indexed' ? point.index : point.followers

/** Null when there is nothing to draw: no width yet, or no day with data. */
export function seriesGeometry({ series, scale, from, to, width, height, right, formatScale }: Input) {
  const values = series.flatMap(({ points }) => points.flatMap((point) => shownValue(point, scale) ?? []))
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
    xTicks: labelledDays(from, to, most).map((day) => ({ x: xOf(day), label: formatDay(day, withYear) })),
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

/** A run ends before a day without data, and where the source changes. */
function splitRuns(
  points: readonly SeriesPoint[],
  scale: Scale,
  xOf: (day: string) => number,
  y: (value: number) => number,
): PlacedPoint[][] {
  const runs: PlacedPoint[][] = []
  for (const point of points) {
    const value = shownValue(point, scale)
    if (value === null) continue
    const run = runs.at(-1)
    const before = run?.at(-1)
    const placed = { day: point.day, value, x: xOf(point.day), y: y(value) }
    if (run && before && !point.isBreak && daysCounted(before.day, point.day) === 2) run.push(placed)
    else runs.push([placed])
  }
  return runs
}

const drawLine = line<PlacedPoint>(
  (point) => point.x,
  (point) => point.y,
).digits(1)

function placeSeries(series: AccountSeries, runs: readonly PlacedPoint[][], labelY: number): PlacedSeries {
  const dots = runs.flatMap((run, index) => [
    ...(index > 0 || run.length === 1 ? run.slice(0, 1) : []),
    ...(index < runs.length - 1 && run.length > 1 ? run.slice(-1) : []),
  ])
  const last = runs.at(-1)?.at(-1)
  return {
    series,
    lines: runs.flatMap((run) => (run.length > 1 ? [drawLine(run) ?? ''] : [])),
    dots,
    byDay: new Map(runs.flat().map((point) => [point.day, point])),
    last: last ? { ...last, labelY } : null,
  }
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

function findGaps(runsOf: readonly PlacedPoint[][][]): Spot[] {
  const gaps: Spot[] = []
  for (const runs of runsOf)
    for (const [index, run] of runs.entries()) {
      const before = runs[index - 1]?.at(-1)
      const after = run[0]
      if (!before || !after || after.x - before.x < GAP_LABEL_WIDTH) continue
      const spot = { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 + GAP_LABEL_HEIGHT }
      const covers = (other: Spot) =>
        Math.abs(other.x - spot.x) < GAP_LABEL_WIDTH && Math.abs(other.y - spot.y) < GAP_LABEL_HEIGHT
      if (!gaps.some(covers)) gaps.push(spot)
    }
  return gaps
}

function findBreaks(series: readonly AccountSeries[], xOf: (day: string) => number): SeriesGeometry['breaks'] {
  return series
    .flatMap((one) =>
      one.points.flatMap((after, index) => {
        const before = one.points[index - 1]
        return after.isBreak && before
          ? [{ x: Math.round((xOf(before.day) + xOf(after.day)) / 2) + 0.5, series: one, before, after }]
          : []
      }),
    )
    .sort((one, other) => one.x - other.x)
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
