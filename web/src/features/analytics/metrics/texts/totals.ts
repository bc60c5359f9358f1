/** Every sentence about the sums over all accounts (spec §2). */

export const texts = {
  totals: {
    label: 'All accounts together',
    accounts: (count: number) => (count === 1 ? 'account' : 'accounts'),
    followers: 'followers',
    thisWeek: 'this week',
    outdated: (count: number) => `${count} left out, older than a week`,
    engagement: 'average engagement',
    updated: (age: string) => `Last figures ${age}`,
    failed: 'The totals could not be loaded.',
    tryAgain: 'Try Again',
  },
} as const
