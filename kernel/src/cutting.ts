/** Cuts pictures to what a timeline shows of them. */
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import type { Cutting, Size } from './shapes.ts'
import type { Scene } from './timeline.ts'

/** Pixels around what is shown, of the output's size: the interpolation looks at its neighbours. */
const MARGIN = 4

export function cuttingOf({ from, to }: Scene, size: Size, output: Size = { width: REEL_WIDTH, height: REEL_HEIGHT }) {
  const across = partOf(from.x, from.width, to.x, to.width, size.width, output.width)
  const down = partOf(from.y, from.height, to.y, to.height, size.height, output.height)
  const cutting: Cutting = {
    left: across.start,
    top: down.start,
    width: across.length,
    height: down.length,
    scaled: { width: across.scaled, height: down.scaled },
  }
  return cutting
}

function partOf(from: number, fromLength: number, to: number, toLength: number, pixels: number, output: number) {
  /** Pixels of the output for one of the picture, at the closest view. */
  const scale = output / (Math.min(fromLength, toLength) * pixels)
  const margin = Math.ceil(MARGIN / scale)
  const start = Math.max(0, Math.floor(Math.min(from, to) * pixels) - margin)
  const end = Math.min(pixels, Math.ceil(Math.max(from + fromLength, to + toLength) * pixels) + margin)
  return { start, length: end - start, scaled: Math.max(2, Math.round((end - start) * scale)) }
}
