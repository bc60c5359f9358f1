/**
 * Images through libvips. It works on threads of its own, two images at a time and a very large one alone, so that answering
 * goes on meanwhile.
 */

import { IMAGE_PIXELS_MAX, type ImageVariantWidth } from '@tangelo/contract/limits'
import { type FitOptions, type Images, type PreparedImage, type ReducedImage, UnusableImage } from '#ports/images.ts'
import { imageFault } from './image-faults.ts'
import { type Header, judgeImage, pickShownPart, type Source } from './image-source.ts'
import { places } from './places.ts'
import { type Library, library, withDrawings } from './sharp-library.ts'

const AT_ONCE = 2
/** A progressive JPEG is unpacked whole, at up to nine bytes for each pixel: two of the largest would be 1.7 GB. */
const PIXELS_AT_ONCE = IMAGE_PIXELS_MAX
const TIMEOUT_SECONDS = 60
/** Longer sides are scaled down: a reel is 1,920 pixels high, and what is kept has a bound. */
const KEPT_SIDE_MAX = 4_096
/** No difference to be seen in a photograph, at a third of the bytes of 95; text keeps its edges with every colour kept. */
const JPEG = { quality: 88, chromaSubsampling: '4:4:4' } as const
/** Coding larger ones optimally saves a few percent, and takes 150 MB of memory for twelve million pixels. */
const OPTIMAL_PIXELS_MAX = 2_500_000
/** Small ones stand beside many others; a large one fills a screen. */
const VARIANT_QUALITY = { 160: 62, 480: 62, 1080: 74 } as const satisfies Record<ImageVariantWidth, number>
/** Taller than any screen shows at that width. */
const VARIANT_TALLEST = 4

interface Work {
  lib: Library
  source: Source
  header: Header
  secondsMax: number
}

/** Of this process, for all requests. */
const turns = places(AT_ONCE, PIXELS_AT_ONCE)

/** `secondsMax`: how long one step of the work may take. */
export function sharpImages({ secondsMax = TIMEOUT_SECONDS }: { secondsMax?: number } = {}): Images {
  async function inTurn<Result>(source: Source, make: (work: Work) => Promise<Result>) {
    const lib = await library()
    const header = await judgeImage(lib, source)
    const pixels = header.width * header.height
    const leave = await turns.enter(pixels)
    try {
      return await make({ lib, header, secondsMax, source: await pickShownPart(source, header) })
    } catch (error) {
      throw imageFault(error, { pixels })
    } finally {
      leave()
    }
  }

  return {
    prepare: (path) => inTurn(path, prepareImage),
    reduce: (bytes, sideMax) => inTurn(bytes, (work) => reduceImage(work, sideMax)),
    fit: (bytes, options) => inTurn(bytes, (work) => fitImage(work, options)),
    variant: (source, width) => inTurn(source, (work) => variantOf(work, width)),
    async pixels({ bytes }) {
      const lib = await library()
      const { data, info } = await lib(bytes)
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { rgb: new Uint8Array(data), width: info.width, height: info.height }
    },
    draw: (svg) =>
      withDrawings(async (lib) => lib(Buffer.from(svg)).flatten({ background: 'white' }).jpeg(JPEG).toBuffer()),
    async encode({ rgba, width, height }) {
      const lib = await library()
      return lib(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer()
    },
  }
}

async function prepareImage(work: Work): Promise<PreparedImage> {
  const { width, height } = work.header
  const isTransparent = await canBeSeenThrough(work)
  const jpeg = { ...JPEG, optimiseCoding: width * height <= OPTIMAL_PIXELS_MAX }
  const upright = asKept(work)
  // What can be seen through stays so; everything else is a tenth of the bytes as JPEG.
  const { data, info } = await (isTransparent ? upright.png() : upright.jpeg(jpeg)).toBuffer({
    resolveWithObject: true,
  })
  return {
    bytes: data,
    type: isTransparent ? 'image/png' : 'image/jpeg',
    width: info.width,
    height: info.height,
  }
}

const asKept = (work: Work) =>
  openImage(work)
    .autoOrient()
    .resize({ width: KEPT_SIDE_MAX, height: KEPT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })

/** Looks at the alpha channel alone, as it would be kept: the library's own statistics unpack all of the picture. */
async function canBeSeenThrough(work: Work): Promise<boolean> {
  const { hasAlpha, channels } = work.header
  if (!hasAlpha) return false
  const alpha = await asKept(work)
    .extractChannel(channels === 2 ? 1 : 3)
    // Of 16 bits in grey, too, 8 are looked at.
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  for (let at = 0; at < alpha.length; at += OPAQUE.length) {
    const chunk = alpha.subarray(at, at + OPAQUE.length)
    if (!chunk.equals(OPAQUE.subarray(0, chunk.length))) return true
  }
  return false
}

const OPAQUE = Buffer.alloc(64 * 1024, 0xff)

/** A JPEG is unpacked at a fraction of its size already, which spares most of the work. */
async function reduceImage(work: Work, sideMax: number): Promise<ReducedImage> {
  const { data, info } = await openImage(work)
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  const { width, height } = work.header.autoOrient
  return {
    bytes: data,
    type: 'image/jpeg',
    width: info.width,
    height: info.height,
    originalWidth: width,
    originalHeight: height,
  }
}

/** Each further try is coded more coarsely: the first one is below the bound but for pictures full of noise. */
const FIT_QUALITIES = [88, 80, 70, 55, 40] as const

async function fitImage(work: Work, { cut, widthMax, bytesMax }: FitOptions) {
  const { width, height } = work.header.autoOrient
  for (const quality of FIT_QUALITIES) {
    const { data, info } = await openImage(work)
      .autoOrient()
      .extract(cut({ width, height }))
      .resize({ width: widthMax, withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    if (data.length < bytesMax) return { bytes: data, width: info.width, height: info.height }
  }
  throw new UnusableImage('too_large', 'cannot be made small enough')
}

const variantOf = (work: Work, width: ImageVariantWidth): Promise<Uint8Array> =>
  openImage(work)
    .autoOrient()
    .resize({ width, height: width * VARIANT_TALLEST, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: VARIANT_QUALITY[width] })
    .toBuffer()

const openImage = ({ lib, source, secondsMax }: Work) =>
  lib(source, { failOn: 'warning', limitInputPixels: IMAGE_PIXELS_MAX, pages: 1 }).timeout({ seconds: secondsMax })
