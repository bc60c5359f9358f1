/** How often the analysis is wrong, in words. The figures are those of the truth bench. */

export const texts = {
  title: 'How often is this wrong?',
  measured: (worlds: string, method: string) =>
    `Measured on ${worlds} invented accounts for each line, whose truth is known. Method ${method}.`,
  notMeasured: (method: string) => `Method ${method} has not been measured yet.`,
  notMeasuredText:
    'The figures come from a bench that invents accounts whose truth is known, and counts how often the answers miss it.',
  percent: (value: string) => `${value}%`,
  lead: (wrong: string, best: string) =>
    `When the hour makes no difference, an answer appears all the same in about ${wrong} of 100 accounts. Plain averages would mislead in up to ${best}.`,
  nullHead: (posts: string) => `An account without any effect, ${posts} posts`,
  thisAnswer: 'This answer',
  plainAverage: 'Plain averages',
  bestAverage: 'Best average',
  names: { posting: 'When to post', formats: 'Formats', hashtags: 'Hashtags' },
  powerTitle: (effect: string) => `If the evening really brings ${effect} more, this finds it`,
  powerSummary: (parts: string) => `Found: ${parts}`,
  powerPoint: (share: string, posts: string) => `${share} of the time with ${posts} posts`,
  posts: (posts: string) => `${posts} posts`,
  you: (posts: string) => `You, ${posts} posts`,
  effect: 'Effect',
  found: 'Found',
  postsHead: 'Posts',
  intervalsTitle: 'Ranges that hold the true effect',
  intervals: (shown: string, all: string, posts: string) =>
    `Of the ranges shown as beyond chance ${shown} hold it, of all ranges ${all}, with ${posts} posts.`,
  movesTitle: 'Days that stand out',
  moves: 'Invented accounts',
  tails: { light: 'Ordinary days', heavy: 'Restless days' },
  precision: 'Marks that are real',
  recall: 'Events that are found',
  alarms: 'Marks by chance, per account and year',
  recallOf: 'Found, by size and kind',
  percentilesTitle: 'A place among similar accounts',
  percentiles: (covered: string, peers: string) =>
    `With ${peers} accounts, ${covered} of the ranges hold the true place.`,
  limits:
    'It cannot see what is not in the figures: an advertisement, a mention elsewhere, a change at Instagram. It shows what went together, not what caused it.',
  all: 'All results',
  fewer: 'Fewer results',
  close: 'Close',
  showTable: 'Show as a table',
  showChart: 'Show as a chart',
} as const
