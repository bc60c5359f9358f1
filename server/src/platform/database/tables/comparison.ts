/** Sums per account and month, which answer questions across accounts, and named groups of accounts. */
import type { Generated } from 'kysely'

export interface ComparisonTables {
  /** Derived from snapshots and posts; the integrity check makes it again. */
  account_months: {
    company_id: number
    account_id: number
    /** Months since year 0: 12 × year + month, January is 0. */
    month: number
    /** Sum of the natural logarithms of daily growth, only between figures of one kind, and over how many days. */
    growth: number
    growth_days: number
    /** Posted in this month, and not gone. */
    posts: number
    /* Of each format: posts with known likes, and the sum of log(1 + likes). */
    image_posts: number
    image_log_likes: number
    video_posts: number
    video_log_likes: number
    carousel_posts: number
    carousel_log_likes: number
    reel_posts: number
    reel_log_likes: number
    /** Of the posts that know both. */
    likes: number
    comments: number
  }
  account_groups: {
    id: Generated<number>
    company_id: number
    name: string
    /** In lower case: a company has each name once. */
    name_key: string
    created_at: number
  }
  account_group_members: {
    company_id: number
    group_id: number
    account_id: number
  }
}
