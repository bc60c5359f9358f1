/** Prepares a caption for blending: scaled to the output, as planes, each sample with what it adds and what it leaves. */
import { REEL_WIDTH } from '@tangelo/contract/limits'
import type { Caption, Size } from './shapes.ts'

export interface PreparedCaption extends Size {
  /** Even, like the size. */
  readonly x: number
  readonly y: number
  readonly luma: Layer
  readonly blue: Layer
  readonly red: Layer
}

/** Of 256: what is added (already weighed by the caption's alpha), and what share of the frame stays. */
interface Layer {
  readonly ink: Uint16Array
  readonly clear: Uint16Array
}

/** Null when nothing of it lies in the frame. */
export function prepareCaption(caption: Caption, output: Size): PreparedCaption | null {
  const scale = output.width / REEL_WIDTH
  const x = evenDown(Math.max(0, caption.x * scale))
  const y = evenDown(Math.max(0, caption.y * scale))
  const width = Math.min(output.width, evenUp((caption.x + caption.width) * scale)) - x
  const height = Math.min(output.height, evenUp((caption.y + caption.height) * scale)) - y
  if (width <= 0 || height <= 0) return null
  const pixels = scaleCaption(caption, { x: x / scale, y: y / scale, width, height }, 1 / scale)
  return { x, y, width, height, ...layersOf(pixels, width, height) }
}

const evenDown = (value: number) => Math.floor(value / 2) * 2
const evenUp = (value: number) => Math.ceil(value / 2) * 2

/** Red, green, blue, each times alpha, and alpha: each pixel is the mean of what it covers. All from 0 to 1. */
function scaleCaption(caption: Caption, box: { x: number; y: number; width: number; height: number }, step: number) {
  const columns = coverage(box.x - caption.x, step, box.width, caption.width)
  const rows = coverage(box.y - caption.y, step, box.height, caption.height)
  const pixels = new Float32Array(box.width * box.height * 4)
  for (const [y, down] of rows.entries())
    for (const [x, across] of columns.entries()) {
      const at = (y * box.width + x) * 4
      for (const { index: row, share: high } of down)
        for (const { index: column, share: wide } of across) addPixel(caption, row, column, high * wide, pixels, at)
    }
  return pixels
}

function addPixel(
  { rgba, width }: Caption,
  row: number,
  column: number,
  share: number,
  pixels: Float32Array,
  at: number,
) {
  const from = (row * width + column) * 4
  const alpha = ((rgba[from + 3] ?? 0) / 255) * share
  if (alpha === 0) return
  for (let channel = 0; channel < 3; channel += 1)
    pixels[at + channel] = (pixels[at + channel] ?? 0) + ((rgba[from + channel] ?? 0) / 255) * alpha
  pixels[at + 3] = (pixels[at + 3] ?? 0) + alpha
}

/** For each pixel of a row, which of the caption's it covers, and by what share of itself. */
function coverage(offset: number, step: number, count: number, length: number) {
  return Array.from({ length: count }, (_, index) => {
    const start = offset + index * step
    const end = start + step
    const parts: { index: number; share: number }[] = []
    for (let at = Math.max(0, Math.floor(start + 1e-6)); at < Math.min(length, end - 1e-6); at += 1)
      parts.push({ index: at, share: (Math.min(end, at + 1) - Math.max(start, at)) / step })
    return parts
  })
}

type Weights = readonly [red: number, green: number, blue: number]

/** bt709, limited range, as in `assembly/planes.ts`. */
const LUMA: Weights = [0.2126 * 219, 0.7152 * 219, 0.0722 * 219]
const BLUE: Weights = [(-0.2126 / 1.8556) * 224, (-0.7152 / 1.8556) * 224, 112]
const RED: Weights = [112, (-0.7152 / 1.5748) * 224, (-0.0722 / 1.5748) * 224]

function layersOf(pixels: Float32Array, width: number, height: number) {
  const halved = colourPixels(pixels, width, height)
  return { luma: layerOf(pixels, LUMA, 16), blue: layerOf(halved, BLUE, 128), red: layerOf(halved, RED, 128) }
}

function layerOf(pixels: Float32Array, [red, green, blue]: Weights, offset: number): Layer {
  const count = pixels.length / 4
  const ink = new Uint16Array(count)
  const clear = new Uint16Array(count)
  for (let index = 0; index < count; index += 1) {
    const at = index * 4
    const alpha = pixels[at + 3] ?? 0
    const colour = red * (pixels[at] ?? 0) + green * (pixels[at + 1] ?? 0) + blue * (pixels[at + 2] ?? 0)
    ink[index] = Math.round(256 * (colour + offset * alpha))
    clear[index] = 256 - Math.round(256 * alpha)
  }
  return { ink, clear }
}

/** One for two by two, seen from the left pair, as colour lies in H.264. */
function colourPixels(pixels: Float32Array, width: number, height: number): Float32Array {
  const across = width / 2
  const halved = new Float32Array(across * (height / 2) * 4)
  const weigh = (row: number, column: number, weight: number, to: number) => {
    const from = (row * width + Math.min(Math.max(0, column), width - 1)) * 4
    for (let channel = 0; channel < 4; channel += 1)
      halved[to + channel] = (halved[to + channel] ?? 0) + (pixels[from + channel] ?? 0) * weight
  }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < across; x += 1) {
      const to = ((y >> 1) * across + x) * 4
      weigh(y, 2 * x - 1, 1 / 8, to)
      weigh(y, 2 * x, 2 / 8, to)
      weigh(y, 2 * x + 1, 1 / 8, to)
    }
  return halved
}
