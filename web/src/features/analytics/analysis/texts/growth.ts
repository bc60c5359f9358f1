/** Every sentence about growth, and about the days that stand out. */
import type { Source } from '@tangelo/contract/limits'

export const texts = {
  growth: {
    title: 'Growth and what moved it',
    followers: 'Followers',
    followersRead: (value: string) => `${value} followers`,
    step: (change: string) => `${change} since the day before`,
    label: (from: string, to: string, first: string, last: string) =>
      `Followers per day, ${from} to ${to}, from ${first} to ${last}`,
    noFigures: 'No followers are known in this period.',
    historyFailed: 'The followers could not be loaded',
    yearBefore: 'The year before',
    broken: 'Figures of two sources are never compared across the dotted line.',
    standOut: (days: string, count: number) => `${days} ${count === 1 ? 'day stands' : 'days stand'} out.`,
    numbers: ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
    noMoves: 'No day stands out beyond chance.',
    noise: (years: string) => `By chance alone, such a mark appears about once in ${years} for one account.`,
    noiseSeldom: `By chance alone, such a mark appears less than once in 1,000 years for one account.`,
    markedDays: 'Days that stand out',
    trend: 'New followers per day',
    trendBand: 'The band holds the slow change in 95 of 100 cases.',
    trendLabel: (first: string, last: string) => `New followers per day, slowly changing, from ${first} to ${last}`,
    sources: {
      graph: 'Graph API',
      apify: 'Apify',
      own: 'own account',
      import: 'imported',
      sample: 'sample data',
    } satisfies Record<Source, string>,
    day: 'Day',
    change: 'Change',
    low: 'At least',
    high: 'At most',
  },
  moves: {
    marks: { cleanup: 'Cleanup', unexplained: 'Unexplained', giveaway: 'Giveaway', viral: 'Post' },
    titles: {
      cleanup: 'Looks like a cleanup by Instagram',
      unexplained: 'Unexplained',
      giveaway: 'Around a giveaway',
      viral: (format: string) => `After a ${format} far above expectation`,
    },
    others: (moved: string, accounts: string) => `${moved} of ${accounts} other accounts moved on that day`,
    othersShort: {
      none: 'no other account',
      unknown: 'no other account to compare',
      some: (moved: string) => `${moved} other ${moved === '1' ? 'account' : 'accounts'} too`,
    },
    postsShort: { none: 'No post near it', ordinary: 'No post far above expectation' },
    gapShort: (days: number) =>
      days === 0 ? 'no gap' : `after ${days === 1 ? '1 day' : `${days} days`} without figures`,
    expectedTimes: (multiple: string) => `${multiple} times expected`,
    notCompared: 'not compared',
    place: (at: number, of: number) => `${at} of ${of}`,
    earlier: 'Earlier day',
    later: 'Later day',
    usualDay: 'A usual day',
    byChance: 'Such a day by chance',
    onceIn: (years: number, words: string) => (years >= 1_000 ? 'less than once in 1,000 years' : `once in ${words}`),
    years: (years: number) =>
      years >= 1_000 ? 'over 1,000 years' : years >= 1.5 ? `${Math.round(years)} years` : 'a year',
    otherAccounts: (accounts: string) =>
      accounts === '0'
        ? 'Your other accounts'
        : accounts === '1'
          ? 'Your other account'
          : `Your ${accounts} other accounts`,
    noneMoved: 'none moved',
    moved: (count: string) => `${count} moved`,
    noOthers: 'none with figures then',
    sourceAndReadings: 'Source and readings',
    noGap: 'no gap',
    changePerDay: 'Change per day',
    unexplainedHint:
      'A mention elsewhere, an advertisement or a giveaway can look like this. The figures cannot tell which.',
    formula: 'Formula and inputs',
    barsLabel: (from: string, to: string, day: string, change: string) =>
      `Change per day, ${from} to ${to}. ${day}: ${change}.`,
    noCaption: 'No caption',
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  },
} as const
