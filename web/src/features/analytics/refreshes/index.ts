/** What other rooms may use of the readings. Pages import components directly. */
export { failingAccounts, type RefreshState, refreshStatesKey } from './queries.ts'
export { isUnderWay, nextRefreshText } from './rules.ts'
