/** How near a drawn frame is to the best that the picture allows: the same window, by Lanczos straight from the source. */
import type { Size, Window } from '@tangelo/kernel/timeline'
import { planOf } from '@tangelo/kernel/timeline'
import sharp from 'sharp'
import { prepareReel, REEL, reelSettings } from './reel-frames.ts'
import { ssim } from './ssim.ts'

const LOBES = 3
const FRAMES = [0, 7, 22, 44, 45, 61, 89]

/** SSIM of luma, of single frames while a picture moves in each way. */
export async function sharpness(picture: Uint8Array): Promise<{ motion: string; frame: number; ssim: number }[]> {
  const source = await sourceLuma(picture)
  const found: { motion: string; frame: number; ssim: number }[] = []
  for (const motion of ['drift', 'zoom-in', 'zoom-out', 'still'] as const) {
    const { timeline, painter } = await prepareReel([picture], reelSettings(1, motion))
    for (const frame of motion === 'still' ? [0] : FRAMES) {
      const plan = planOf(timeline, frame)
      const painted = Float32Array.from(painter.paint(plan).subarray(0, REEL.width * REEL.height))
      found.push({ motion, frame, ssim: ssim(painted, ideal(source, plan.sight.window), REEL.width) })
    }
  }
  return found
}

interface Luma extends Size {
  values: Float32Array
}

/** bt709, limited range, not rounded. */
async function sourceLuma(picture: Uint8Array): Promise<Luma> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const values = new Float32Array(info.width * info.height)
  for (let at = 0; at < values.length; at += 1)
    values[at] =
      16 +
      (219 / 255) * (0.2126 * (data[at * 3] ?? 0) + 0.7152 * (data[at * 3 + 1] ?? 0) + 0.0722 * (data[at * 3 + 2] ?? 0))
  return { width: info.width, height: info.height, values }
}

function ideal({ width, height, values }: Luma, window: Window): Float32Array {
  const columns = taps(window.x * width, (window.width * width) / REEL.width, REEL.width, width)
  const rows = taps(window.y * height, (window.height * height) / REEL.height, REEL.height, height)
  const across = new Float32Array(REEL.width * height)
  for (let y = 0; y < height; y += 1)
    for (const [x, { first, weights }] of columns.entries()) {
      let sum = 0
      for (let tap = 0; tap < weights.length; tap += 1)
        sum += (weights[tap] ?? 0) * (values[y * width + clampIndex(first + tap, width)] ?? 0)
      across[y * REEL.width + x] = sum
    }
  const result = new Float32Array(REEL.width * REEL.height)
  for (const [y, { first, weights }] of rows.entries())
    for (let tap = 0; tap < weights.length; tap += 1) {
      const from = clampIndex(first + tap, height) * REEL.width
      const weight = weights[tap] ?? 0
      for (let x = 0; x < REEL.width; x += 1)
        result[y * REEL.width + x] = (result[y * REEL.width + x] ?? 0) + weight * (across[from + x] ?? 0)
    }
  return result
}

const clampIndex = (at: number, length: number) => Math.min(Math.max(0, at), length - 1)

function taps(start: number, step: number, count: number, length: number) {
  const reach = LOBES * Math.max(1, step)
  return Array.from({ length: count }, (_, index) => {
    const middle = start + step * (index + 0.5) - 0.5
    const first = Math.ceil(middle - reach)
    const weights = Array.from({ length: Math.floor(middle + reach) - first + 1 }, (_, tap) =>
      lanczos((first + tap - middle) / Math.max(1, step)),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { first: Math.min(first, length), weights: weights.map((weight) => weight / sum) }
  })
}

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= LOBES) return 0
  const angle = Math.PI * x
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / angle ** 2
}
