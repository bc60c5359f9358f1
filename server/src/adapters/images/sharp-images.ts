/**
 * Images through libvips. It could read many formats; all but four are closed to it. It works on threads of its own, two
 * images at a time and a very large one alone, so that answering goes on meanwhile.
 */
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '@tangelo/contract/limits'
import type sharp from 'sharp'
import { type Images, type PreparedImage, type ReducedImage, UnusableImage } from '#ports/images.ts'
import { places } from './places.ts'

const AT_ONCE = 2
/** A progressive JPEG is unpacked whole, at up to nine bytes for each pixel: two of the largest would be 1.7 GB. */
const PIXELS_AT_ONCE = IMAGE_PIXELS_MAX
const TIMEOUT_SECONDS = 60
const FORMATS = new Set(['jpeg', 'png', 'gif', 'webp'])
/** Longer sides are scaled down: a reel is 1,920 pixels high, and what is kept has a bound. */
const KEPT_SIDE_MAX = 4_096
/** No difference to be seen in a photograph, at a third of the bytes of 95; text keeps its edges with every colour kept. */
const JPEG = { quality: 88, chromaSubsampling: '4:4:4' } as const
/** Coding larger ones optimally saves a few percent, and takes 150 MB of memory for twelve million pixels. */
const OPTIMAL_PIXELS_MAX = 2_500_000
const THUMBNAIL_BYTES_MAX = 30_000
/** From the best to what fits in any case. */
const THUMBNAILS = [
  { side: 400, quality: 75 },
  { side: 400, quality: 45 },
  { side: 320, quality: 20 },
  { side: 160, quality: 20 },
  { side: 80, quality: 10 },
] as const

type Library = typeof sharp
/** A path, or the bytes themselves. */
type Source = string | Uint8Array
type Header = Awaited<ReturnType<typeof judged>>

/** Loaded when the first image comes: the start does not wait for it, and many installations never need it. */
let loaded: Promise<Library> | undefined
const library = () => {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Library> {
  const { default: lib } = await import('sharp')
  lib.block({ operation: ['VipsForeignLoad'] })
  lib.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].flatMap((format) => [
      `VipsForeignLoad${format}File`,
      `VipsForeignLoad${format}Buffer`,
    ]),
  })
  // Every image comes once: a cache would only hold memory.
  lib.cache(false)
  lib.concurrency(1)
  return lib
}

/** Of this process, however many ask. */
const turns = places(AT_ONCE, PIXELS_AT_ONCE)

export function sharpImages(): Images {
  async function inTurn<Result>(source: Source, make: (lib: Library, header: Header) => Promise<Result>) {
    const lib = await library()
    const header = await judged(lib, source)
    const leave = await turns.enter(header.width * header.height)
    try {
      return await make(lib, header)
    } catch {
      // The header was in order, so the rest is not: libvips says where, which helps nobody who looks at a picture.
      throw new UnusableImage('damaged', 'is damaged, or breaks off before its end')
    } finally {
      leave()
    }
  }

  return {
    prepare: (path) => inTurn(path, (lib, header) => prepared(lib, path, header)),
    reduce: (bytes, sideMax) => inTurn(bytes, (lib, header) => reduced(lib, bytes, header, sideMax)),
    thumbnail: (path) => inTurn(path, (lib) => thumbnailOf(lib, path)),
    async pixels({ bytes }) {
      const lib = await library()
      const { data, info } = await lib(bytes)
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { rgb: new Uint8Array(data), width: info.width, height: info.height }
    },
    async encode({ rgba, width, height }) {
      const lib = await library()
      return lib(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer()
    },
  }
}

async function prepared(lib: Library, path: string, { hasAlpha, width, height }: Header): Promise<PreparedImage> {
  const isTransparent = hasAlpha && !(await opened(lib, path).stats()).isOpaque
  const upright = opened(lib, path)
    .autoOrient()
    .resize({ width: KEPT_SIDE_MAX, height: KEPT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
  const jpeg = { ...JPEG, optimiseCoding: width * height <= OPTIMAL_PIXELS_MAX }
  // What can be seen through stays so; everything else is a tenth of the bytes as JPEG.
  const { data, info } = await (isTransparent ? upright.png() : upright.jpeg(jpeg)).toBuffer({
    resolveWithObject: true,
  })
  return {
    bytes: data,
    type: isTransparent ? 'image/png' : 'image/jpeg',
    width: info.width,
    height: info.height,
    thumbnail: await thumbnailOf(lib, data),
  }
}

/** A JPEG is unpacked at a fraction of its size already, which spares most of the work. */
async function reduced(lib: Library, bytes: Uint8Array, header: Header, sideMax: number): Promise<ReducedImage> {
  const { data, info } = await opened(lib, bytes)
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  const { width, height } = header.autoOrient
  return {
    bytes: data,
    type: 'image/jpeg',
    width: info.width,
    height: info.height,
    originalWidth: width,
    originalHeight: height,
  }
}

/** By the header alone, before any pixel is read. */
async function judged(lib: Library, source: Source) {
  const found = await headerOf(lib, source)
  if (!found || !FORMATS.has(found.format))
    throw new UnusableImage('not_an_image', 'is not a JPEG, PNG, GIF or WebP image')
  const { width, height } = found
  const size = `is ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`
  if (width * height > IMAGE_PIXELS_MAX)
    throw new UnusableImage('too_large', `${size}: at most ${IMAGE_PIXELS_MAX / 1_000_000} million are taken`)
  if (Math.max(width, height) > IMAGE_SIDE_MAX)
    throw new UnusableImage('too_large', `${size}: a side may have at most ${IMAGE_SIDE_MAX.toLocaleString('en')}`)
  return found
}

/** Null for what is no image that is known here; the library throws at once for no bytes at all. */
async function headerOf(lib: Library, source: Source) {
  try {
    return await lib(source, { limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

const opened = (lib: Library, source: Source) =>
  lib(source, { failOn: 'warning', limitInputPixels: IMAGE_PIXELS_MAX }).timeout({ seconds: TIMEOUT_SECONDS })

async function thumbnailOf(lib: Library, image: Uint8Array | string): Promise<Uint8Array> {
  let smallest: Uint8Array = new Uint8Array()
  for (const { side, quality } of THUMBNAILS) {
    smallest = await opened(lib, image)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
    if (smallest.length <= THUMBNAIL_BYTES_MAX) break
  }
  return smallest
}
