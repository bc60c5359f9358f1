/**
 * Strata: posts that are alike in what is not asked about, so that only what is asked about is compared. Each holds the posts
 * of one group (a format, an hour block) in one month; a month with few of them is joined with the next.
 */
import type { AnalysedPost } from './input.ts'

const DAY_MS = 86_400_000
/** A month with fewer posts of a group is joined with the next: two posts compare hardly anything. */
const STRATUM_POSTS_MIN = 6

export interface Strata {
  /** Posts, ordered so that each stratum is one run of them. */
  order: Int32Array
  /** Where each stratum begins in `order`, and at last where the last one ends. */
  starts: Int32Array
}

/** Posts ascend by time; `groups` gives each a group. */
export function strataOf(posts: readonly AnalysedPost[], groups: Uint8Array): Strata {
  const order = new Int32Array(posts.length)
  const starts = [0]
  let filled = 0
  for (const group of [...new Set(groups)].sort((a, b) => a - b)) {
    const first = starts.length - 1
    let month = Number.NaN
    posts.forEach(({ day }, post) => {
      if (groups[post] !== group) return
      const postMonth = monthOf(day)
      const begun = starts.at(-1) ?? 0
      if (postMonth !== month && filled - begun >= STRATUM_POSTS_MIN) starts.push(filled)
      month = postMonth
      order[filled++] = post
    })
    if (filled - (starts.at(-1) ?? 0) < STRATUM_POSTS_MIN && starts.length - 1 > first) starts.pop()
    starts.push(filled)
  }
  return { order, starts: Int32Array.from(starts) }
}

/** Months since January 1970, of a day since 1970-01-01. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
