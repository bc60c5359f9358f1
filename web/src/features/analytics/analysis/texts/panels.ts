/** Every sentence of the analysis but the answers themselves, which the server writes, and what is said of growth. */

import type { PostFormat } from '@tangelo/contract/limits'
import { WEEKDAY_NAMES } from '@tangelo/contract/limits'

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
    title: 'Nothing to analyze yet',
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
  percent: (signed: string) => `${signed}%`,
  between: (low: string, high: string) => `${low} to ${high}%`,

  posting: {
    title: 'When to post',
    hours: 'Hour of the day',
    weekdays: 'Day of the week',
    hoursPosted: 'What was posted, by hour',
    weekdaysPosted: 'By day of the week',
    noAdvice: 'no advice',
    days: WEEKDAY_NAMES,
    block: (from: string, to: string) => `${from}:00 to ${to}:00`,
    foot: 'Compared with posts of the same format in the same month.',
    showPosted: 'What was posted',
    measures: { likes: 'Likes', views: 'Views', saves: 'Saves' },
    footOwn:
      'What only the owner sees, three days after each post. Compared with posts of the same format in the same month.',
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
    basis: (figure: string) => `Worked out from how much the ${figure} of this account vary from post to post.`,
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
  expected: {
    title: 'Top and weak posts',
    inFigures: 'Top and weak posts in figures',
    times: (multiple: string) => `${multiple} times`,
    expected: 'expected',
    weak: 'Weaker than expected',
    top: 'Stronger than expected',
    likes: (likes: string) => (likes === '1' ? '1 like' : `${likes} likes`),
    band: 'The grey band holds 8 of 10 posts.',
    all: 'All posts',
    none: 'No post can be compared with what was expected of it yet.',
    columns: { post: 'Post', day: 'Day', likes: 'Likes', multiple: 'Times expected', band: 'Eight of ten' },
  },
} as const
