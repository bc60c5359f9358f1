/**
 * Draws a plane at sub-pixel positions: separable Catmull-Rom over four neighbours, first across, then down.
 *
 * Samples of a source are kept as `sample - 128`, so that one of them in the upper half of 16 bits is a signed number of full
 * precision. Weights are Q14. A weighed sample then has 7 bits after the point, and one weighed twice has 6.
 */
import { blend } from './blending'
import { GROUP_BYTES, ROW_BYTES } from './layout'
import { pickBytes, times } from './lanes'

/** Rows weighed across lie so far apart. No power of two, or all of them would want the same lines of the cache. */
const RING_STRIDE: usize = 4224
/** Four rows are weighed at once, so that shuffles and weights are fetched once for them; three before may still be wanted. */
const AT_ONCE: usize = 4
const RING_ROWS: usize = 8
const WIDTH_MAX: usize = 2048
/** Weight 1 in Q14. */
const ONE: i16 = 16384
/** For constants, and back from `sample - 128`: with 6 and with 7 bits after the point. */
const ROUND_6: i16 = (128 << 6) + 32
const ROUND_7: i16 = (128 << 7) + 64
/** Makes a shuffle pick the byte to the right of that it picked. */
const NEIGHBOUR: i16 = 1 << 8

/**
 * `ring` holds eight rows weighed across, 16 bits a sample: row n in place n modulo 8. Behind it lie a row of the output and
 * six bytes. Rows outside of the source are those at its edge. The source has room around each row for what `groups` look
 * at; no row is longer than 2,048. `share`, of 256, is how much of the target is replaced.
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
  share: i32,
): void {
  const last = sourceRows - 1
  const beside = ring + RING_ROWS * RING_STRIDE
  const constants = beside + WIDTH_MAX
  // From memory: V8 would make a constant anew for every sixteen samples.
  store<i16>(constants, ROUND_6)
  store<i16>(constants, ROUND_7, 2)
  store<i16>(constants, NEIGHBOUR, 4)
  let done = -1
  for (let y = 0; y < rowCount; y++) {
    const row = rows + <usize>y * ROW_BYTES
    const first = load<i32>(row)
    const isWhole = load<i16>(row, 6) == ONE
    const from = clamp(isWhole ? first + 1 : first, last)
    const to = clamp(isWhole ? first + 1 : first + 3, last)
    while (done < to) {
      const next = max(from, done + 1)
      across(source, sourceStride, next, last, groups, groupCount, ring, constants)
      done = next + <i32>AT_ONCE - 1
    }
    const at = target + <usize>y * <usize>width
    const drawn = share == 256 ? at : beside
    if (isWhole) straight(placeOf(ring, to), constants, drawn, width)
    else
      down(
        placeOf(ring, from),
        placeOf(ring, clamp(first + 1, last)),
        placeOf(ring, clamp(first + 2, last)),
        placeOf(ring, to),
        row,
        constants,
        drawn,
        width,
      )
    if (share != 256) blend(at, beside, width, share)
  }
}

// @ts-ignore: decorators are the compiler's own
@inline
function clamp(row: i32, last: i32): i32 {
  return min(max(row, 0), last)
}

// @ts-ignore: decorators are the compiler's own
@inline
function placeOf(ring: usize, row: i32): usize {
  return ring + (<usize>row & (RING_ROWS - 1)) * RING_STRIDE
}

/** Four rows from `row` on; those beyond the last are the last. Groups write eight samples each, and may overlap. */
function across(
  source: usize,
  stride: usize,
  row: i32,
  last: i32,
  groups: usize,
  count: i32,
  ring: usize,
  constants: usize,
): void {
  const source0 = source + <usize>row * stride
  const source1 = source + <usize>min(row + 1, last) * stride
  const source2 = source + <usize>min(row + 2, last) * stride
  const source3 = source + <usize>min(row + 3, last) * stride
  const ring0 = placeOf(ring, row)
  const ring1 = placeOf(ring, row + 1)
  const ring2 = placeOf(ring, row + 2)
  const ring3 = placeOf(ring, row + 3)
  // To the neighbour's byte.
  const right = v128.load16_splat(constants, 4)
  const end = groups + <usize>count * GROUP_BYTES
  for (let group = groups; group < end; group += GROUP_BYTES) {
    const at = <usize>load<i32>(group)
    const to = <usize>load<i32>(group, 4)
    const first = v128.load(group, 16)
    const second = i16x8.add(first, right)
    const third = i16x8.add(second, right)
    const fourth = i16x8.add(third, right)
    const a = v128.load(group, 32)
    const b = v128.load(group, 48)
    const c = v128.load(group, 64)
    const d = v128.load(group, 80)
    v128.store(ring0 + to, weighBytes(v128.load(source0 + at), first, second, third, fourth, a, b, c, d))
    v128.store(ring1 + to, weighBytes(v128.load(source1 + at), first, second, third, fourth, a, b, c, d))
    v128.store(ring2 + to, weighBytes(v128.load(source2 + at), first, second, third, fourth, a, b, c, d))
    v128.store(ring3 + to, weighBytes(v128.load(source3 + at), first, second, third, fourth, a, b, c, d))
  }
}

// @ts-ignore: decorators are the compiler's own
@inline
function weighBytes(
  bytes: v128,
  first: v128,
  second: v128,
  third: v128,
  fourth: v128,
  a: v128,
  b: v128,
  c: v128,
  d: v128,
): v128 {
  return i16x8.add(
    i16x8.add(times(pickBytes(bytes, first), a), times(pickBytes(bytes, second), b)),
    i16x8.add(times(pickBytes(bytes, third), c), times(pickBytes(bytes, fourth), d)),
  )
}

function down(a: usize, b: usize, c: usize, d: usize, row: usize, constants: usize, target: usize, width: i32): void {
  const w0 = v128.load16_splat(row, 4)
  const w1 = v128.load16_splat(row, 6)
  const w2 = v128.load16_splat(row, 8)
  const w3 = v128.load16_splat(row, 10)
  const round = v128.load16_splat(constants)
  const end = <usize>width
  // Whole sixteens; the last one may overlap the one before.
  for (let x: usize = 0; x < end; x += 16) {
    const begin = min(x, end - 16)
    const at = begin << 1
    const low = i16x8.add(
      i16x8.add(times(v128.load(a + at), w0), times(v128.load(b + at), w1)),
      i16x8.add(times(v128.load(c + at), w2), times(v128.load(d + at), w3)),
    )
    const high = i16x8.add(
      i16x8.add(times(v128.load(a + at, 16), w0), times(v128.load(b + at, 16), w1)),
      i16x8.add(times(v128.load(c + at, 16), w2), times(v128.load(d + at, 16), w3)),
    )
    v128.store(
      target + begin,
      i8x16.narrow_i16x8_u(i16x8.shr_s(i16x8.add(low, round), 6), i16x8.shr_s(i16x8.add(high, round), 6)),
    )
  }
}

/** A row that lies exactly on one of the source. */
function straight(row: usize, constants: usize, target: usize, width: i32): void {
  const end = <usize>width
  const round = v128.load16_splat(constants, 2)
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
