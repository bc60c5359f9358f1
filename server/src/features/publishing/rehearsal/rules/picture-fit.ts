/** Whether a picture fits, and how it is cut where it does not. Pure. */
import type { PublicationKind } from '@tangelo/contract/limits'

export interface MediaFacts {
  type: 'image' | 'video'
  /** By its content: 'jpeg', 'png', 'mp4' and others. */
  format: string
  bytes: number
  width: number
  height: number
  /** Null for pictures, and where a video does not say. */
  seconds: number | null
}

const MB = 1_000_000
export const IMAGE = { bytesMax: 8 * MB, widthMin: 320, widthMax: 1_440, ratioMin: 4 / 5, ratioMax: 1.91 } as const
/** Whether a picture is sent as it is, after a conversion that changes nothing to be seen, after a cut, or not at all. */
export type Fitness = 'fits' | 'convert' | 'crop' | 'too_small'

/** A pixel of rounding is allowed, as the service does. */
export function pictureFitness({ format, bytes, width, height }: MediaFacts, kind: PublicationKind): Fitness {
  if (width < IMAGE.widthMin) return 'too_small'
  if (kind !== 'story' && !hasRatio(width, height)) return 'crop'
  return format === 'jpeg' && bytes < IMAGE.bytesMax && width <= IMAGE.widthMax ? 'fits' : 'convert'
}

const hasRatio = (width: number, height: number): boolean => {
  const ratio = width / height
  return ratio >= IMAGE.ratioMin - 1 / height && ratio <= IMAGE.ratioMax + 1 / height
}

export interface Cut {
  left: number
  top: number
  width: number
  height: number
}

/** The largest part around the middle that Instagram takes; all of it where it does so already. */
export function cutOf({ width, height }: Pick<MediaFacts, 'width' | 'height'>, kind: PublicationKind): Cut {
  const whole = { left: 0, top: 0, width, height }
  if (kind === 'story' || hasRatio(width, height)) return whole
  if (width / height < IMAGE.ratioMin) {
    const kept = Math.min(height, Math.floor(width / IMAGE.ratioMin))
    return { left: 0, top: Math.floor((height - kept) / 2), width, height: kept }
  }
  const kept = Math.min(width, Math.floor(height * IMAGE.ratioMax))
  return { left: Math.floor((width - kept) / 2), top: 0, width: kept, height }
}
