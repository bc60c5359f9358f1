/** Accounts that are measured, and what is computed of them. */
import type { IntervalDays, MoveKind, RefreshIntervalName, Source } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface AccountsTables {
  accounts: {
    id: Generated<number>
    company_id: number
    username: string
    username_key: string
    category: string | null
    notes: string | null
    input_url: string | null
    created_at: number
    full_name: string | null
    bio_text: string | null
    external_url: string | null
    /** Where the source showed the picture. Never handed out: pictures are copied first (D18). */
    source_picture_url: string | null
    /** When the profile texts above were read; older readings do not replace them. */
    profile_captured_at: number | null
    /* The latest figures, beside the identity: one indexed read fills the table and the sidebar. */
    source: Source | null
    captured_at: number | null
    followers: number | null
    follower_change: number | null
    following: number | null
    following_change: number | null
    posts: number | null
    posts_change: number | null
    engagement_rate: number | null
    engagement_rate_change: number | null
    /** When the figures were read that the changes are counted from, and since when figures are of one kind. */
    compared_at: number | null
    counts_broken_at: number | null
    rate_broken_at: number | null
    /** JSON array of integers. */
    followers_trend: Generated<string>
    /** `followers` and `engagement_rate` with -1 for unknown, to sort and page by. */
    sort_followers: Generated<number>
    sort_engagement: Generated<number>
    /** 1 while snapshots have come in that the figures above do not know yet. */
    figures_due: Generated<0 | 1>
    /** Grows with every change of the account's snapshots and posts: what is computed from them is cached under it. */
    data_revision: Generated<number>
    /**
     * The account as the API sends it, JSON; null where it has yet to be made from this row. A change of a column that
     * is part of it sets this too.
     */
    shown: string | null
    /** Names of its tags in order, JSON; by them it is found in `account_tags`. */
    tags: Generated<string>
    /** What lists show of each period, JSON like `AccountPeriod`; null before there are figures. */
    shown_7: string | null
    shown_30: string | null
    shown_90: string | null
    shown_365: string | null
    /** When a user last requested figures and got them: they may again a day later (spec §9). */
    refreshed_on_demand_at: number | null
    /** The copy of the profile picture. */
    picture_hash: string | null
    /** 1 once `profiles` knows the name. */
    is_followed: Generated<0 | 1>
    /** How often the clock reads it, as a person chose, and what that is in days now (docs/decisions/0054). */
    refresh_interval: Generated<RefreshIntervalName>
    refresh_days: Generated<IntervalDays>
    /** So much longer than a daily account's its figures are in sums. */
    slack_ms: Generated<number>
  }
  /**
   * Figures of an account over the days before its latest reading, to sort by and to sum. They are made with its latest figures
   * and stay right as days pass (docs/decisions/0041). No row before there are figures.
   */
  account_periods: {
    /** 7, 30, 90 or 365 days. */
    period: number
    company_id: number
    account_id: number
    captured_at: number
    /** As in `accounts`. */
    slack_ms: Generated<number>
    source: Source
    followers: number | null
    engagement_rate: number | null
    /** The counter of the profile. */
    posts: number | null
    growth: number | null
    follower_change: number | null
    /** 1 where the change is one over the whole period; 1 where the source has changed in it. */
    is_whole: 0 | 1
    is_broken: 0 | 1
    growth_before: number | null
    engagement_change: number | null
    new_posts: number | null
    new_posts_before: number | null
    /* Followers at eight moments: those of the whole period up to `followers`, and of the days before it up to `sum_0`. */
    sum_0: number | null
    sum_1: number | null
    sum_2: number | null
    sum_3: number | null
    sum_4: number | null
    sum_5: number | null
    sum_6: number | null
    before_0: number | null
    before_1: number | null
    before_2: number | null
    before_3: number | null
    before_4: number | null
    before_5: number | null
    before_6: number | null
  }
  /**
   * Sums over accounts of a company by when they were read last, moved by triggers with `accounts` (period 0: the latest figures) and
   * `account_periods`. Each measure has a column `<measure>_known`: of how many accounts it is known (docs/decisions/0052).
   */
  account_sums: {
    period: number
    /** Minutes that a bucket holds: 1, 60 or 1440; 0: all accounts, also those without figures. */
    grain: number
    company_id: number
    /** How many of them lie between 1970 and the reading. */
    bucket: number
    accounts: number
    /** Those that have figures. */
    accounts_read: number
    followers: number
  }
  account_tags: {
    company_id: number
    account_id: number
    /** In lower case: a company has each name in one spelling. */
    tag_key: string
    tag: string
  }
  /** Pictures that were copied: by what they show at the source, as what they are kept here. */
  cached_images: {
    /** `post:<id>`, or `profile:<name>:<where the source had it>`. */
    key: string
    hash: string
    type: string
  }
  /** The latest posts of an account, one row for all of them. */
  latest_posts: {
    company_id: number
    account_id: number
    /** JSON, as the wire shows them. */
    shown: string
    /** JSON, as the source sent them: with fields that are never given to clients. */
    read: string
  }
  /** The latest move of an account: only accounts that may have moved in the last days have a row. */
  account_moves: {
    account_id: number
    /** 1 while its figures have not been analysed since the last reading. */
    is_due: 0 | 1
    /** Days since 1970-01-01; null where the analysis found none. */
    day: number | null
    /** Followers won or lost beyond the usual. */
    change: number | null
    kind: MoveKind | null
    /** Other accounts of the company that moved in the same direction on that day. */
    others: number | null
  }
}
