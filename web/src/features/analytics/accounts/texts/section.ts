/** The sentences that the dashboard shows before its accounts have arrived. Those of the specification are verbatim (§2, §8). */

export const texts = {
  dashboard: {
    title: 'Instagram Analytics Dashboard',
    subtitle: 'Monitor your Instagram performance across multiple accounts',
    section: 'Your Instagram Accounts',
    newDraft: 'New draft',
    planningFailed: 'Content Planning could not be loaded',
  },
  periods: {
    label: 'Period',
    7: '7 days',
    30: '30 days',
    90: '90 days',
    365: 'Year',
  },
  addAccount: 'Add Account',
  importData: 'Import data',
  loading: 'Loading accounts...',
  failed: 'The accounts could not be loaded',
} as const
