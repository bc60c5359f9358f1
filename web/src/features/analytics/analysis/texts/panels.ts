/** Every sentence of the analysis but the answers themselves, which the server writes. */
import type { PostFormat, Source } from '@tangelo/contract/limits'

const NBSP = '\u202f'

export const texts = {
  periods: {
    label: 'Period',
    options: { '90': '90 days', half: '6 months', year: 'Year', all: 'All' },
  },
  scope: (from: string, to: string) => `${from} to ${to}`,
  scopePosts: (posts: string, count: number, zone: string) =>
    `${count === 1 ? '1 post' : `${posts} posts`} compared, ${zone}`,
  zone: (name: string) => (name === 'UTC' ? 'UTC' : `${name.split('/').at(-1)?.replaceAll('_', ' ') ?? name} time`),
  showBefore: 'Show the year before',
  loading: 'Loading the analysis...',
  failed: 'The analysis could not be loaded',

  empty: {
    title: 'Nothing to analyse yet',
    admin:
      'The analysis needs posts and followers over time. They come with every reading of Instagram or Apify; an Apify file brings the posts of the past at once.',
    others: 'The analysis needs posts and followers over time. An administrator can connect a source or import a file.',
    import: 'Import a file',
    connect: 'Open Connections',
  },
  noPosts: {
    title: 'No posts to compare in this period',
    text: 'When to post, formats and hashtags are answered from posts with known likes.',
    showAll: 'Show all data',
  },

  showTable: 'Show as a table',
  showChart: 'Show as a chart',
  evidence: 'Evidence',
  evidenceOf: (what: string) => `Evidence: ${what}`,
  howOftenWrong: 'How often is this wrong?',

  likes: 'Likes',
  posts: 'Posts',
  likely: 'Likely',
  canBeShown: 'Can it be shown?',
  yes: 'Yes',
  no: 'No',
  tooFewPosts: 'Too few posts',
  tooFew: 'too few to say',
  asUsual: 'as usual',
  beyondChance: 'beyond chance',
  percent: (signed: string) => `${signed}${NBSP}%`,
  between: (low: string, high: string) => `${low} to ${high}${NBSP}%`,

  posting: {
    title: 'When to post',
    hours: 'Hour of the day',
    weekdays: 'Day of the week',
    hoursPosted: 'What was posted, by hour',
    weekdaysPosted: 'By day of the week',
    noAdvice: 'no advice',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    block: (from: string, to: string) => `${from}:00 to ${to}:00`,
    foot: 'Compared with posts of the same format in the same month.',
    showPosted: 'What was posted',
    posted: (posts: string, zone: string) => `${posts} posts by hour and weekday, ${zone}.`,
    postedNoAdvice: 'No advice: single hours hold too few posts to compare.',
    postedCell: (day: string, hour: string, posts: number) =>
      `${day} ${hour}:00: ${posts === 1 ? '1 post' : `${posts} posts`}`,
    none: 'None',
    orMore: (posts: number) => `${posts} or more`,
    weekday: 'Weekday',
  },
  noDifference: {
    meaning: 'This does not mean that it makes no difference.',
    reached: (posts: string, month: string) => `At your pace, ${posts} posts are reached around ${month}.`,
    notReached: 'At your pace that takes more than five years; older posts from a file count at once.',
    power: 'Smallest effect that would show',
    powerBy: 'by number of posts',
    here: (posts: string, effect: string) => `You are here: ${posts} posts, ${effect}`,
    goal: (effect: string, posts: string) => `${effect} from ${posts}`,
    basis: 'Worked out from how much the likes of this account vary from post to post.',
    summary: (here: string, goal: string) => `The smallest effect that would show. ${here}. ${goal}.`,
  },
  tooFewToAsk: {
    pace: (weeks: number) =>
      `At the pace of this period the question can be asked in about ${weeks === 1 ? 'one week' : `${weeks} weeks`}, or today with older posts from a file.`,
    noPace: 'Older posts from a file count at once.',
    import: 'Import older posts',
  },
  formats: {
    title: 'Formats',
    head: 'Format',
    names: { image: 'Image', video: 'Video', carousel: 'Carousel', reel: 'Reel' } satisfies Record<PostFormat, string>,
    words: { image: 'image', video: 'video', carousel: 'carousel', reel: 'reel' } satisfies Record<PostFormat, string>,
    foot: 'Same month, same hours.',
  },
  hashtags: {
    title: 'Hashtags',
    head: 'Hashtag',
    foot: (asked: number) =>
      asked === 0
        ? 'A hashtag is compared once it was used at least 8 times.'
        : `Corrected for asking ${asked === 1 ? 'once' : `${asked} times`}.`,
  },
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
    noise: (years: string) => `On noise alone such a mark appears about once in ${years} of one account.`,
    noiseSeldom: `On noise alone such a mark appears less than once in 1,000 years of one account.`,
    markedDays: 'Days that stand out',
    trend: 'Followers won per day',
    trendBand: 'The band holds the slow change in 95 of 100 cases.',
    trendLabel: (first: string, last: string) => `Followers won per day, slowly changing, from ${first} to ${last}`,
    sources: { graph: 'Graph API', apify: 'Apify', import: 'imported', sample: 'sample data' } satisfies Record<
      Source,
      string
    >,
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
    otherAccounts: (accounts: string) => (accounts === '1' ? 'Your other account' : `Your ${accounts} other accounts`),
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
  expected: {
    title: 'Top and weak posts',
    inFigures: 'Top and weak posts in figures',
    times: (multiple: string) => `${multiple} times`,
    expected: 'expected',
    weak: 'Weaker than expected',
    top: 'Stronger than expected',
    likes: (likes: string) => `${likes} likes`,
    band: 'The grey band holds 8 of 10 posts.',
    all: 'All posts',
    none: 'No post can be compared with what was expected of it yet.',
    columns: { post: 'Post', day: 'Day', likes: 'Likes', multiple: 'Times expected', band: 'Eight of ten' },
  },
} as const
