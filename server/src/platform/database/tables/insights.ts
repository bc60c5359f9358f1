/** Figures of connected accounts that only their owners see. Readings are append-only; null is unknown, never zero. */
import type { AudienceDimension, OwnMediaProduct } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface InsightsTables {
  /** How far the reading of an account is. The row of an account that is no longer connected goes. */
  insight_accounts: {
    company_id: number
    account_id: number
    /** The next round. */
    next_at: number
    /** The last round that came to its end. */
    read_at: number | null
    /** Why the last round stopped, in a sentence; null where it did not. */
    problem: string | null
    /** When the account's days and its audience were asked for last. */
    days_asked_at: number | null
    people_asked_at: number | null
    /** The oldest day of the backfill so far, as days since 1970-01-01, and how many before it had no figures. */
    backfilled_to: number | null
    empty_days: Generated<number>
    is_backfilled: Generated<0 | 1>
    /** Where the list of posts goes on, until its end was reached once. */
    posts_after: string | null
    has_all_posts: Generated<0 | 1>
    /** JSON: figures that the service refused, each with when it did. */
    not_offered: Generated<string>
  }
  /** Posts and stories that the service listed for a connected account. */
  own_media: {
    company_id: number
    account_id: number
    /** The service's id, digits. */
    media_id: string
    product: OwnMediaProduct
    kind: 'image' | 'video' | 'carousel' | null
    caption: string | null
    permalink: string | null
    /** The short code of its address, as in `posts`; null for stories. */
    post_key: string | null
    posted_at: number
    first_seen_at: number
    /** The moment for which it is read next; null where no reading is due any more. */
    next_at: number | null
    /** Why it has no figures, where that will stay so. */
    ended_because: 'before_professional' | 'not_readable' | null
  }
  /** Append-only: one row for each moment at which a reading was due. */
  media_insights: {
    company_id: number
    account_id: number
    media_id: string
    /** When it was due: a second worker stores none. */
    due_at: number
    read_at: number
    /** The login that it was read through. */
    source: 'instagram' | 'facebook'
    /** SHA-256 of the figures, hex: says whether a row was changed. */
    hash: string
    /** The answer as it came, in `raw_responses`; null for rows of before these were kept. */
    raw_id: Generated<number | null>
    views: number | null
    reach: number | null
    likes: number | null
    comments: number | null
    saves: number | null
    shares: number | null
    reposts: number | null
    interactions: number | null
    follows: number | null
    profile_visits: number | null
    profile_actions: number | null
    replies: number | null
    navigation: number | null
    link_clicks: number | null
    average_watch_ms: number | null
    total_watch_ms: number | null
    skip_percent: number | null
  }
  /** Append-only: of a calendar day on the clocks of the company, or of so many days that end with it. */
  account_insights: {
    company_id: number
    account_id: number
    /** 1, 7 or 28: people are counted once in each, so that spans are never added. */
    days: number
    /** The last day, as days since 1970-01-01. */
    day: number
    /** 0: read the morning after; 1: when the service's figures are complete. Each once. */
    is_settled: 0 | 1
    read_at: number
    source: 'instagram' | 'facebook'
    hash: string
    /** The answer as it came, in `raw_responses`; null for rows of before these were kept. */
    raw_id: Generated<number | null>
    views: number | null
    reach: number | null
    engaged_accounts: number | null
    interactions: number | null
    likes: number | null
    comments: number | null
    saves: number | null
    shares: number | null
    replies: number | null
    reposts: number | null
    profile_link_taps: number | null
    follows: number | null
    unfollows: number | null
  }
  /** Append-only: who follows, as read on a day. */
  audience_insights: {
    company_id: number
    account_id: number
    dimension: AudienceDimension
    day: number
    read_at: number
    /** JSON array of `{value, people}`. */
    parts: string
    raw_id: Generated<number | null>
  }
  /** Followers online, by hours of a day of the service. */
  online_insights: {
    company_id: number
    account_id: number
    /** When the service's day ended. */
    ends_at: number
    read_at: number
    /** JSON: people by hour after the day's beginning. */
    hours: string
    raw_id: Generated<number | null>
  }
}
