/** How much a day counts before its figure is looked at: more where posts or other accounts speak for a move. */
import type { Others } from './company-days.ts'
import type { ScoredDays } from './day-scores.ts'
import { announcesGiveaway } from './giveaway.ts'
import type { AnalysedPost } from './input.ts'
import { areManyMoved, FAR_ABOVE, VIRAL_DAYS } from './move-kinds.ts'

/** Days with evidence get this part of what the false discovery rate may spend, at most so many times their own part. */
const EVIDENCE_PART = 1 / 3
const MOST_WEIGHT = 25

export interface Evidence {
  scored: ScoredDays
  /** Other accounts of the company on a day, and how many moved in that direction. */
  others: (day: number, direction: 1 | -1) => Others
  posts: readonly AnalysedPost[]
  /** Likes as a multiple of the expected, by post. */
  multiples: ReadonlyMap<string, number>
}

/** The weight of each change: more than 1 where evidence speaks for its direction, less elsewhere, 1 in the mean. */
export function weighEvidence({ scored, others, posts, multiples }: Evidence): Float64Array {
  const { days, spans, scores } = scored
  const strengthOf = new Map<number, number>()
  for (const post of posts) {
    const multiple = announcesGiveaway(post) ? Infinity : (multiples.get(post.id) ?? 0)
    if (multiple < FAR_ABOVE) continue
    for (let day = post.day; day <= post.day + VIRAL_DAYS; day++)
      strengthOf.set(day, Math.max(strengthOf.get(day) ?? 0, multiple))
  }
  const strongest = (at: number, strength: (day: number) => number) => {
    let most = 0
    for (let back = 0; back < (spans[at] ?? 1); back++) most = Math.max(most, strength((days[at] ?? 0) - back))
    return most
  }
  const rises = shareWeights(Float64Array.from(days, (_, at) => strongest(at, (day) => strengthOf.get(day) ?? 0)))
  const falls = shareWeights(
    Float64Array.from(days, (_, at) => strongest(at, (day) => Number(areManyMoved(others(day, -1))))),
  )
  return scores.map((score, at) => (score > 0 ? rises[at] : falls[at]) ?? 1)
}

/** Weights inverse to how many days have evidence at least as strong, and one weight for all days without; 1 in the mean. */
function shareWeights(strengths: Float64Array): Float64Array {
  const sorted = strengths.filter((strength) => strength > 0).sort()
  const stronger = (strength: number) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < strength) low = middle + 1
      else high = middle
    }
    return sorted.length - low
  }
  const weights = strengths.map((strength) => (strength > 0 ? strengths.length / stronger(strength) : 0))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sorted.length === 0 || sorted.length >= EVIDENCE_PART * strengths.length) return strengths.fill(1)
  const unit = (EVIDENCE_PART * strengths.length) / sum
  let spent = 0
  const capped = weights.map((weight) => {
    const own = Math.min(MOST_WEIGHT, weight * unit)
    spent += own
    return own
  })
  const other = (strengths.length - spent) / (strengths.length - sorted.length)
  return capped.map((weight) => (weight > 0 ? weight : other))
}
