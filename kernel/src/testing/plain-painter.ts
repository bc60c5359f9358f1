/** The same frames, drawn as plainly as they can be said: for tests and for judging the kernel, never for speed. */
import type { Origin, Pixels, Size, Window } from '../shapes.ts'

/** Values from 0 to 255, not rounded. */
export interface PlainPlane extends Size {
  readonly values: Float64Array
}

export interface PlainFrame {
  readonly luma: PlainPlane
  readonly blue: PlainPlane
  readonly red: PlainPlane
}

/** Luma of each pixel, colour of two by two seen from the left pair. */
export function plainPlanes({ rgba, width, height }: Pixels): PlainFrame {
  const at = (x: number, y: number, channel: number) =>
    rgba[(Math.min(Math.max(0, y), height - 1) * width + Math.min(Math.max(0, x), width - 1)) * 4 + channel] ?? 0
  const luma = plane({ width, height }, (x, y) => 16 + lightOf(at(x, y, 0), at(x, y, 1), at(x, y, 2)) * (219 / 255))
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const mean = (x: number, y: number, channel: number) =>
    [-1, 0, 0, 1].reduce((sum, dx) => sum + at(2 * x + dx, 2 * y, channel) + at(2 * x + dx, 2 * y + 1, channel), 0) / 8
  const colour = (channel: number, share: number) =>
    plane(half, (x, y) => {
      const light = lightOf(mean(x, y, 0), mean(x, y, 1), mean(x, y, 2))
      return 128 + ((mean(x, y, channel) - light) / share) * (224 / 255)
    })
  return { luma, blue: colour(2, 1.8556), red: colour(0, 1.5748) }
}

export function plainFrame(source: PlainFrame, origin: Origin, window: Window, output: Size): PlainFrame {
  const across = (x: number) => placeOf(x, window.x, window.width, origin, 'width', output.width)
  const down = (y: number) => placeOf(y, window.y, window.height, origin, 'height', output.height)
  const half = { width: output.width / 2, height: output.height / 2 }
  // Colour lies on every second column, and between every second row and the next.
  const colour = (from: PlainPlane) =>
    plane(half, (x, y) => sampleAt(from, across(2 * x) / 2, (down(2 * y + 0.5) - 0.5) / 2))
  return {
    luma: plane(output, (x, y) => sampleAt(source.luma, across(x), down(y))),
    blue: colour(source.blue),
    red: colour(source.red),
  }
}

const lightOf = (red: number, green: number, blue: number) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function plane(size: Size, valueAt: (x: number, y: number) => number): PlainPlane {
  const values = new Float64Array(size.width * size.height)
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) values[y * size.width + x] = valueAt(x, y)
  return { ...size, values }
}

/** The index in the cut pixels that lies under the middle of pixel `x` of the output. */
function placeOf(
  x: number,
  start: number,
  length: number,
  { picture, cutting }: Origin,
  side: 'width' | 'height',
  output: number,
) {
  const inPicture = (start + (length * (x + 0.5)) / output) * picture[side]
  const cutStart = side === 'width' ? cutting.left : cutting.top
  return ((inPicture - cutStart) * cutting.scaled[side]) / cutting[side] - 0.5
}

function sampleAt({ values, width, height }: PlainPlane, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  let sum = 0
  for (let row = -1; row <= 2; row += 1)
    for (let column = -1; column <= 2; column += 1) {
      const from = Math.min(Math.max(0, top + row), height - 1) * width
      const value = values[from + Math.min(Math.max(0, left + column), width - 1)] ?? 0
      sum += value * catmullRom(y - top - row) * catmullRom(x - left - column)
    }
  return Math.min(255, Math.max(0, sum))
}

function catmullRom(distance: number): number {
  const d = Math.abs(distance)
  if (d >= 2) return 0
  return d < 1 ? 1 + d * d * (1.5 * d - 2.5) : 2 + d * (-4 + d * (2.5 - 0.5 * d))
}
