export { AccountMissing } from './accounts/components/account-missing.tsx'
export { AccountsSection } from './accounts/components/accounts-section.tsx'
export { AccountsTab } from './accounts/components/accounts-tab.tsx'
export { DeleteAccount } from './accounts/components/delete-account.tsx'
export { EditAccountDialog } from './accounts/components/edit-account-dialog.tsx'
export { LatestPosts } from './accounts/components/latest-posts.tsx'
export { NoData, RefreshDialog } from './accounts/components/no-data.tsx'
export { ProfileHeader, ProfileSkeleton } from './accounts/components/profile-header.tsx'
export { SidebarAccounts } from './accounts/components/sidebar-accounts.tsx'
export { SourceLine } from './accounts/components/source-line.tsx'
export {
  accountDetail,
  accountDetailsKey,
  areListsLoading,
  refreshAccountLists,
  refreshAccounts,
} from './accounts/queries/account.ts'
export { DEFAULT_ORDER } from './accounts/queries/lists.ts'
export { accountIdFrom, isMissing as isAccountMissing } from './accounts/rules/account.ts'
export { DEFAULT_PERIOD, type ViewChange } from './accounts/rules/view.ts'
export { texts as accountTexts } from './accounts/texts/account.ts'
export { texts as accountListTexts } from './accounts/texts/list.ts'
export { texts as accountsTexts } from './accounts/texts/section.ts'
export { AnalysisTab } from './analysis/components/analysis-tab.tsx'
export { accountAnalysis } from './analysis/queries/analysis.ts'
export { findStrongHours } from './analysis/rules/strong-hours.ts'
export { ComparePicks } from './comparison/components/compare-picks.tsx'
export { PeersPanel } from './comparison/components/peers-panel.tsx'
export { SeriesPanel } from './comparison/components/series-panel.tsx'
export { useComparedAccounts } from './comparison/components/use-compared-accounts.ts'
export { accountGroups } from './comparison/queries.ts'
export {
  chooseId as chooseCompared,
  idsFrom as comparedIdsFrom,
  idsText as comparedIdsText,
  toggleId as togglePeer,
} from './comparison/rules/selection.ts'
export { texts as comparisonTexts } from './comparison/texts/compare.ts'
export { ExportButton } from './export/components/export-button.tsx'
export { HistoryCharts } from './metrics/components/history-charts.tsx'
export { MetricCards } from './metrics/components/metric-cards.tsx'
export { OwnDays, RangePicker } from './metrics/components/range-picker.tsx'
export { TypeInDialog } from './metrics/components/type-in-dialog.tsx'
export { globalMetrics, historiesKey, metricHistoryWithBefore, peersKey, sumsKey } from './metrics/queries/metrics.ts'
export { DEFAULT_RANGE, dayRange, type RangeSearch } from './metrics/rules/ranges.ts'
export { ImportDialog } from './metrics-import/components/import-figures-dialog.tsx'
export { PostList } from './posts/components/post-list.tsx'
export { provenancesKey } from './provenance/queries.ts'
export { FailingList } from './refreshes/components/failing-list.tsx'
export { FetchingFigures, NoFigures } from './refreshes/components/first-figures.tsx'
export { IntervalDialog } from './refreshes/components/interval-dialog.tsx'
export { RefreshFailure } from './refreshes/components/refresh-failure.tsx'
export { RefreshIcon } from './refreshes/components/refresh-icon.tsx'
export { useRefresh } from './refreshes/components/use-refresh.ts'
export { failingAccounts, type RefreshState, refreshStatesKey } from './refreshes/queries.ts'
export { isUnderWay, nextRefreshText } from './refreshes/rules.ts'
export { texts as refreshTexts } from './refreshes/texts/refresh.ts'
export { AddedConnections } from './source-connections/components/added-connections.tsx'
