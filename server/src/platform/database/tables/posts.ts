/** Posts of tracked accounts, and how their figures changed. */
import type { PostFormat } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface PostsTables {
  posts: {
    id: Generated<number>
    company_id: number
    account_id: number
    /** The short code of its address, by which sources agree; `id:` and the source's id where there is none. */
    post_key: string
    /** The id of the source that read it first. */
    source_id: string
    /** Epoch milliseconds; null where no source says. */
    posted_at: number | null
    type: PostFormat
    caption: string | null
    url: string | null
    first_seen_at: number
    last_seen_at: number
    gone_at: number | null
    is_pinned: 0 | 1
    /* As last read; null is unknown. */
    likes: number | null
    comments: number | null
    views: number | null
    /* Interpolated at three ages; the integrity check makes them again. */
    likes_24h: number | null
    comments_24h: number | null
    views_24h: number | null
    likes_72h: number | null
    comments_72h: number | null
    views_72h: number | null
    likes_7d: number | null
    comments_7d: number | null
    views_7d: number | null
  }
  /** Accounts whose stored answers are still to be read for the history of their posts. */
  post_backfills: {
    account_id: number
    /** Answers up to this moment have been read; 0 at first. */
    read_until: number
  }
  /** One row per post and moment at which a figure had changed. A sighting that comes late takes its place among them. */
  post_readings: {
    company_id: number
    account_id: number
    post_id: number
    read_at: number
    /** Before this one the figures of the row before were last seen so many seconds ago; null where that is unknown. */
    seconds_since_seen: number | null
    likes: number | null
    comments: number | null
    views: number | null
    /** The answer it was read from, in `raw_responses`; null for posts from a table. */
    raw_id: number | null
  }
}
