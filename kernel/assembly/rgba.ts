/** Turns a finished frame into pixels for a screen. */

/** Planes as `draw` leaves them, without gaps; each sample of colour is used for its two by two pixels. */
export function rgbaOf(luma: usize, blue: usize, red: usize, width: i32, height: i32, rgba: usize): void {
  const half = width >> 1
  for (let y = 0; y < height; y++) {
    const colour = <usize>((y >> 1) * half)
    for (let x = 0; x < width; x += 2) {
      const u = <i32>load<u8>(blue + colour + <usize>(x >> 1)) - 128
      const v = <i32>load<u8>(red + colour + <usize>(x >> 1)) - 128
      // bt709, limited range, in 1/65536.
      const toRed = 117_489 * v + 32_768
      const toGreen = -13_975 * u - 34_925 * v + 32_768
      const toBlue = 138_438 * u + 32_768
      store<u32>(rgba, pixel(load<u8>(luma), toRed, toGreen, toBlue))
      store<u32>(rgba, pixel(load<u8>(luma, 1), toRed, toGreen, toBlue), 4)
      luma += 2
      rgba += 8
    }
  }
}

// @ts-expect-error: decorators are the compiler's own
@inline
function pixel(luma: u8, toRed: i32, toGreen: i32, toBlue: i32): u32 {
  const light = (<i32>luma - 16) * 76_309
  return byte(light + toRed) | (byte(light + toGreen) << 8) | (byte(light + toBlue) << 16) | 0xff000000
}

// @ts-expect-error: decorators are the compiler's own
@inline
function byte(scaled: i32): u32 {
  return <u32>min(max(scaled >> 16, 0), 255)
}
