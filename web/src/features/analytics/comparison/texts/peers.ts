/** Every sentence about an account against its peers, and about what the figures rest on. Between asterisks stands what a sentence shows strongly. */

export const texts = {
  peers: {
    title: (name: string) => `@${name} against its peers`,
    account: 'Account',
    group: 'Group',
    similar: 'Similar accounts',
    named: (name: string, count: number) => `${name}, ${count === 1 ? '1 account' : `${count} accounts`}`,
    edit: 'Edit group',
    loading: 'Loading the peers...',
    failed: 'The peers could not be loaded',
    few: {
      similar: (count: number, least: number) =>
        `*Too few similar accounts to compare.* ${count} of the ${least} needed.`,
      group: (count: number, least: number) =>
        `*Too few accounts in this group to compare.* ${count} of the ${least} needed.`,
      similarHint: (basis: string, count: number) =>
        `${basis} Add accounts of the same kind, or choose a group yourself.${sayLittle(count)}`,
      groupHint: (count: number) => `Add accounts to the group.${sayLittle(count)}`,
      add: 'Add accounts',
      make: 'Make a group',
    },
    measures: {
      growth: { name: 'Growth', unit: 'followers, per 30 days', head: 'Growth per 30 days' },
      postsPerWeek: { name: 'Posts per week', unit: 'mean of six months', head: 'Posts per week' },
      likes: {
        name: 'Likes per post',
        unit: 'relative to what its followers and format suggest; 1 is usual',
        head: 'Likes, 1 is usual',
      },
      comments: { name: 'Comments per 100 likes', unit: 'last three months', head: 'Comments per 100 likes' },
    },
    unknown: 'unknown',
    median: 'median',
    key: 'Each dot is an account. The orange band is where the true place lies in 95 of 100 cases.',
    strip: (measure: string, own: string, median: string, peers: number) =>
      `${measure}: ${own}, median of ${peers} accounts ${median}`,
    stripHelp: 'Arrow keys go from account to account, Delete excludes one.',
    dot: (name: string, value: string) => `@${name}, ${value}`,
    followers: (count: string) => `${count} followers`,
    exclude: 'Exclude',
    excludeName: (name: string) => `Exclude @${name}`,
    includeName: (name: string) => `Include @${name} again`,
    excluded: 'excluded',
    excludedByYou: (count: number) => `${count} excluded by you`,
    excludedNews: (name: string) => `@${name} is excluded.`,
    includedNews: (name: string) => `@${name} is included again.`,
    list: 'Peers',
    count: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
    listHead: 'growth per 30 days',
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
    table: 'Peers and their figures',
    tableAccount: 'Account',
    tableFollowers: 'Followers',
  },

  evidence: {
    showTable: 'Show as a table',
    showChart: 'Show as a chart',
    series: {
      formulas: [
        'index = followers ÷ followers on the first day × 100',
        'growth = followers on the last day ÷ on the first day − 1',
      ],
      words:
        'All accounts are counted from one day. Only days of one source are compared: where a source changes, the line ends and begins anew at 100, and no growth is computed across it.',
      counted: 'Counted from',
      first: (name: string, day: string) => `@${name}, ${day}`,
      growth: (name: string) => `@${name}, growth`,
      days: 'Days with followers',
      period: 'Period',
      to: (from: string, to: string) => `${from} to ${to}`,
      unknown: 'not compared',
    },
    peers: {
      formulas: [
        'growth = e^(Σ ln growth ÷ days × 30) − 1',
        'posts per week = posts ÷ days × 7',
        'likes = e^(mean of ln(1 + likes) − ln followers − usual of the format)',
        'comments = comments ÷ likes × 100',
      ],
      words:
        'Growth and posts are counted over six months with the current one, comments over three. The usual of a format is its mean over these accounts. The band is the exact 95% interval of the share of such accounts that lie below (Clopper–Pearson with mid-p). Excluded accounts count for nothing.',
      compared: 'Compared with',
      median: (measure: string) => `${measure}, median`,
      place: (measure: string) => `${measure}, place`,
      percentiles: (low: number, high: number) => `percentile ${low} to ${high}`,
      n: (count: number) => `of ${count}`,
      excluded: 'Excluded',
      none: 'none',
      unknown: 'unknown',
    },
  },
} as const

/** Of no account there is no place to speak of. */
function sayLittle(count: number): string {
  return count === 0 ? '' : ` A place among ${count} says very little.`
}
