/** Every step of the schema, in order. A step that has run anywhere is never edited: write the next one. */
import type { Migration } from '#platform/database/migrate.ts'
import { initial } from './0001-initial.ts'
import { postHistory } from './0002-post-history.ts'
import { accountMonths } from './0003-account-months.ts'
import { dataRevision } from './0004-data-revision.ts'
import { postBackfill } from './0005-post-backfill.ts'
import { compactSnapshots } from './0006-compact-snapshots.ts'
import { tokenNames } from './0007-token-names.ts'
import { demoWorkspace } from './0008-demo-workspace.ts'
import { attention } from './0009-attention.ts'
import { planning } from './0010-planning.ts'
import { accountPeriods } from './0011-account-periods.ts'
import { plannedDates } from './0012-planned-dates.ts'
import { plannedItems } from './0013-planned-items.ts'
import { accountSums } from './0014-account-sums.ts'
import { demoPlans } from './0015-demo-plans.ts'
import { reports } from './0016-reports.ts'
import { shareLinks } from './0017-share-links.ts'
import { approvals } from './0018-approvals.ts'
import { mail } from './0019-mail.ts'
import { alerts } from './0020-alerts.ts'
import { nodesAndHints } from './0023-nodes-and-hints.ts'
import { textSearch } from './0024-text-search.ts'
import { keptSums } from './0025-kept-sums.ts'
import { approvalMail } from './0026-approval-mail.ts'
import { mailLimits } from './0027-mail-limits.ts'
import { months } from './0028-months.ts'
import { sumsAtCommit } from './0029-sums-at-commit.ts'
import { sourceConnections } from './0031-source-connections.ts'
import { refreshIntervals } from './0032-refresh-intervals.ts'
import { backupDrills } from './0033-backup-drills.ts'
import { ownAccounts } from './0035-own-accounts.ts'
import { publications } from './0037-publications.ts'
import { permalinks } from './0040-permalinks.ts'
import { newSumsAtCommit } from './0041-new-sums-at-commit.ts'
import { insights } from './0042-insights.ts'
import { tokenEnds } from './0043-token-ends.ts'
import { reminders } from './0044-reminders.ts'
import { ownProfiles } from './0045-own-profiles.ts'
import { carouselVideos } from './0046-carousel-videos.ts'
import { insightAnswers } from './0047-insight-answers.ts'
import { publishingSettingsCompany } from './0048-publishing-settings-company.ts'
import { phrases } from './0049-phrases.ts'
import { figuresAnew } from './0050-figures-anew.ts'
import { queueVacuum } from './0051-queue-vacuum.ts'
import { jobsByLease } from './0052-jobs-by-lease.ts'
import { rendersByVideo } from './0053-renders-by-video.ts'
import { lastTries } from './0054-last-tries.ts'
import { growthSinceFirstReading } from './0055-growth-since-the-first-reading.ts'

export const migrations: readonly Migration[] = [
  initial,
  postHistory,
  accountMonths,
  dataRevision,
  postBackfill,
  compactSnapshots,
  tokenNames,
  demoWorkspace,
  attention,
  planning,
  accountPeriods,
  plannedDates,
  plannedItems,
  accountSums,
  demoPlans,
  reports,
  shareLinks,
  approvals,
  mail,
  alerts,
  nodesAndHints,
  textSearch,
  keptSums,
  approvalMail,
  mailLimits,
  months,
  sumsAtCommit,
  sourceConnections,
  refreshIntervals,
  backupDrills,
  ownAccounts,
  publications,
  permalinks,
  newSumsAtCommit,
  insights,
  tokenEnds,
  reminders,
  ownProfiles,
  carouselVideos,
  insightAnswers,
  publishingSettingsCompany,
  phrases,
  figuresAnew,
  queueVacuum,
  jobsByLease,
  rendersByVideo,
  lastTries,
  growthSinceFirstReading,
]
