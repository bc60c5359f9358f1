/** What the page and the worker that draws the preview say to each other. */
import type { ReelSettings } from '@tangelo/contract'
import type { Caption, Origin, Pixels } from '@tangelo/kernel'
import type { Size } from '@tangelo/kernel/timeline'

/** A picture made ready for one size of the preview. */
export interface PreparedPicture {
  readonly pixels: Pixels
  readonly origin: Origin
}

export type Order =
  /** First of all. Without a canvas the frames come back as `pixels`, and the page prepares the pictures. */
  | { readonly kind: 'open'; readonly canvas: OffscreenCanvas | null }
  | {
      readonly kind: 'show'
      /** Addresses, in order; as many as `settings.pictures`. */
      readonly images: readonly string[]
      /** As far as they are known before the pictures are there. */
      readonly sizes: readonly (Size | null)[]
      readonly settings: ReelSettings
      readonly output: Size
    }
  | {
      readonly kind: 'picture'
      readonly image: string
      readonly output: Size
      readonly picture: PreparedPicture | null
    }
  | { readonly kind: 'caption'; readonly caption: Caption | null }
  /** Pauses at a moment. */
  | { readonly kind: 'stand'; readonly seconds: number }
  /** Runs from a moment, since a time of the clock (milliseconds since 1970, with fractions). */
  | { readonly kind: 'run'; readonly seconds: number; readonly since: number }
  /** Asks again for the pictures that could not be loaded. */
  | { readonly kind: 'retry' }

export type News =
  /** The first frame is on the canvas. */
  | { readonly kind: 'drawn' }
  | { readonly kind: 'pixels'; readonly size: Size; readonly rgba: Uint8ClampedArray<ArrayBuffer> }
  /** The true size of a picture; null when it cannot be loaded. */
  | { readonly kind: 'size'; readonly image: string; readonly size: Size | null }
  /** For a page that prepares the pictures. */
  | { readonly kind: 'wanted'; readonly image: string; readonly output: Size }
  | { readonly kind: 'failed'; readonly reason: string }
