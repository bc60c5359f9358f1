/** What the analysis is computed from: one account's posts and days, in the calendar of its company. */
import type { PostFormat, Source } from '@tangelo/contract/limits'

/** A post with the figures it is compared by: those at 72 hours, or its last ones where it is older than 14 days. */
export interface AnalysedPost {
  id: string
  /** Epoch milliseconds. */
  postedAt: number
  /** Days since 1970-01-01. */
  day: number
  /** 0 to 23. */
  hour: number
  /** 1 is Monday. */
  weekday: number
  format: PostFormat
  likes: number
  /** Null where the source does not say. */
  comments: number | null
  caption: string
  url: string | null
}

/** The last known followers of one day. */
export interface AnalysedDay {
  /** Days since 1970-01-01. */
  day: number
  followers: number
  source: Source
}
