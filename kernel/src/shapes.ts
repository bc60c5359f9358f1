/** The shapes that the timeline and the painter speak of. */

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The part of a picture that fills the frame, as shares of the picture's width and height: 0 to 1, from the upper left. */
export interface Window {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Which part of a picture is worth having in memory, in whole pixels of the picture, and at how many pixels: so many that the
 * closest view of it has one for one of the output.
 */
export interface Cutting {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** To what size that part is scaled. */
  readonly scaled: Size
}

/** Pixels as a decoder gives them: four bytes each, rows without gaps, opaque. */
export interface Pixels extends Size {
  readonly rgba: Uint8Array | Uint8ClampedArray
}

/** Straight alpha, four bytes a pixel, in pixels of 1080 by 1920, whatever the painter's own size is. */
export interface Caption extends Pixels {
  readonly x: number
  readonly y: number
}

/** Where pixels lie in the picture they were cut from. */
export interface Origin {
  readonly picture: Size
  readonly cutting: Cutting
}
