/**
 * A reel's pictures through libvips: each is read once, cut to what the reel shows of it and scaled to its size there.
 * They were judged when they came (`adapters/images`); one that cannot be read any more ends the render.
 */
import type { Cutting, Pixels, Size } from '@tangelo/kernel'
import type sharp from 'sharp'
import { RenderRefused } from '#ports/renderer.ts'

type Library = typeof sharp
let loaded: Promise<Library> | undefined

/** Loaded when the first reel is rendered: the start does not wait for it. */
const library = () => {
  loaded ??= import('sharp').then(({ default: lib }) => lib)
  return loaded
}

/** From the header alone. `index` counts from 0. */
export async function pictureSize(picture: Uint8Array, index: number): Promise<Size> {
  const lib = await library()
  const { width, height } = await lib(picture, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw unreadable(index, error)
    })
  return { width, height }
}

/** What can be seen through stands on white, as on a page. */
export async function picturePixels(picture: Uint8Array, index: number, cutting: Cutting): Promise<Pixels> {
  const lib = await library()
  try {
    const { data, info } = await lib(picture, { failOn: 'warning', sequentialRead: true })
      .extract(cutting)
      .resize({ ...cutting.scaled, fit: 'fill', kernel: 'lanczos3' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { rgba: data, width: info.width, height: info.height }
  } catch (error) {
    throw unreadable(index, error)
  }
}

export async function asJpeg(rgba: Uint8ClampedArray, { width, height }: Size): Promise<Buffer> {
  const lib = await library()
  return lib(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer()
}

const unreadable = (index: number, cause: unknown) =>
  new RenderRefused('bad_picture', `Image ${index + 1} can no longer be read. Remove it and upload it again.`, {
    cause,
  })
