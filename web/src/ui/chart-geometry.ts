/**
 * Where everything on a line chart lies, in pixels. Pure: same input, same picture.
 * The x axis counts calendar days, one point per day (the last entry of a day wins); days without data are gaps.
 */
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { dayFrom, dayNumber, daysCounted } from '#lib/days.ts'
import { labelDays, scaleSteps } from './chart-axes.ts'
import {
  type ChartPoint,
  findGaps,
  type Gap,
  LABEL_GAP,
  type Mark,
  onePointPerDay,
  type PlacedPoint,
  type SourceBreak,
  sourceBreaks,
  splitRuns,
} from './chart-points.ts'

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
  /** The pale series: its paths, its points, and the last one. */
  pale: { lines: string[]; placed: PlacedPoint[]; last: (Mark & { label: string }) | null; isRising: boolean }
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
const DIGIT = 6.7 // width of a figure at 11 px, a little generous
const DIGIT_LAST = 7.4
const DENSE_DAY = 2.5
const PALE_END = 60 // days at the end of the pale series that its name lies beside

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

  const { gaps, dots } = findGaps(runs, { left: plot.left, right: plot.right, to })
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
      placed: placedBefore,
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
