/** What the frame and other rooms may use of the tracked accounts. Pages import further components directly. */
export { SidebarAccounts } from './components/sidebar-accounts.tsx'
export { accountDetailsKey, areListsLoading, refreshAccountLists, refreshAccounts } from './queries.ts'
