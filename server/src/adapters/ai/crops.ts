/** What is left of a picture in the shapes that Instagram shows. Pure. */
import type { Edges } from './edges.ts'

export const SHAPES = [
  { ratio: '4:5', use: 'feed', width: 4, height: 5 },
  { ratio: '1:1', use: 'grid', width: 1, height: 1 },
  { ratio: '9:16', use: 'reel', width: 9, height: 16 },
] as const

export interface Crop {
  shape: (typeof SHAPES)[number]
  /** The share of the picture that is seen, 0 to 1. */
  kept: number
  /** The share of what stands out that is seen, cut in the middle, and cut where most of it is. */
  seenCentred: number
  seenBest: number
  /** Where that is: how far from the middle, as a share of the side; to the left and up are below 0. */
  shift: number
  isAcross: boolean
  verdict: 'as it is' | 'safe' | 'safe when moved' | 'tight' | 'unsafe'
}

/** So much of a side may lie beside the subject. */
const TEXTURE_SHARE = 0.2
/** As a share of the side: half way to the edge, half of it counts. */
const MIDDLE_WIDTH = 0.3
/** A side may differ by this much without counting as cropped. */
const SAME_SHAPE = 0.99
/** What is cut off has no more of the detail than edges of a picture usually have. */
const SAFE_FROM = 0.85
const TIGHT_FROM = 0.65

export function cropsOf({ columns, rows }: Pick<Edges, 'columns' | 'rows'>): Crop[] {
  return SHAPES.map((shape) => {
    const [width, height] = [columns.length, rows.length]
    const wanted = shape.width / shape.height
    const isAcross = width / height > wanted
    const kept = isAcross ? (height * wanted) / width : width / wanted / height
    const profile = standingOut(isAcross ? columns : rows)
    const length = Math.min(profile.length, Math.max(1, Math.round(profile.length * kept)))
    const { seenCentred, seenBest, shift } = windows(profile, length)
    const crop = { shape, kept: Math.min(1, kept), seenCentred, seenBest, shift, isAcross }
    return { ...crop, verdict: verdictOn(crop) }
  })
}

/** What is everywhere, such as grass, is not what a crop must keep; and what matters is rarely at the very edge. */
function standingOut(profile: Float64Array): Float64Array {
  const everywhere = profile.toSorted()[Math.floor(profile.length * TEXTURE_SHARE)] ?? 0
  return profile.map((clear, at) => {
    const fromMiddle = (at + 0.5) / profile.length - 0.5
    return Math.max(0, clear - everywhere) * Math.exp(-((fromMiddle / MIDDLE_WIDTH) ** 2))
  })
}

function windows(profile: Float64Array, length: number) {
  const sums = new Float64Array(profile.length + 1)
  for (let at = 0; at < profile.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (profile[at] ?? 0)
  const total = sums[profile.length] ?? 0
  // A picture without any detail loses none.
  if (total === 0) return { seenCentred: 1, seenBest: 1, shift: 0 }
  const share = (from: number) => ((sums[from + length] ?? 0) - (sums[from] ?? 0)) / total
  const middle = Math.floor((profile.length - length) / 2)
  let best = middle
  for (let from = 0; from + length <= profile.length; from += 1) {
    const gain = share(from) - share(best)
    const isNearer = Math.abs(from - middle) < Math.abs(best - middle)
    if (gain > 1e-9 || (gain > -1e-9 && isNearer)) best = from
  }
  return { seenCentred: share(middle), seenBest: share(best), shift: (best - middle) / profile.length }
}

function verdictOn({ kept, seenCentred, seenBest }: Omit<Crop, 'verdict'>): Crop['verdict'] {
  if (kept >= SAME_SHAPE) return 'as it is'
  if (seenCentred >= SAFE_FROM) return 'safe'
  if (seenBest >= SAFE_FROM) return 'safe when moved'
  return seenBest >= TIGHT_FROM ? 'tight' : 'unsafe'
}
