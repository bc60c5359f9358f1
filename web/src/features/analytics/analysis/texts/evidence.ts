/** What stands behind each answer: its formula and its method in words, for the method version the server names. */

export const texts = {
  n: 'Posts compared',
  leftOut: 'Left out',
  leftOutNone: 'none',
  hidden: (posts: string) => `${posts} with hidden likes`,
  gone: (posts: string) => `${posts} gone`,
  unread: (posts: string) => `${posts} without a reading in time`,
  period: 'Period',
  to: (from: string, to: string) => `${from} to ${to}`,
  timeZone: 'Time zone',
  readings: 'Days with followers',
  seed: 'Seed',
  method: 'Method version',
  inside: 'Posts of this kind',
  outside: 'Others',
  effect: 'Effect',
  low: 'Interval from',
  high: 'Interval to',
  beyondChance: 'Beyond chance',
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',

  comparison: {
    formulas: [
      'y = ln(1 + likes + 2 × comments)',
      'r = (y − median of ±12 posts − format) ÷ MAD',
      'effect = e^(r inside − r outside) − 1',
    ],
    own: (figure: string) => `y = ln(1 + ${figure})`,
    ownFigures: (figure: string) =>
      `The ${figure} are what the owner of the account sees, read between three and four and a half days after posting, or from 14 days on.`,
    figures: 'Likes count 72 hours after posting, or as they are now where a post is older than 14 days.',
    posting:
      'Posts are compared with posts of the same format in the same month: 999 shuffles within those groups say what is beyond chance, for all hours and weekdays together (max-t, 5%). The interval is a bootstrap within the same groups, drawn towards no effect as far as the rows agree (empirical Bayes).',
    formats:
      'Posts are compared with posts at the same hours in the same month: 999 shuffles within those groups say what is beyond chance, for all formats together (max-t, 5%). The interval is a bootstrap within the same groups, drawn towards no effect (empirical Bayes).',
    hashtags:
      'At most ten hashtags that were used at least 8 times are compared, each with posts of the same format in the same month: 999 shuffles within those groups, corrected for the number of hashtags (Holm, 5%). The interval is a bootstrap within the same groups.',
  },
  growth: {
    formulas: ['change = followers on the last day − on the last day before the period'],
    words:
      'Without figures before the period, the first day with figures counts. Only days of one source are compared: where the source changes, the count starts again.',
    first: (day: string) => `Followers on ${day}`,
    change: 'Change',
    previous: (from: string, to: string) => `Change, ${from} to ${to}`,
    breaks: 'Changes of source',
  },
  move: {
    title: (day: string) => `What moved on ${day}`,
    formulas: [
      'g = ln(followers) − ln(followers the day before)',
      'z = (g − median of 57 days − median of the weekday) ÷ MAD',
    ],
    words:
      'The scores of all accounts of the company share one Pareto tail, which says how often chance alone makes such a day. Days are marked while at most one in ten marks is expected to be chance (Benjamini–Hochberg, q = 0.1) and at least 0.8% of the followers moved.',
    change: 'Beyond the usual',
    share: 'Of the followers before',
    usual: 'Eight of ten days',
    range: (low: string, high: string) => `${low} to ${high}`,
    chance: 'Once in',
    others: 'Other accounts',
    moved: (moved: string, accounts: string) => `${moved} of ${accounts} moved`,
    source: 'Source',
    gap: 'Days without figures before',
    posts: 'Posts within three days',
    changeOn: (day: string) => `Change on ${day}`,
  },
  expected: {
    formulas: [
      'y = ln(1 + likes + 2 × comments)',
      'expected = median of ±12 posts + format + hours',
      'multiple = e^(y − expected)',
    ],
    words:
      'The grey band holds eight of ten posts of this account: what lies outside is unusual, not good or bad by itself.',
    multiple: 'Times expected',
    band: 'Eight of ten posts',
    likes: 'Likes',
    posted: 'Posted',
  },
  wrong: 'How often is this wrong?',
} as const
