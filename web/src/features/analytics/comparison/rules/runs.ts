/** The runs of a line: days with data from one source, their ends, and the gaps and breaks between them. */
import { line } from 'd3-shape'
import { daysCounted } from '#lib/days.ts'
import type { AccountSeries, Scale, SeriesPoint } from './series.ts'

export interface Spot {
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
const GAP_LABEL_WIDTH = 56
const GAP_LABEL_HEIGHT = 14

export const pickValue = (point: SeriesPoint, scale: Scale): number | null =>
  scale === 'indexed' ? point.index : point.followers

/** A run ends before a day without data, and where the source changes. */
export function splitRuns(
  points: readonly SeriesPoint[],
  scale: Scale,
  xOf: (day: string) => number,
  y: (value: number) => number,
): PlacedPoint[][] {
  const runs: PlacedPoint[][] = []
  for (const point of points) {
    const value = pickValue(point, scale)
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

export function placeSeries(series: AccountSeries, runs: readonly PlacedPoint[][], labelY: number): PlacedSeries {
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

export function findGaps(runsOf: readonly PlacedPoint[][][]): Spot[] {
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

/** Where the source of a line changes, between two points that cannot be compared. */
export interface SeriesBreak {
  readonly x: number
  readonly series: AccountSeries
  readonly before: SeriesPoint
  readonly after: SeriesPoint
}

export function findBreaks(series: readonly AccountSeries[], xOf: (day: string) => number): SeriesBreak[] {
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
