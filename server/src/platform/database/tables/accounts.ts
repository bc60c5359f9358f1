/** Accounts that are measured, what was read of them, and what that says. */
import type { FailureKind, IntervalDays, MoveKind, RefreshIntervalName, Source } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'
import type { InstagramSourceName, SourceFailure } from '#ports/instagram.ts'
import type { QuotaName } from '#ports/outside-service.ts'

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
  /**
   * Every name that a company tracks, once: the profiles that the sources are queried for. The clock reads a profile at
   * `due_at`; that moves on when figures were stored, and a little when they were not available.
   */
  profile_syncs: {
    username_key: string
    /** Which source reads it, once that is known: where its owner has connected it, what the owner's connection cannot read. */
    source: InstagramSourceName | null
    due_at: number
    succeeded_at: number | null
    /** Tries in a row that failed for a passing cause. */
    tries: Generated<number>
    failure_kind: FailureKind | null
    failure: string | null
    failing_since: number | null
    /** Days from one reading to the next: the fewest that an account of this name has. */
    every_days: Generated<IntervalDays>
    /** What its latest reading says is enough for accounts that are read by activity. */
    activity_days: Generated<IntervalDays>
    /** 1 while an owner has connected an account of this name. */
    is_owned: Generated<0 | 1>
    /** When the owner's connection was asked for the reading that is due; then another source is next. */
    owner_asked_at: number | null
    /** Paging back through its posts: where the next page begins (null: at the newest), and how many have been read. */
    older_posts_cursor: string | null
    older_posts: Generated<number>
    /** Null while there may be more to read. */
    older_posts_ended_at: number | null
    /** Why paging ended or is interrupted, in words for people. */
    older_posts_reason: string | null
  }
  /** The state of the sources, and the quota of calls to them, over all processes. */
  provider_quotas: {
    name: QuotaName
    /** No call begins before it, so that calls keep their distance. Fractions of a millisecond count. */
    next_call_at: Generated<number>
    /** No call at all before it. */
    paused_until: Generated<number>
    used_percent: number | null
    succeeded_at: number | null
    failed_at: number | null
    failure_kind: SourceFailure['kind'] | null
    failure: string | null
    /** In a row. */
    failures: Generated<number>
    failing_since: number | null
  }
  /** Pictures that were copied: by what they show at the source, as what they are kept here. */
  cached_images: {
    /** `post:<id>`, or `profile:<name>:<where the source had it>`. */
    key: string
    hash: string
    type: string
  }
  /** What runs of `npm run audit` found. */
  integrity_checks: {
    id: Generated<number>
    ran_at: number
    accounts: number
    snapshots: number
    /** JSON, the first of them. */
    mismatches: string
    mismatch_count: number
  }
  /** Answers of sources. */
  raw_responses: {
    id: Generated<number>
    /** SHA-256. */
    hash: Uint8Array
    /** Null once the answer has left blob storage; its hash stays. */
    kept_since: number | null
  }
  /** Append-only. One row per account, moment and set of figures. */
  metric_snapshots: {
    company_id: number
    account_id: number
    captured_at: number
    /** A number made from the figures: the same figures for the same moment are stored once. */
    fingerprint: number
    /** Calendar day in the company's time zone, as days since 1970-01-01. */
    day: number
    /** Milliseconds from the moment of capture to that of recording. */
    recorded_after: number
    source: Source
    followers: number | null
    following: number | null
    posts: number | null
    engagement_rate: number | null
    /* What the rate was made from; null where the source stated the rate itself. */
    likes_sum: number | null
    likes_known: number | null
    comments_sum: number | null
    comments_known: number | null
    /** The answer as it came, in `raw_responses`. */
    raw_id: number | null
    /** The import that brought it, in `import_numbers`. */
    import_number: number | null
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
  /** By which snapshots name an import. */
  import_numbers: {
    number: Generated<number>
    import_id: string
  }
  metrics_imports: {
    id: string
    company_id: number
    user_id: number | null
    file_name: string
    state: 'running' | 'done' | 'failed'
    rows: number
    progress: number
    created_at: number
    finished_at: number | null
  }
}
