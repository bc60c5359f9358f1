/**
 * The caption as one picture that is blended into every frame, in the preview and in the file. It never leaves what Instagram
 * keeps free (REEL_SAFE_ZONE), and is centred in the whole picture.
 */
import type { ReelSettings } from '@tangelo/contract'
import { REEL_HEIGHT, REEL_SAFE_ZONE, REEL_WIDTH } from '@tangelo/contract/limits'
import type { CaptionPicture } from '#ports/renderer.ts'
import { type DrawnText, drawText, imageLibrary } from './caption-text.ts'

type Caption = ReelSettings['caption']

/** Around the text, in pixels: what the style draws there. */
const MARGIN = { outline: { x: 12, y: 12 }, box: { x: 32, y: 24 }, plain: { x: 0, y: 0 } } as const
/** Blurred and steepened, the letters' own alpha becomes a rim of about five pixels with a smooth edge. */
const OUTLINE = { sigma: 3.5, gain: 5 } as const
const BOX_ALPHA = 166
const BOX_RADIUS = 28
/** What stays free on both sides alike, so that the middle of the text is the middle of the picture. */
const SIDE = Math.max(REEL_SAFE_ZONE.left, REEL_SAFE_ZONE.right)
const ZONE = { top: REEL_SAFE_ZONE.top, bottom: REEL_HEIGHT - REEL_SAFE_ZONE.bottom } as const
/** Three tenths of the picture. */
const HEIGHT_PREFERRED = 576

let turn: Promise<unknown> = Promise.resolve()

/** One at a time: pango draws under one lock, and waiting calls would block the threads that read files. */
export function captionPicture(caption: Caption): Promise<{ picture: CaptionPicture | null; isCut: boolean }> {
  const mine = turn.then(() => drawCaption(caption))
  turn = mine.catch(() => undefined)
  return mine
}

async function drawCaption({ isShown, text, place, style }: Caption) {
  const margin = MARGIN[style]
  const letters = isShown
    ? await drawText(text, {
        width: REEL_WIDTH - 2 * (SIDE + margin.x),
        heightPreferred: HEIGHT_PREFERRED - 2 * margin.y,
        heightMax: ZONE.bottom - ZONE.top - 2 * margin.y,
      })
    : null
  if (!letters) return { picture: null, isCut: false }
  const width = letters.width + 2 * margin.x
  const height = letters.height + 2 * margin.y
  const rgba = style === 'plain' ? letters.rgba : await onGround(letters, style, { width, height })
  const y = {
    top: ZONE.top,
    middle: Math.round((ZONE.top + ZONE.bottom - height) / 2),
    bottom: ZONE.bottom - height,
  }[place]
  const picture: CaptionPicture = { x: Math.round((REEL_WIDTH - width) / 2), y, width, height, rgba }
  return { picture, isCut: letters.isCut }
}

/** Over black that is as dense as the style says. */
async function onGround(letters: DrawnText, style: 'outline' | 'box', size: { width: number; height: number }) {
  const ground = style === 'box' ? boxAlpha(size) : await outlineAlpha(letters)
  const black = Buffer.alloc(size.width * size.height * 4)
  for (const [pixel, alpha] of ground.entries()) black[pixel * 4 + 3] = alpha
  const sharp = await imageLibrary()
  const raw = { width: letters.width, height: letters.height, channels: 4 } as const
  return await sharp(black, { raw: { ...size, channels: 4 } })
    .composite([{ input: letters.rgba, raw, left: MARGIN[style].x, top: MARGIN[style].y }])
    .raw()
    .toBuffer()
}

async function outlineAlpha({ rgba, width, height }: DrawnText): Promise<Uint8Array> {
  const { x, y } = MARGIN.outline
  const sharp = await imageLibrary()
  const alpha = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .extractChannel(3)
    .raw()
    .toBuffer()
  return await sharp(alpha, { raw: { width, height, channels: 1 } })
    .extend({ left: x, right: x, top: y, bottom: y, background: { r: 0, g: 0, b: 0 } })
    .blur(OUTLINE.sigma)
    .linear(OUTLINE.gain, 0)
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** A box with round corners; a pixel on the curve is covered as far as the curve goes through it. */
function boxAlpha({ width, height }: { width: number; height: number }): Uint8Array {
  const alpha = new Uint8Array(width * height).fill(BOX_ALPHA)
  const radius = Math.min(BOX_RADIUS, width / 2, height / 2)
  for (let y = 0; y < radius; y += 1)
    for (let x = 0; x < radius; x += 1) {
      const beyond = Math.hypot(radius - x - 0.5, radius - y - 0.5) - radius
      const value = Math.round(BOX_ALPHA * Math.min(1, Math.max(0, 0.5 - beyond)))
      for (const row of [y, height - 1 - y]) {
        alpha[row * width + x] = value
        alpha[row * width + width - 1 - x] = value
      }
    }
  return alpha
}
