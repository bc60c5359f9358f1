/** Which profiles are read when, how the sources of figures are connected, and which process reads which profiles of a round. */
import type { FailureKind, IntervalDays } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'
import type { InstagramSourceName, ProfileSourceName, SourceFailure } from '#ports/instagram.ts'
import type { QuotaName } from '#ports/outside-service.ts'

export interface SourcesTables {
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
    /** The last try; null also for one before this was stored. */
    failed_at: number | null
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
  /** Connections that administrators have added beside those of the settings. Their quotas are in `provider_quotas`. */
  source_connections: {
    id: Generated<number>
    source: InstagramSourceName
    name: string
    /** In lower case: a source has each name once. */
    name_key: string
    /** Of the professional account that makes the calls; null where the source knows no such account. */
    own_id: string | null
    /** The token, sealed (platform/encryption.ts). */
    sealed: string
    /** Null for the usual number of the source. */
    calls_per_hour: number | null
    is_paused: Generated<0 | 1>
    /** Days since 1970-01-01; null where it does not end, or it is not known when. */
    token_ends_on: number | null
    created_at: number
  }
  /** The number of the latest range of a source. Held while a range is leased, so that no two ranges overlap. */
  refresh_fences: {
    source: ProfileSourceName
    fence: number
  }
  /**
   * Ranges of profiles in the order of their time, each leased by one try of a job. A range whose try no longer runs counts for
   * nothing: the lease of the job is that of the range.
   */
  refresh_ranges: {
    source: ProfileSourceName
    /** Goes up: what a process stores under a range that is gone is refused. */
    fence: number
    try_id: string
    from_due: number
    from_key: string
    to_due: number
    to_key: string
  }
}
