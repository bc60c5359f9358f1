/** Profiles as a round reads them, and which of them it reads. */
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/database/schema.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'

export const PROFILE_COLUMNS = [
  'username_key',
  'source',
  'due_at',
  'succeeded_at',
  'tries',
  'failure_kind',
  'failure',
  'failing_since',
  'every_days',
  'activity_days',
] as const

export type ProfileRow = Pick<Selectable<Tables['profile_syncs']>, (typeof PROFILE_COLUMNS)[number]>

/** Profiles in the order of their time, which one try of a job reads and no other. */
export interface LeasedRange {
  source: InstagramSourceName
  fence: number
}

/** Whose profiles a source reads: those known to be its own, and, for the first source, those that no source has read yet. */
export type Owner = InstagramSourceName | null
