/** Every sentence about the sums over all accounts (spec §2). */

export const texts = {
  totals: {
    label: 'All accounts together',
    followers: 'Followers',
    growth: 'Growth',
    engagement: 'Engagement',
    posts: 'Posts',
    readToday: 'Read today',
    noFigure: 'No figure',
    inPeriod: (change: string, period: string) => `${change} in ${period}`,
    noChange: 'no change',
    compared: (accounts: string, count: number) => `of ${accounts} ${count === 1 ? 'account' : 'accounts'}`,
    nothingCompared: 'nothing to compare with yet',
    was: (figure: string) => `was ${figure}`,
    points: (change: string) => `${change} points`,
    thanBefore: (change: number) =>
      change === 0 ? 'as many as before' : `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than before`,
    of: (all: string) => `of ${all}`,
    stale: (count: number) => `${count} stale, not in these sums`,
    pale: (period: string) => `pale: ${period} before`,
    periods: { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'a year' },
    failed: 'The totals could not be loaded.',
    tryAgain: 'Try Again',
  },
} as const
