/** How the sources of figures are connected, and which process reads which profiles of a round. */
import type { Generated } from 'kysely'
import type { InstagramSourceName, ProfileSourceName } from '#ports/instagram.ts'

export interface SourcesTables {
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
