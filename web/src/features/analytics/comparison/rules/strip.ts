/** Where the dots of one measure lie, in pixels: every peer, the account itself, the median, and the band of its place. */
import { scaleLinear } from 'd3-scale'

export interface StripDot {
  readonly accountId: number
  readonly value: number
  readonly x: number
  readonly y: number
}

export interface StripGeometry {
  readonly ticks: readonly { x: number; value: number }[]
  /** By value. */
  readonly dots: readonly StripDot[]
  readonly ownX: number | null
  readonly medianX: number | null
  readonly band: { x: number; width: number } | null
  readonly radius: number
}

interface Input {
  readonly peers: readonly { readonly accountId: number; readonly value: number }[]
  readonly own: number | null
  readonly median: number | null
  /** Percentiles. */
  readonly low: number | null
  readonly high: number | null
  readonly width: number
  /** Where the middle row of dots lies. */
  readonly y: number
}

const SIDE = 14
const ROW = 8
/** The middle row first. */
const ROWS = [0, -1, 1, -2, 2]
const MANY_PEERS = 30
const TICKS = 5

export function stripGeometry({ peers, own, median, low, high, width, y }: Input): StripGeometry | null {
  const values = peers.map(({ value }) => value).sort((one, other) => one - other)
  const all = own === null ? values : [...values, own]
  if (width <= 2 * SIDE || all.length === 0) return null
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = most > least ? 0 : Math.max(Math.abs(most) * 0.1, 0.01)
  const scale = scaleLinear([least - room, most + room], [SIDE, width - SIDE]).nice(TICKS)
  const radius = peers.length > MANY_PEERS ? 4 : 5
  const ends = low === null || high === null || own === null ? null : [quantile(values, low), quantile(values, high)]
  // Between two peers the account itself may lie a little outside of them.
  const band = ends && own !== null ? [Math.min(own, ...ends), Math.max(own, ...ends)].map(scale) : null
  return {
    ticks: scale.ticks(TICKS).map((value) => ({ x: scale(value), value })),
    dots: stackDots(peers, scale, y, radius),
    ownX: own === null ? null : scale(own),
    medianX: median === null ? null : scale(median),
    band: band ? { x: (band[0] ?? 0) - 9, width: (band[1] ?? 0) - (band[0] ?? 0) + 18 } : null,
    radius,
  }
}

/** Dots that would lie on each other go to the rows above and below. */
function stackDots(peers: Input['peers'], scale: (value: number) => number, y: number, radius: number): StripDot[] {
  const lastInRow = new Map<number, number>()
  return peers
    .toSorted((one, other) => one.value - other.value || one.accountId - other.accountId)
    .map(({ accountId, value }) => {
      const x = scale(value)
      const row = ROWS.find((each) => x - (lastInRow.get(each) ?? Number.NEGATIVE_INFINITY) >= 2 * radius + 1) ?? 0
      lastInRow.set(row, x)
      return { accountId, value, x, y: y + row * ROW }
    })
}

/** The value below which so many percent of the sorted values lie. */
function quantile(sorted: readonly number[], percent: number): number {
  const at = (Math.min(100, Math.max(0, percent)) / 100) * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}

/** The dot nearest to a place, within reach of a finger. */
export function dotAt({ dots }: StripGeometry, x: number, y: number, reach = 14): StripDot | null {
  let found: StripDot | null = null
  let nearest = reach
  for (const dot of dots) {
    const distance = Math.hypot(dot.x - x, dot.y - y)
    if (distance <= nearest) {
      found = dot
      nearest = distance
    }
  }
  return found
}
