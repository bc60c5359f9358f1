/** Which source samples make which sample of the output, and how much each counts. See `./drawing`. */

import { GROUP_BYTES, ROW_BYTES } from './layout'

/** How far outside of a source positions may lie; further ones are taken as this one. */
const OUTSIDE: f64 = 8

/**
 * The groups of a row of `width` samples: sample x lies at `first + x * step` in a source of `sourceWidth`. Answers how many
 * there are. With a `step` of at most 1.7, sixteen bytes of the source hold all neighbours of a group.
 */
export function columnsOf(groups: usize, width: i32, first: f64, step: f64, sourceWidth: i32): i32 {
  const count = (width + 7) >> 3
  const most = <f64>sourceWidth - 1 + OUTSIDE
  for (let index = 0; index < count; index++) {
    const group = groups + <usize>index * GROUP_BYTES
    const x = min(index << 3, width - 8)
    let begin = 0
    for (let lane = 0; lane < 8; lane++) {
      const position = min(max(first + <f64>(x + lane) * step, -OUTSIDE), most)
      const whole = floor(position)
      if (lane == 0) {
        begin = <i32>whole
        store<i32>(group, begin - 1)
        store<i32>(group, x << 1, 4)
      }
      const lanes = group + <usize>(lane << 1)
      store<u16>(lanes, <u16>(0x80 | ((<i32>whole - begin) << 8)), 16)
      weights(position - whole, lanes + 32, 16)
    }
  }
  return count
}

/** The rows of an output `height` high, likewise. */
export function rowsOf(rows: usize, height: i32, first: f64, step: f64, sourceHeight: i32): void {
  const most = <f64>sourceHeight - 1 + OUTSIDE
  for (let y = 0; y < height; y++) {
    const row = rows + <usize>y * ROW_BYTES
    const position = min(max(first + <f64>y * step, -OUTSIDE), most)
    const whole = floor(position)
    store<i32>(row, <i32>whole - 1)
    weights(position - whole, row + 4, 2)
  }
}

/** Catmull-Rom, in Q14; together exactly 1, so that even areas stay even. */
// @ts-expect-error: decorators are the compiler's own
@inline
function weights(t: f64, at: usize, apart: usize): void {
  const a = <i32>nearest(8192 * t * (t * (2 - t) - 1))
  const c = <i32>nearest(8192 * t * (t * (4 - 3 * t) + 1))
  const d = <i32>nearest(8192 * t * t * (t - 1))
  store<i16>(at, <i16>a)
  store<i16>(at + apart, <i16>(16384 - a - c - d))
  store<i16>(at + 2 * apart, <i16>c)
  store<i16>(at + 3 * apart, <i16>d)
}
