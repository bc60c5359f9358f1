/** Scales of the charts of one question, in percent of their width. Effects are ratios; multiples lie on a log scale. */

export interface Scale {
  readonly ticks: readonly number[]
  /** 0 to 100; what lies beyond the scale is at its end. */
  readonly at: (value: number) => number
}

interface Interval {
  readonly low: number | null
  readonly high: number | null
}

const EFFECT_STEPS = [0.1, 0.2, 0.4, 0.5, 1, 2]
const EFFECT_TICKS_MAX = 5
/** Effects of a few percent do not fill the scale; beyond five times the usual it ends. */
const EFFECT_LEAST = { low: -0.2, high: 0.3 }
const EFFECT_MOST = { low: -1, high: 5 }
/** Beside the ends of the widest interval. */
const ROOM = 0.06

const placeOn = (low: number, high: number) => (value: number) =>
  Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100))

/** One scale for all rows of a question, round steps on both sides of "as usual". */
export function effectScale(rows: readonly Interval[]): Scale {
  const lows = rows.flatMap(({ low }) => (low === null ? [] : [low]))
  const highs = rows.flatMap(({ high }) => (high === null ? [] : [high]))
  const lowest = Math.max(EFFECT_MOST.low, Math.min(EFFECT_LEAST.low, ...lows))
  const highest = Math.min(EFFECT_MOST.high, Math.max(EFFECT_LEAST.high, ...highs))
  const room = (highest - lowest) * ROOM
  const [low, high] = [lowest - room, highest + room]
  const step = EFFECT_STEPS.find((each) => (high - low) / each <= EFFECT_TICKS_MAX) ?? 2
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return {
    ticks: Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(2))),
    at: placeOn(low, high),
  }
}

const MULTIPLE_LEAST = { low: 0.4, high: 4.5 }
/** Ticks of a log scale from 1/64 to 64 times, further apart where it is long. */
const POWERS = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
const MULTIPLE_TICKS_MAX = 7

export function multipleScale(posts: readonly { multiple: number; low: number; high: number }[]): Scale {
  const known = posts.flatMap(({ multiple, low, high }) => [multiple, low, high]).filter((value) => value > 0)
  const low = Math.log2(Math.max(1 / 64, Math.min(MULTIPLE_LEAST.low, ...known) * 0.9))
  const high = Math.log2(Math.min(64, Math.max(MULTIPLE_LEAST.high, ...known) * 1.1))
  const inside = POWERS.filter((power) => power >= low && power <= high)
  const stride = inside.length > MULTIPLE_TICKS_MAX ? 2 : 1
  const place = placeOn(low, high)
  return {
    ticks: inside.filter((power) => power % stride === 0).map((power) => 2 ** power),
    at: (value) => (value > 0 ? place(Math.log2(value)) : 0),
  }
}
