/** Every sentence about where figures come from. */
import type { Source } from '@tangelo/contract/limits'

/** Each figure that can be traced, as its panel is headed. */
const names = {
  followers: 'Followers',
  following: 'Following',
  posts: 'Posts',
  engagement: 'Engagement',
  followersChange: 'Change of followers',
  followingChange: 'Change of following',
  postsChange: 'Change of posts',
  engagementChange: 'Change of engagement',
} as const
export type FigureName = keyof typeof names

export const texts = {
  names,
  title: (figure: string, value: string) => `${figure}: ${value}`,
  sources: {
    graph: 'Instagram Graph API',
    apify: 'Apify',
    own: 'Instagram, through the account itself',
    import: 'Imported or typed in',
    sample: 'Sample data',
  } satisfies Record<Source, string>,

  value: 'Value',
  source: 'Source',
  captured: 'Read',
  stored: 'Stored',
  technical: 'Technical details',
  fingerprint: 'Fingerprint of the answer',
  now: 'Now',
  before: 'Before',
  on: (moment: string, source: string) => `${moment}, ${source}`,
  unknown: 'unknown',

  asTold: 'As reported by the source, unchanged.',
  rateAsTold: 'The source stated the rate itself: it was not calculated here.',
  asTyped: 'As it stood in the file or was typed in, unchanged.',
  rateWords: '(mean of the known likes + mean of the known comments) ÷ followers × 100',
  rate: (likes: string, ofLikes: string, comments: string, ofComments: string, followers: string, rate: string) =>
    `(mean likes ${likes} of ${ofLikes} + mean comments ${comments} of ${ofComments}) ÷ followers ${followers} × 100 = ${rate}`,
  postsCount: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  difference: (now: string, then: string, change: string) => `${now} − ${then} = ${change}`,
  percentChange: (now: string, then: string, change: string) => `(${now} − ${then}) ÷ ${then} × 100 = ${change}`,
  differenceWords: 'Now minus the last snapshot at least 7 days older.',
  percentWords: 'In percent of the rate at the last snapshot at least 7 days older.',

  noLikes: 'No likes are known, so there is no rate.',
  noFollowers: 'The number of followers is not known, so there is no rate.',
  impossible: 'There are impossibly many likes and comments for the number of followers, so there is no rate.',
  notTold: 'The source did not report it.',
  noBase: 'There is no snapshot at least 7 days older yet, so there is no change.',
  notThen: 'It was not known at one of the two moments, so there is no change.',
  newSource: (moment: string) =>
    `Since ${moment} the figures come from another source. None is compared across the change, so there is no change.`,
  newMethod: (moment: string) =>
    `Since ${moment} the rate comes from another source or is calculated in another way. None is compared across the change.`,
  zeroThen: 'The rate was 0 then, so there is no change in percent.',
  nothing: 'No figures are known for this account yet.',

  postsTitle: (count: number) => (count === 1 ? 'The post behind it' : `The ${count} posts behind it`),
  columns: { post: 'Post', likes: 'Likes', comments: 'Comments' },
  noCaption: 'No caption',
  likesHidden: 'likes hidden by the owner',
  commentsUnknown: 'comments unknown',
  leftOut: (count: number) =>
    count === 1
      ? 'Left out: 1 post with hidden likes. They count as unknown, not as zero.'
      : `Left out: ${count} posts with hidden likes. They count as unknown, not as zero.`,

  showAnswer: "Show the source's answer",
  hideAnswer: "Hide the source's answer",
  answer: "The source's answer",
  answerGone: 'Answers are kept for 30 days; this one has been deleted.',
  answerFailed: 'The answer could not be loaded',
  answerLoading: 'Loading the answer...',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'It could not be copied',

  loading: 'Loading...',
  failed: 'This could not be loaded',
} as const
