/**
 * Draws a plane at sub-pixel positions: separable Catmull-Rom over four neighbours, first across, then down.
 *
 * Samples of a source are kept as `sample - 128`, so that one of them in the upper half of 16 bits is a signed number of full
 * precision. Weights are Q14. A weighed sample then has 7 bits after the point, and one weighed twice has 6.
 */

/** Eight samples of a row: where they begin in the source (i32, in the first 16 bytes), the shuffle, and four weights each. */
const GROUP_BYTES: usize = 96
/** One row: the first of its four source rows (i32), then four weights (i16). */
const ROW_BYTES: usize = 12

/**
 * `ring` holds four rows weighed across, 16 bits a sample. Rows outside of the source are those at its edge. The source has
 * room around each row for what `groups` look at.
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
  ringStride: usize,
  target: usize,
  width: i32,
): void {
  const last = sourceRows - 1
  let done = i32.MIN_VALUE
  for (let y = 0; y < rowCount; y++) {
    const row = rows + <usize>y * ROW_BYTES
    const first = load<i32>(row)
    const from = max(clamp(first, last), done + 1)
    const to = clamp(first + 3, last)
    for (let wanted = from; wanted <= to; wanted++) {
      across(source + <usize>wanted * sourceStride, groups, groupCount, ring + <usize>(wanted & 3) * ringStride)
      done = wanted
    }
    down(
      ring + <usize>(clamp(first, last) & 3) * ringStride,
      ring + <usize>(clamp(first + 1, last) & 3) * ringStride,
      ring + <usize>(clamp(first + 2, last) & 3) * ringStride,
      ring + <usize>(to & 3) * ringStride,
      row + 4,
      target + <usize>y * <usize>width,
      width,
    )
  }
}

// @ts-expect-error: decorators are the compiler's own
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
    const a = i16x8.q15mulr_sat_s(i8x16.swizzle(v128.load(at), shuffle), v128.load(group, 32))
    const b = i16x8.q15mulr_sat_s(i8x16.swizzle(v128.load(at, 1), shuffle), v128.load(group, 48))
    const c = i16x8.q15mulr_sat_s(i8x16.swizzle(v128.load(at, 2), shuffle), v128.load(group, 64))
    const d = i16x8.q15mulr_sat_s(i8x16.swizzle(v128.load(at, 3), shuffle), v128.load(group, 80))
    v128.store(target + <usize>load<i32>(group, 4), i16x8.add(i16x8.add(a, b), i16x8.add(c, d)))
  }
}

function down(r0: usize, r1: usize, r2: usize, r3: usize, weights: usize, target: usize, width: i32): void {
  const w0 = i16x8.splat(load<i16>(weights))
  const w1 = i16x8.splat(load<i16>(weights, 2))
  const w2 = i16x8.splat(load<i16>(weights, 4))
  const w3 = i16x8.splat(load<i16>(weights, 6))
  const end = <usize>width
  for (let x: usize = 0; ; x += 16) {
    // The last sixteen may overlap those before.
    if (x > end - 16) x = end - 16
    const at = x << 1
    const low = i16x8.add(
      i16x8.add(
        i16x8.q15mulr_sat_s(v128.load(r0 + at), w0),
        i16x8.q15mulr_sat_s(v128.load(r1 + at), w1),
      ),
      i16x8.add(
        i16x8.q15mulr_sat_s(v128.load(r2 + at), w2),
        i16x8.q15mulr_sat_s(v128.load(r3 + at), w3),
      ),
    )
    const high = i16x8.add(
      i16x8.add(
        i16x8.q15mulr_sat_s(v128.load(r0 + at, 16), w0),
        i16x8.q15mulr_sat_s(v128.load(r1 + at, 16), w1),
      ),
      i16x8.add(
        i16x8.q15mulr_sat_s(v128.load(r2 + at, 16), w2),
        i16x8.q15mulr_sat_s(v128.load(r3 + at, 16), w3),
      ),
    )
    const half = i16x8.splat(32)
    const narrow = i8x16.narrow_i16x8_s(
      i16x8.shr_s(i16x8.add(low, half), 6),
      i16x8.shr_s(i16x8.add(high, half), 6),
    )
    v128.store(target + x, v128.xor(narrow, i8x16.splat(-128)))
    if (x == end - 16) break
  }
}
