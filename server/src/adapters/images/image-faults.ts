/**
 * Whose fault a failure of the image library is. Only what its decoders say of the bytes blames the picture; a time limit, a
 * lack of memory and a broken disk do not.
 */
import { ImageNotProcessed, UnusableImage } from '#ports/images.ts'

/** How each of the four decoders begins its complaints. */
const OF_DECODERS =
  /VipsJpeg|jpegload|vipspng|pngload|libpng|IDAT|gifload|nsgif|webp2vips|webpload|Warning treated as error|corrupt header/
const OF_TIME = /^timeout:/m
const OF_MEMORY = /out of memory|unable to allocate|cannot allocate|insufficient memory|bad_alloc|ENOMEM/i
/** What decoding takes at most, for each pixel: a progressive JPEG is unpacked whole. */
const BYTES_OF_A_PIXEL = 9

/** The failure by name; the error itself where it is neither the picture's fault nor known to pass. */
export function imageFault(error: unknown, { pixels }: { pixels: number }): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  const { message } = error
  if (OF_TIME.test(message)) return new ImageNotProcessed('timed_out', { cause: error })
  // Decoders that find no memory may only say that they could not read on.
  if (OF_MEMORY.test(message) || !hasRoomFor(pixels * BYTES_OF_A_PIXEL))
    return new ImageNotProcessed('out_of_memory', { cause: error })
  if (OF_DECODERS.test(message)) return new UnusableImage('damaged', 'is damaged, or breaks off before its end')
  return error
}

/** Allocates the memory and releases it: what is never written to costs nothing. */
function hasRoomFor(bytes: number): boolean {
  try {
    return new ArrayBuffer(bytes).byteLength === bytes
  } catch {
    // The only reason why a buffer of this size cannot be had is that there is no memory for it.
    return false
  }
}
