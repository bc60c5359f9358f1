/** How steadily a picture moves: where soft dots are in each frame, beside where the timeline says they should be. */
import type { Window } from '@tangelo/kernel/timeline'
import { planOf } from '@tangelo/kernel/timeline'
import sharp from 'sharp'
import { prepareReel, REEL, reelSettings } from './reel-frames.ts'

const PICTURE = { width: 3_000, height: 4_000 }
/** In pixels of the picture; far enough apart that no dot reaches into another's box. */
const DOT_SIGMA = 9
const DOT_APART = 250
/** In pixels of the output. */
const BOX = 40

export interface Jitter {
  motion: string
  /** RMS of what is left after the mean, in pixels of the output. */
  across: number
  down: number
  /** The mean itself: everything lies so far from where it should, in every frame alike. */
  offset: number
}

export async function jitter(): Promise<Jitter[]> {
  const dots = dotsIn(PICTURE)
  const picture = await drawDots(dots)
  const found: Jitter[] = []
  for (const motion of ['drift', 'zoom-in', 'zoom-out'] as const) {
    const { timeline, painter } = await prepareReel([picture], reelSettings(1, motion))
    const errors: { x: number; y: number }[] = []
    for (let frame = 0; frame < timeline.frames; frame += 1) {
      const plan = planOf(timeline, frame)
      const luma = painter.paint(plan)
      const off = dots
        .map((dot) => measureOffset(luma, toFramePlace(dot, plan.sight.window)))
        .filter((one) => one !== null)
      errors.push({ x: mean(off.map(({ x }) => x)), y: mean(off.map(({ y }) => y)) })
    }
    const [x, y] = [mean(errors.map((one) => one.x)), mean(errors.map((one) => one.y))]
    found.push({
      motion,
      across: Math.sqrt(mean(errors.map((one) => (one.x - x) ** 2))),
      down: Math.sqrt(mean(errors.map((one) => (one.y - y) ** 2))),
      offset: Math.hypot(x, y),
    })
  }
  return found
}

interface Place {
  x: number
  y: number
}

function dotsIn({ width, height }: typeof PICTURE): Place[] {
  const dots: Place[] = []
  for (let y = DOT_APART; y < height - DOT_APART / 2; y += DOT_APART)
    for (let x = DOT_APART; x < width - DOT_APART / 2; x += DOT_APART) dots.push({ x: x + 0.37, y: y + 0.61 })
  return dots
}

function drawDots(dots: readonly Place[]): Promise<Buffer> {
  const { width, height } = PICTURE
  const pixels = new Uint8Array(width * height * 3)
  const reach = DOT_SIGMA * 5
  for (const { x, y } of dots)
    for (let row = Math.floor(y - reach); row < y + reach; row += 1)
      for (let column = Math.floor(x - reach); column < x + reach; column += 1) {
        const distance = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2
        const at = (row * width + column) * 3
        pixels.fill(Math.round(230 * Math.exp(-distance / (2 * DOT_SIGMA ** 2))), at, at + 3)
      }
  return sharp(pixels, { raw: { ...PICTURE, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const toFramePlace = ({ x, y }: Place, window: Window): Place => ({
  x: ((x / PICTURE.width - window.x) / window.width) * REEL.width,
  y: ((y / PICTURE.height - window.y) / window.height) * REEL.height,
})

/** From the expected place to the centre of light around it; null for a dot that is not wholly seen. */
function measureOffset(luma: Uint8Array, expected: Place): Place | null {
  const [left, top] = [Math.round(expected.x) - BOX, Math.round(expected.y) - BOX]
  if (left < 0 || top < 0 || left + 2 * BOX > REEL.width || top + 2 * BOX > REEL.height) return null
  let [light, x, y] = [0, 0, 0]
  for (let row = top; row < top + 2 * BOX; row += 1)
    for (let column = left; column < left + 2 * BOX; column += 1) {
      const value = (luma[row * REEL.width + column] ?? 16) - 16
      light += value
      x += value * (column + 0.5)
      y += value * (row + 0.5)
    }
  return { x: x / light - expected.x, y: y / light - expected.y }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
