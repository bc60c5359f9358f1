/** Profiles as a round reads them, and which of them it reads. */
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#platform/database/schema.ts'
import type { ProfileSourceName } from '#ports/instagram.ts'

export const PROFILE_COLUMNS = [
  'username_key',
  'source',
  'due_at',
  'succeeded_at',
  'tries',
  'failure_kind',
  'failure',
  'failing_since',
  'failed_at',
  'every_days',
  'activity_days',
  'is_owned',
  'owner_asked_at',
] as const

export type ProfileRow = Pick<Selectable<Tables['profile_syncs']>, (typeof PROFILE_COLUMNS)[number]>

/** Profiles in the order of their time, which one try of a job reads and no other. */
export interface LeasedRange {
  source: ProfileSourceName
  fence: number
}

/** Whose profiles a source reads: those known to be its own, and, for the first source, those that no source has read yet. */
export type Owner = ProfileSourceName | null

/** The profiles of these: through owners those that they have connected, and through other sources what owners have not read. */
export function isReadBy(owner: Owner) {
  if (owner === 'own') return sql<boolean>`(is_owned = 1 and owner_asked_at is null)`
  const isLeft = sql<boolean>`(is_owned = 0 or owner_asked_at is not null)`
  return owner === null ? sql<boolean>`(source is null and ${isLeft})` : sql<boolean>`(source = ${owner} and ${isLeft})`
}
