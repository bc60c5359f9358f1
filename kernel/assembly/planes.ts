/** Makes the planes of a source picture: bt709, limited range, 4:2:0 with the colour at the left, as H.264 has it. */

/** Samples to the left and to the right of each row that repeat its edge. The right one has more: groups look far. */
const LEFT: usize = 16

/**
 * Weights of bt709 times 219/255 and 224/255, in 1/32768. Rows of the planes begin at `luma`, `blue`, `red`, with room on both
 * sides of each, which is filled too, `right` samples of it at the end. All samples are kept as `sample - 128`.
 */
export function planesOf(
  rgba: usize,
  width: i32,
  height: i32,
  luma: usize,
  lumaStride: usize,
  blue: usize,
  red: usize,
  colourStride: usize,
  right: i32,
): void {
  const across = (width + 1) >> 1
  const rowBytes = <usize>width * 4
  for (let y = 0; y < height; y++) {
    const row = luma + <usize>y * lumaStride
    lumaRow(rgba + <usize>y * rowBytes, width, row)
    pad(row, width, right)
  }
  for (let y = 0; y < height; y += 2) {
    const upper = rgba + <usize>y * rowBytes
    const lower = y + 1 < height ? upper + rowBytes : upper
    const at = <usize>(y >> 1) * colourStride
    colourRow(upper, lower, width, blue + at, red + at)
    pad(blue + at, across, right)
    pad(red + at, across, right)
  }
}

function pad(row: usize, width: i32, right: i32): void {
  memory.fill(row - LEFT, load<u8>(row), LEFT)
  memory.fill(row + <usize>width, load<u8>(row + <usize>width - 1), <usize>right)
}

/** Reads whole groups of four pixels: what it writes beyond the row is overwritten by the padding. */
function lumaRow(rgba: usize, width: i32, row: usize): void {
  const weights = i16x8(5983, 20127, 2032, 0, 5983, 20127, 2032, 0)
  // 16 - 128, and a half for rounding.
  const offset = i32x4.splat((-112 << 15) + 16384)
  for (let x = 0; x < width; x += 4) {
    const pixels = v128.load(rgba + <usize>x * 4)
    const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights)
    const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights)
    const sums = i32x4.add(
      v128.shuffle<i32>(low, high, 0, 2, 4, 6),
      v128.shuffle<i32>(low, high, 1, 3, 5, 7),
    )
    const words = i32x4.shr_s(i32x4.add(sums, offset), 15)
    const bytes = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(words, words), words)
    v128.store32_lane(row + <usize>x, bytes, 0)
  }
}

/** One sample for two by two pixels, seen from the left pair: 1 2 1 across, 1 1 down. */
function colourRow(upper: usize, lower: usize, width: i32, blue: usize, red: usize): void {
  const blueWeights = i16x8(-3298, -11094, 14392, 0, 0, 0, 0, 0)
  const redWeights = i16x8(14392, -13072, -1320, 0, 0, 0, 0, 0)
  const last = width - 1
  for (let x = 0; x < width; x += 2) {
    const middle = sumRows(upper, lower, x)
    const sum = i16x8.add(
      i16x8.add(sumRows(upper, lower, max(x - 1, 0)), sumRows(upper, lower, min(x + 1, last))),
      i16x8.add(middle, middle),
    )
    store<u8>(blue + <usize>(x >> 1), weighSum(sum, blueWeights))
    store<u8>(red + <usize>(x >> 1), weighSum(sum, redWeights))
  }
}

// @ts-expect-error: decorators are the compiler's own
@inline
function sumRows(upper: usize, lower: usize, x: i32): v128 {
  const at = <usize>x * 4
  return i16x8.add(
    i16x8.extend_low_i8x16_u(v128.load32_zero(upper + at)),
    i16x8.extend_low_i8x16_u(v128.load32_zero(lower + at)),
  )
}

/** Of eight samples: three bits more to be shifted away. */
// @ts-expect-error: decorators are the compiler's own
@inline
function weighSum(sum: v128, weights: v128): u8 {
  const parts = i32x4.dot_i16x8_s(sum, weights)
  const value = (i32x4.extract_lane(parts, 0) + i32x4.extract_lane(parts, 1) + (1 << 17)) >> 18
  return <u8>min(max(value, -128), 127)
}
