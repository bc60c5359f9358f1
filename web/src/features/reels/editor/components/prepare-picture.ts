/**
 * Pictures and captions as the kernel takes them. Works in a worker as in a page. A picture is cut and scaled once for a
 * size of the preview: to the middle that any motion can show, as large as the closest view needs it.
 */
import { MOTION_STRENGTH } from '@tangelo/contract/limits'
import type { Caption, Cutting, Pixels, Size } from '@tangelo/kernel'
import type { PreparedPicture } from './preview-messages.ts'

/** Pixels around what is shown: the interpolation looks at its neighbours. */
const MARGIN = 4

/** What shows through a picture, in the file as here. */
const PAPER = '#ffffff'

/** What any motion of any strength can show of a picture. */
export function widestCutting(picture: Size, output: Size): Cutting {
  const cover = Math.max(output.width / picture.width, output.height / picture.height)
  const closest = cover * (1 + MOTION_STRENGTH.max)
  const findPart = (length: number, shown: number) => {
    const wanted = (shown * (1 + MOTION_STRENGTH.max)) / cover + (2 * MARGIN) / closest
    const start = Math.max(0, Math.floor((length - wanted) / 2))
    return { start, length: length - 2 * start }
  }
  const across = findPart(picture.width, output.width)
  const down = findPart(picture.height, output.height)
  const scale = (length: number): number => Math.max(2, Math.round(length * closest))
  return {
    left: across.start,
    top: down.start,
    width: across.length,
    height: down.length,
    scaled: { width: scale(across.length), height: scale(down.length) },
  }
}

/** Throws where the picture cannot be had. */
export async function preparePicture(address: string, output: Size): Promise<PreparedPicture> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const whole = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'default' })
  try {
    const picture = { width: whole.width, height: whole.height }
    const cutting = widestCutting(picture, output)
    const { width, height } = cutting.scaled
    const part = await createImageBitmap(whole, cutting.left, cutting.top, cutting.width, cutting.height, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    })
    return { pixels: pixelsOf(part, PAPER), origin: { picture, cutting } }
  } finally {
    whole.close()
  }
}

interface DrawnPicture {
  readonly x: number
  readonly y: number
  /** PNG, base64. */
  readonly image: string
}

export async function prepareCaption({ x, y, image }: DrawnPicture): Promise<Caption> {
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { premultiplyAlpha: 'none' })
  return { x, y, ...pixelsOf(bitmap) }
}

/** Uses the bitmap up. */
function pixelsOf(bitmap: ImageBitmap, background?: string): Pixels {
  const { width, height } = bitmap
  const context = contextOf(width, height)
  if (background) {
    context.fillStyle = background
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}

/** Read from once, so it is kept where reading is quick. */
const READ_OFTEN: CanvasRenderingContext2DSettings = { willReadFrequently: true }

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D {
  const context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null =
    typeof OffscreenCanvas === 'function'
      ? new OffscreenCanvas(width, height).getContext('2d', READ_OFTEN)
      : canvasOf(width, height).getContext('2d', READ_OFTEN)
  if (!context) throw new Error('This browser has no canvas')
  return context
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}
