import type { ImageVariantWidth } from '@tangelo/contract/limits'

/** Images that people bring, made fit to be kept and shown: nothing in them is trusted (D28). */

export interface PreparedImage {
  /** Made anew from the pixels: turned as its camera was held, without metadata, the first frame of what moves. */
  bytes: Uint8Array
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
}

/** An image to be looked at, not kept: small, opaque on white, and as free of what it carried as a prepared one. */
export interface ReducedImage {
  bytes: Uint8Array
  type: 'image/jpeg'
  width: number
  height: number
  /** Of the image as it came, turned as its camera was held. */
  originalWidth: number
  originalHeight: number
}

/** Why an image is not taken: the rest of a sentence that begins with its name. */
export class UnusableImage extends Error {
  override name = 'UnusableImage'
  readonly kind: 'not_an_image' | 'too_large' | 'damaged'
  constructor(kind: UnusableImage['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const NOT_PROCESSED = {
  timed_out: 'took longer than the server allows for one image',
  out_of_memory: 'needs more memory than the server has free',
} as const

/** The picture may be in order; the server could not find out. Trying again may help. The rest of a sentence, as above. */
export class ImageNotProcessed extends Error {
  override name = 'ImageNotProcessed'
  readonly kind: keyof typeof NOT_PROCESSED
  constructor(kind: keyof typeof NOT_PROCESSED, options?: ErrorOptions) {
    super(NOT_PROCESSED[kind], options)
    this.kind = kind
  }
}

export interface FitOptions {
  cut(size: { width: number; height: number }): { left: number; top: number; width: number; height: number }
  widthMax: number
  bytesMax: number
}

/** Everything here throws `UnusableImage` for a bad picture, and `ImageNotProcessed` where the server is to blame. */
export interface Images {
  /**
   * Reads the file at that path: JPEG, PNG, GIF or WebP by its content, with any name. Throws `UnusableImage`. Few at a
   * time; the others wait.
   */
  prepare(path: string): Promise<PreparedImage>
  /** As `prepare`, of bytes in memory, with the longer side at most this many pixels. Throws `UnusableImage`. */
  reduce(bytes: Uint8Array, sideMax: number): Promise<ReducedImage>
  /** Three bytes each, row by row; in a buffer of their own, which may be handed to a thread. */
  pixels(image: ReducedImage): Promise<{ rgb: Uint8Array<ArrayBuffer>; width: number; height: number }>
  /** WebP of a file or of bytes, upright, at most so wide and never larger than it came. As `prepare` otherwise. */
  variant(source: string | Uint8Array, width: ImageVariantWidth): Promise<Uint8Array>
  /**
   * JPEG in sRGB of a part of the picture, upright, on white, at most so wide, and below so many bytes: as networks take it. `cut`
   * is asked with the upright size.
   */
  fit(bytes: Uint8Array, options: FitOptions): Promise<{ bytes: Uint8Array; width: number; height: number }>
  /** JPEG of a drawing of ours: SVG that no user has had a hand in. */
  draw(svg: string): Promise<Uint8Array>
  /** PNG of pixels of ours: four bytes each, straight alpha. */
  encode(picture: { rgba: Uint8Array; width: number; height: number }): Promise<Uint8Array>
}
