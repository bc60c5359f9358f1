/**
 * Where everything on a line chart lies, in pixels. Pure: same input, same picture.
 * The x axis counts calendar days, one point per day (the last entry of a day wins); days without data are gaps.
 */
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { dayFrom, dayNumber, daysCounted } from '#lib/days.ts'
import { labelDays, scaleSteps } from './chart-axes.ts'

export interface ChartPoint {
  day: string
  /** Null: nothing is known of this day. */
  value: number | null
  /** Where it comes from, in words. */
  source?: string | undefined
  /** It cannot be compared with the point before: the line stops. */
  isBreak?: boolean
}

export interface ChartInput {
  points: readonly ChartPoint[]
  /** First and last day shown, whether they have data or not. */
  from: string
  to: string
  width: number
  height: number
  /** Figures that come in ones: the scale then never shows halves. */
  wholeNumbers: boolean
  formatScale: (values: readonly number[]) => string[]
  formatLast: (value: number) => string
  /** A second, pale series on the same days and scale, such as the year before. */
  before?: readonly ChartPoint[] | undefined
}

interface Mark {
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
export interface Gap {
  x: number
  width: number
  /** Wide enough to say so in words. */
  labelled: boolean
}
export interface ChartGeometry {
  plot: { left: number; right: number; top: number; bottom: number }
  yTicks: { y: number; label: string }[]
  xTicks: { x: number; label: string }[]
  /** One path for each run of days with data. */
  lines: { line: string; key: string }[]
  gaps: Gap[]
  breaks: SourceBreak[]
  /** Where the scale begins, when that is not at zero. */
  startsAt: string | null
  /** Ends of runs that meet a gap, and days that stand alone. */
  dots: Mark[]
  last: (Mark & { label: string }) | null
  placed: PlacedPoint[]
  /** The pale series: its paths, and its last point. */
  pale: { lines: string[]; last: (Mark & { label: string }) | null; isRising: boolean }
  /** Days of the range without data. */
  missing: number
  withYear: boolean
  /** Days are so narrow that a full line would run together. */
  dense: boolean
  dayAt: (x: number) => string
  /** Null for a day outside of the range. */
  xOf: (day: string) => number | null
}

const TOP = 16
const BOTTOM = 28
const BOTTOM_CUT = 46
const LABEL_GAP = 10
const DIGIT = 6.7 // width of a figure at 11 px, a little generous
const DIGIT_LAST = 7.4
const LETTER = 6
const GAP_LABEL_MIN = 52
const DENSE_DAY = 2.5
const PALE_END = 60 // days at the end of the pale series that its name lies beside

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

/** Null when there is nothing to draw: no width yet, a range turned round, or no day with data. */
export function chartGeometry(input: ChartInput): ChartGeometry | null {
  const { from, to, width, height } = input
  const days = daysCounted(from, to)
  if (!(width > 0) || !(days > 0)) return null
  const known = onePointPerDay(input.points, from, to)
  const newest = known.at(-1)
  if (!newest) return null

  const knownBefore = onePointPerDay(input.before ?? [], from, to)
  const values = [...known, ...knownBefore].map((point) => point.value)
  const steps = scaleSteps(Math.min(...values), Math.max(...values), input.wholeNumbers)
  const labels = input.formatScale(steps)
  const isCut = (steps[0] ?? 0) > 0
  const lastLabel = input.formatLast(newest.value)
  const plot = {
    left: Math.max(56, Math.ceil(Math.max(...labels.map((label) => label.length)) * DIGIT) + 2 * LABEL_GAP),
    right: width - Math.max(64, Math.ceil(lastLabel.length * DIGIT_LAST) + 2 * LABEL_GAP),
    top: TOP,
    bottom: height - (isCut ? BOTTOM_CUT : BOTTOM),
  }
  const first = dayNumber(from)
  const x = scaleLinear([first, Math.max(first + 1, dayNumber(to))], [plot.left, plot.right])
  const y = scaleLinear([steps[0] ?? 0, steps.at(-1) ?? 1], [plot.bottom, plot.top])
  // A range of one day stands in the middle: it has no length to stretch along.
  const at = (day: string) => (days === 1 ? (plot.left + plot.right) / 2 : x(dayNumber(day)))

  const place = (points: typeof known): PlacedPoint[] =>
    points.map((point, index) => {
      const before = points[index - 1]
      const missingBefore = before ? daysCounted(before.day, point.day) - 2 : daysCounted(from, point.day) - 1
      return {
        ...point,
        x: at(point.day),
        y: y(point.value),
        missingBefore,
        change: before && missingBefore === 0 && !point.isBreak ? point.value - before.value : null,
      }
    })
  const placed = place(known)
  const runs = splitRuns(placed)
  const placedBefore = place(knownBefore)
  const drawLine = line<PlacedPoint>(
    (point) => point.x,
    (point) => point.y,
  ).digits(1)

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
    if (head.missingBefore > 0) gaps.push(gap(before?.x ?? plot.left, head.x))
    if (before || head.missingBefore > 0 || head === tail) dots.push(head)
    if (tail !== head && (index < runs.length - 1 || tail.day < to)) dots.push(tail)
  }
  if (newest.day < to) gaps.push(gap(at(newest.day), plot.right))

  const withYear = from.slice(0, 4) !== to.slice(0, 4)
  const end = placed.at(-1)
  const endBefore = placedBefore.at(-1)
  return {
    plot,
    yTicks: steps.map((value, index) => ({ y: Math.round(y(value)) + 0.5, label: labels[index] ?? '' })),
    xTicks: labelDays(from, to, plot.right - plot.left).map(({ day, label }) => ({ x: at(day), label })),
    lines: runs.filter((run) => run.length > 1).map((run) => ({ line: drawLine(run) ?? '', key: run[0]?.day ?? '' })),
    gaps,
    breaks: sourceBreaks(placed, plot.left, width),
    startsAt: isCut ? (labels[0] ?? null) : null,
    dots,
    last: end ? { x: end.x, y: end.y, label: lastLabel } : null,
    placed,
    pale: {
      lines: splitRuns(placedBefore).map((run) => drawLine(run) ?? ''),
      last: endBefore ? { x: endBefore.x, y: endBefore.y, label: input.formatLast(endBefore.value) } : null,
      isRising: (endBefore?.value ?? 0) >= (placedBefore.at(-PALE_END)?.value ?? 0),
    },
    missing: days - known.length,
    withYear,
    dense: (plot.right - plot.left) / days < DENSE_DAY,
    xOf: (day) => (day >= from && day <= to ? at(day) : null),
    dayAt: (pixel) => {
      const day = Math.round(x.invert(pixel))
      return days === 1 ? from : dayFrom(Math.min(dayNumber(to), Math.max(first, day)))
    },
  }
}

/** A run ends before a day without data, and where the source changes. */
function splitRuns(placed: readonly PlacedPoint[]): PlacedPoint[][] {
  const runs: PlacedPoint[][] = []
  for (const point of placed) {
    const run = runs.at(-1)
    if (run && point.missingBefore === 0 && !point.isBreak) run.push(point)
    else runs.push([point])
  }
  return runs
}

/** Between the two points that cannot be compared. A name that would cover the one before is left out. */
function sourceBreaks(placed: readonly PlacedPoint[], left: number, right: number): SourceBreak[] {
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

/** The point under the pointer: of that day, or at most 12 px away where days are narrower; null in a gap. */
export function pointAt(geometry: ChartGeometry, pixel: number): PlacedPoint | null {
  const { placed } = geometry
  let low = 0
  let high = placed.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const here = placed[middle]
    const next = placed[middle + 1]
    if (here && next && next.x - pixel < pixel - here.x) low = middle + 1
    else high = middle
  }
  const nearest = placed[low]
  if (!nearest) return null
  return nearest.day === geometry.dayAt(pixel) || Math.abs(nearest.x - pixel) <= 12 ? nearest : null
}
