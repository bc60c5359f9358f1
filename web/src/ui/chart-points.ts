/** The points of a line chart: one per day, the runs they form, and the breaks where their source changes. */
import { daysCounted } from '#lib/days.ts'

export interface ChartPoint {
  day: string
  /** Null: nothing is known of this day. */
  value: number | null
  /** Where it comes from, in words. */
  source?: string | undefined
  /** It cannot be compared with the point before: the line stops. */
  isBreak?: boolean
}

export interface Mark {
  x: number
  y: number
}
export interface PlacedPoint extends Mark {
  day: string
  value: number
  source?: string | undefined
  isBreak?: boolean
  /** Days without data between the point before and this one. */
  missingBefore: number
  /** Since the day before; null where that day has no data, or none to compare with. */
  change: number | null
}
/** Where the source changes: both names, or none where there is no room. */
export interface SourceBreak {
  x: number
  label: string
  labelX: number
}

export const LABEL_GAP = 10
const LETTER = 6
const GAP_LABEL_MIN = 52

/** Points of the range in order, one per day, the last entry winning; days without a value left out. */
export function onePointPerDay(
  points: readonly ChartPoint[],
  from: string,
  to: string,
): (ChartPoint & { value: number })[] {
  const byDay = new Map<string, ChartPoint>()
  for (const point of points) if (point.day >= from && point.day <= to) byDay.set(point.day, point)
  return [...byDay.values()]
    .flatMap((point) =>
      point.value === null || !Number.isFinite(point.value) ? [] : [{ ...point, value: point.value }],
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Days of the range that have no data: what a caption above the chart may say. */
export function daysWithoutData(points: readonly ChartPoint[], from: string, to: string): number {
  return Math.max(0, daysCounted(from, to) - onePointPerDay(points, from, to).length)
}

/** A run ends before a day without data, and where the source changes. */
export function splitRuns(placed: readonly PlacedPoint[]): PlacedPoint[][] {
  const runs: PlacedPoint[][] = []
  for (const point of placed) {
    const run = runs.at(-1)
    if (run && point.missingBefore === 0 && !point.isBreak) run.push(point)
    else runs.push([point])
  }
  return runs
}

/** Between the two points that cannot be compared. A name that would cover the one before is left out. */
export function sourceBreaks(placed: readonly PlacedPoint[], left: number, right: number): SourceBreak[] {
  const breaks: SourceBreak[] = []
  let free = left
  for (const [index, point] of placed.entries()) {
    const before = placed[index - 1]
    if (!point.isBreak || !before) continue
    const x = Math.round((before.x + point.x) / 2)
    const label = `${before.source ?? ''} → ${point.source ?? ''}`
    const room = (label.length * LETTER) / 2
    const labelX = Math.max(left + room, Math.min(right - room, x))
    const fits = labelX - room >= free
    breaks.push({ x, label: fits ? label : '', labelX })
    if (fits) free = labelX + room + LABEL_GAP
  }
  return breaks
}

export interface Gap {
  x: number
  width: number
  /** Wide enough to say so in words. */
  labelled: boolean
}

/** The gaps between runs and at both ends, and the dots: ends of runs that meet a gap, and days that stand alone. */
export function findGaps(
  runs: readonly PlacedPoint[][],
  { left, right, to }: { readonly left: number; readonly right: number; readonly to: string },
): { gaps: Gap[]; dots: Mark[] } {
  const gap = (start: number, end: number): Gap => ({
    x: start,
    width: end - start,
    labelled: end - start >= GAP_LABEL_MIN,
  })
  const gaps: Gap[] = []
  const dots: Mark[] = []
  for (const [index, run] of runs.entries()) {
    const head = run[0]
    const tail = run.at(-1)
    if (!head || !tail) continue
    const before = runs[index - 1]?.at(-1)
    if (head.missingBefore > 0) gaps.push(gap(before?.x ?? left, head.x))
    if (before || head.missingBefore > 0 || head === tail) dots.push(head)
    if (tail !== head && (index < runs.length - 1 || tail.day < to)) dots.push(tail)
  }
  const newest = runs.at(-1)?.at(-1)
  if (newest && newest.day < to) gaps.push(gap(newest.x, right))
  return { gaps, dots }
}
