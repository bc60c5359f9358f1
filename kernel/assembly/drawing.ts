/**
 * Draws a plane at sub-pixel positions: separable Catmull-Rom over four neighbours, first across, then down.
 *
 * Samples of a source are kept as `sample - 128`, so that one of them in the upper half of 16 bits is a signed number of full
 * precision. Weights are Q14. A weighed sample then has 7 bits after the point, and one weighed twice has 6.
 */
import { GROUP_BYTES, ROW_BYTES } from './layout'
import { picked, times } from './lanes'

/** Rows weighed across lie so far apart; known when compiling, so that one address serves all four. No power of two: see caches. */
const RING_STRIDE: usize = 4224
/** Weight 1 in Q14. */
const ONE: i16 = 16384
/** For rounding, and back from `sample - 128`: with 6 and with 7 bits after the point. */
const ROUND_6: i16 = (128 << 6) + 32
const ROUND_7: i16 = (128 << 7) + 64

/**
 * `ring` holds four rows weighed across, 16 bits a sample: row n in place n modulo 4. Rows outside of the source are those at
 * its edge. Behind it lie 12 bytes for the weights of the four places. The source has room around each row for what `groups` look at; no
 * row is longer than 2,048.
 */
export function draw(
  source: usize,
  sourceStride: usize,
  sourceRows: i32,
  groups: usize,
  groupCount: i32,
  rows: usize,
  rowCount: i32,
  ring: usize,
  target: usize,
  width: i32,
): void {
  const last = sourceRows - 1
  const places = ring + 4 * RING_STRIDE
  // From memory: a constant would be made anew for every sixteen samples.
  store<i16>(places, ROUND_6, 8)
  store<i16>(places, ROUND_7, 10)
  let done = -1
  for (let y = 0; y < rowCount; y++) {
    const row = rows + <usize>y * ROW_BYTES
    const first = load<i32>(row)
    const isWhole = load<i16>(row, 6) == ONE
    const from = clamp(isWhole ? first + 1 : first, last)
    const to = clamp(isWhole ? first + 1 : first + 3, last)
    for (let wanted = max(from, done + 1); wanted <= to; wanted++) {
      across(source + <usize>wanted * sourceStride, groups, groupCount, ring + <usize>(wanted & 3) * RING_STRIDE)
      done = wanted
    }
    const at = target + <usize>y * <usize>width
    if (isWhole) {
      straight(ring + <usize>(to & 3) * RING_STRIDE, places, at, width)
      continue
    }
    // By place in the ring; what is repeated at an edge counts as often as it is.
    store<u64>(places, 0)
    for (let tap = 0; tap < 4; tap++) {
      const place = places + <usize>((clamp(first + tap, last) & 3) << 1)
      store<i16>(place, load<i16>(place) + load<i16>(row + <usize>(tap << 1), 4))
    }
    down(ring, places, at, width)
  }
}

// @ts-ignore: decorators are the compiler's own
@inline
function clamp(row: i32, last: i32): i32 {
  return min(max(row, 0), last)
}

/** Groups write eight samples each; the last one may overlap the one before. */
function across(source: usize, groups: usize, count: i32, target: usize): void {
  const end = groups + <usize>count * GROUP_BYTES
  for (let group = groups; group < end; group += GROUP_BYTES) {
    const at = source + <usize>load<i32>(group)
    const shuffle = v128.load(group, 16)
    const a = times(picked(v128.load(at), shuffle), v128.load(group, 32))
    const b = times(picked(v128.load(at, 1), shuffle), v128.load(group, 48))
    const c = times(picked(v128.load(at, 2), shuffle), v128.load(group, 64))
    const d = times(picked(v128.load(at, 3), shuffle), v128.load(group, 80))
    v128.store(target + <usize>load<i32>(group, 4), i16x8.add(i16x8.add(a, b), i16x8.add(c, d)))
  }
}

function down(ring: usize, places: usize, target: usize, width: i32): void {
  const w0 = v128.load16_splat(places)
  const w1 = v128.load16_splat(places, 2)
  const w2 = v128.load16_splat(places, 4)
  const w3 = v128.load16_splat(places, 6)
  const round = v128.load16_splat(places, 8)
  const end = <usize>width
  // Whole sixteens; the last one may overlap the one before.
  for (let x: usize = 0; x < end; x += 16) {
    const begin = min(x, end - 16)
    const at = ring + (begin << 1)
    const low = i16x8.add(
      i16x8.add(
        times(v128.load(at), w0),
        times(v128.load(at, RING_STRIDE), w1),
      ),
      i16x8.add(
        times(v128.load(at, 2 * RING_STRIDE), w2),
        times(v128.load(at, 3 * RING_STRIDE), w3),
      ),
    )
    const high = i16x8.add(
      i16x8.add(
        times(v128.load(at, 16), w0),
        times(v128.load(at, RING_STRIDE + 16), w1),
      ),
      i16x8.add(
        times(v128.load(at, 2 * RING_STRIDE + 16), w2),
        times(v128.load(at, 3 * RING_STRIDE + 16), w3),
      ),
    )
    v128.store(
      target + begin,
      i8x16.narrow_i16x8_u(i16x8.shr_s(i16x8.add(low, round), 6), i16x8.shr_s(i16x8.add(high, round), 6)),
    )
  }
}

/** A row that lies exactly on one of the source. */
function straight(row: usize, places: usize, target: usize, width: i32): void {
  const end = <usize>width
  const round = v128.load16_splat(places, 10)
  for (let x: usize = 0; x < end; x += 16) {
    const begin = min(x, end - 16)
    const at = row + (begin << 1)
    // Saturated: with an overshoot it would need a bit more.
    v128.store(
      target + begin,
      i8x16.narrow_i16x8_u(
        i16x8.shr_s(i16x8.add_sat_s(v128.load(at), round), 7),
        i16x8.shr_s(i16x8.add_sat_s(v128.load(at, 16), round), 7),
      ),
    )
  }
}
