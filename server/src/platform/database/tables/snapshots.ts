/** Figures as they were read: snapshots, the answers and imports that they come from, and what checks of them found. */
import type { Source } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'

export interface SnapshotsTables {
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
}
