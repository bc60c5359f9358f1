import { accountBatches } from './account-batches.ts'
import { accountTags } from './account-tags.ts'
import { accounts } from './accounts.ts'
import { analysis } from './analysis.ts'
import { comparison } from './comparison.ts'
import { accountExport } from './export.ts'
import { importPreviews } from './import-previews.ts'
import { audits } from './integrity-check.ts'
import { metrics } from './metrics.ts'
import { dataImports } from './metrics-import.ts'
import { periods } from './periods.ts'
import { postHistory } from './posts.ts'
import { provenance } from './provenance.ts'
import { refreshes } from './refreshes.ts'
import { sourceConnections } from './source-connections.ts'

export type { AccountUses, BatchOutcome } from './account-batches.ts'
export type { AccountTag } from './account-tags.ts'
export type { Account, AccountPost, ListedAccount } from './accounts.ts'
export type { Analysis, OwnPosting } from './analysis.ts'
export type { AccountGroup, Peers } from './comparison.ts'
export type { ImportPreview } from './import-previews.ts'
export type { Audit, Mismatch } from './integrity-check.ts'
export type { AccountMetrics, GlobalMetrics, MetricHistoryEntry } from './metrics.ts'
export type { ImportProgress, ImportResult } from './metrics-import.ts'
export type { AccountPeriod, ClientTotals, PeriodTotals } from './periods.ts'
export type { Post, PostReadingEntry } from './posts.ts'
export type { Provenance } from './provenance.ts'
export type { FailingAccount, RefreshesStarted, RefreshInterval, RefreshState } from './refreshes.ts'
export type { SourceConnection } from './source-connections.ts'

/** Every row of the domain, by part. */
export const analyticsRoutes = {
  accounts,
  accountTags,
  accountBatches,
  metrics,
  periods,
  postHistory,
  analysis,
  accountExport,
  dataImports,
  importPreviews,
  provenance,
  refreshes,
  sourceConnections,
  comparison,
  audits,
} as const
