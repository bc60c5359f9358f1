/**
 * Draws the frames of a reel, in the server as in the browser: planar 4:2:0, bt709, limited range, at sub-pixel positions.
 * Everything that costs time runs in WebAssembly (`../assembly`).
 */
import type { Cutting, FramePlan, Size } from './timeline.ts'

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

export interface Painter extends Size {
  /** `width * height * 3 / 2`: luma, then the two planes of colour, each without gaps. */
  readonly frameBytes: number
  /** Gives picture `index` its pixels: `cutting` of it, scaled to `cutting.scaled`. May be called again. */
  setPicture(index: number, pixels: Pixels, origin: Origin): void
  /** Blended into every frame from now on; null for none. */
  setCaption(caption: Caption | null): void
  /**
   * Draws a frame. What is answered is a view into the kernel's memory: good until the next call of anything here. Throws
   * a RangeError for a picture that was not set.
   */
  paint(plan: FramePlan): Uint8Array
  /** The frame painted last, for a canvas. A view like that of `paint`. */
  toRgba(): Uint8ClampedArray<ArrayBuffer>
}

export interface Kernel {
  /** Each painter has a memory of its own. Width and height are even and at least 16. */
  painter(size: Size): Painter
}
