/** Mixes finished planes. */

/** `target` becomes `target * (256 - weight) + other * weight`, of 256. */
export function blend(target: usize, other: usize, bytes: i32, weight: i32): void {
  const there = i16x8.splat(<i16>(256 - weight))
  const here = i16x8.splat(<i16>weight)
  // 128, but not as a constant: V8 would make that anew for every eight samples.
  const half = i16x8.shr_u(i16x8.add(there, here), 1)
  const whole = <usize>(bytes & ~7)
  for (let at: usize = 0; at < whole; at += 8) {
    const sum = i16x8.add(
      i16x8.add(i16x8.mul(v128.load8x8_u(target + at), there), half),
      i16x8.mul(v128.load8x8_u(other + at), here),
    )
    const mixed = i16x8.shr_u(sum, 8)
    v128.store64_lane(target + at, i8x16.narrow_i16x8_u(mixed, mixed), 0)
  }
  for (let at = whole; at < <usize>bytes; at++)
    store<u8>(target + at, (load<u8>(target + at) * (256 - weight) + load<u8>(other + at) * weight + 128) >> 8)
}

/**
 * Lays a prepared caption over a part of a plane. Per sample, `ink` holds what is added and `clear` what share of the plane
 * stays, both u16, both of 256, rows without gaps.
 */
export function blendCaption(
  target: usize,
  targetStride: usize,
  ink: usize,
  clear: usize,
  width: i32,
  height: i32,
): void {
  const half = i16x8.splat(128)
  const untouched = i16x8.splat(256)
  const whole = width & ~7
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < whole; x += 8) {
      const share = v128.load(clear)
      if (!i16x8.all_true(i16x8.eq(share, untouched))) {
        const under = v128.load8x8_u(target + <usize>x)
        const sum = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.mul(under, share), v128.load(ink)), half), 8)
        v128.store64_lane(target + <usize>x, i8x16.narrow_i16x8_u(sum, sum), 0)
      }
      ink += 16
      clear += 16
    }
    for (let x = whole; x < width; x++) {
      const sum = <u32>load<u8>(target + <usize>x) * load<u16>(clear) + load<u16>(ink) + 128
      store<u8>(target + <usize>x, sum >> 8)
      ink += 2
      clear += 2
    }
    target += targetStride
  }
}

/** Copies the columns from `first` on, of planes without gaps. */
export function copyColumns(target: usize, source: usize, first: i32, width: i32, height: i32): void {
  const length = <usize>(width - first)
  const end = <usize>(width * height)
  for (let at = <usize>first; at < end; at += <usize>width) memory.copy(target + at, source + at, length)
}
