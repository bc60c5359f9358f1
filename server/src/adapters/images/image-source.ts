/** Whether something is an image that is taken, and which part of it is shown. */
import { open, readFile, stat } from 'node:fs/promises'
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '@tangelo/contract/limits'
import { UnusableImage } from '#ports/images.ts'
import { firstFrameOf } from './first-frame.ts'
import { imageFault } from './image-faults.ts'
import type { Library } from './sharp-library.ts'

/** A path, or the bytes themselves. */
export type Source = string | Uint8Array
export type Header = Awaited<ReturnType<typeof judgeImage>>

/** By the header alone, before any pixel is read. */
export async function judgeImage(lib: Library, source: Source) {
  const found = isKnown(await startOf(source)) ? await headerOf(lib, source) : null
  if (!found) throw new UnusableImage('not_an_image', 'is not a JPEG, PNG, GIF or WebP image')
  const { width, height } = found
  const size = `is ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`
  if (width * height > IMAGE_PIXELS_MAX)
    throw new UnusableImage('too_large', `${size}: at most ${IMAGE_PIXELS_MAX / 1_000_000} million are taken`)
  if (Math.max(width, height) > IMAGE_SIDE_MAX)
    throw new UnusableImage('too_large', `${size}: a side may have at most ${IMAGE_SIDE_MAX.toLocaleString('en')}`)
  return found
}

const START_BYTES = 12

async function startOf(source: Source): Promise<string> {
  if (typeof source !== 'string') return Buffer.from(source.subarray(0, START_BYTES)).toString('latin1')
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(START_BYTES) })
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function isKnown(start: string): boolean {
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP')
  return isWebp || ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a'].some((mark) => start.startsWith(mark))
}

/** Null for what begins like an image and is none. */
async function headerOf(lib: Library, source: Source) {
  try {
    return await lib(source, { limitInputPixels: false }).metadata()
  } catch (error) {
    const fault = imageFault(error, { pixels: 0 })
    const isUnread = error instanceof Error && error.message.includes('unsupported image format')
    if (isUnread || fault instanceof UnusableImage) return null
    throw fault
  }
}

/** Of a GIF its first frame; a file that is too large to be taken anyway is left to the library. */
export async function pickShownPart(source: Source, { format }: Header): Promise<Source> {
  if (format !== 'gif') return source
  if (typeof source !== 'string') return firstFrameOf(source)
  return (await stat(source)).size > IMAGE_BYTES_MAX ? source : firstFrameOf(await readFile(source))
}
