/** Every step of the schema, in order. A step that has run anywhere is never edited: write the next one. */
import type { Migration } from '#platform/database/migrate.ts'
import { foundation } from './0001-foundation.ts'
import { shownAccounts } from './0002-shown-accounts.ts'
import { jobs } from './0003-jobs.ts'
import { refreshes } from './0004-refreshes.ts'
import { content } from './0005-content.ts'
import { contentTables } from './0006-content-tables.ts'
import { silences } from './0007-silences.ts'
import { reels } from './0008-reels.ts'
import { contentReading } from './0009-content-reading.ts'

export const migrations: readonly Migration[] = [
  foundation,
  shownAccounts,
  jobs,
  refreshes,
  content,
  contentTables,
  silences,
  reels,
  contentReading,
]
