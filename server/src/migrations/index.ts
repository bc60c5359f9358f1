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
import { apiTokens } from './0010-api-tokens.ts'
import { webhooks } from './0011-webhooks.ts'
import { auditLog } from './0012-audit-log.ts'
import { signIn } from './0013-sign-in.ts'
import { system } from './0014-system.ts'
import { adminLists } from './0015-admin-lists.ts'
import { drive } from './0020-drive.ts'
import { payments } from './0021-payments.ts'
import { prompts } from './0022-prompts.ts'
import { sandboxPayments } from './0023-sandbox-payments.ts'
import { sandboxEvents } from './0025-sandbox-events.ts'
import { exactlyOnce } from './0026-exactly-once.ts'
import { guessedAccounts } from './0027-guessed-accounts.ts'
import { commitMarks } from './0028-commit-marks.ts'
import { comparisons } from './0031-comparisons.ts'
import { media } from './0032-media.ts'
import { paymentSigns } from './0033-payment-signs.ts'
import { nodes } from './0034-nodes.ts'

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
  apiTokens,
  webhooks,
  auditLog,
  signIn,
  system,
  adminLists,
  drive,
  payments,
  prompts,
  sandboxPayments,
  sandboxEvents,
  exactlyOnce,
  guessedAccounts,
  commitMarks,
  comparisons,
  media,
  paymentSigns,
  nodes,
]
