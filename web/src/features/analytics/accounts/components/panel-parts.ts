/** What the panel of the accounts shows besides its skeleton, in one file that is fetched beside the accounts. */
export { TotalsStrip } from '../../metrics/components/totals-strip.tsx'
export { AccountTools, SortSelect } from './account-tools.tsx'
export { EmptyAccounts } from './empty-accounts.tsx'
export { RowsView } from './rows-view.tsx'
