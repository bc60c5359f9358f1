/** Every sentence about content as a whole: counts, the age of a copy, planning. Those of the specification are verbatim (§2). */

export const texts = {
  overview: {
    title: 'Content Status Overview',
    refresh: 'Refresh Counts',
    refreshing: 'Refreshing...',
    draft: 'Number of Draft Posts',
    approved: 'Images Waiting to Post',
    published: 'Total Published',
    total: 'Total Content Items',
    shareOf: (title: string) => `${title}, share of all items`,
    loading: 'Loading the counts...',
    failed: 'The counts could not be loaded',
    refreshFailed: 'The counts could not be refreshed',
    refreshed: 'The counts are up to date.',
  },
  sync: {
    inStep: (table: string, age: string) => `Synced with ${table}, ${age}`,
    pulling: (table: string) => `Asking ${table} for changes...`,
    waiting: (table: string) => `Waiting for the first copy of ${table}`,
    failing: (table: string, age: string) => `Not synced with ${table}: the copy is from ${age}.`,
    neverPulled: (table: string) => `Not synced with ${table}: it has not been copied yet.`,
  },
  planning: {
    title: 'Content Planning',
    calendar: 'Calendar',
  },
} as const
