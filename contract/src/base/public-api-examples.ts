/** The answers that programs are shown before they have one of their own; each fits its row of the public addresses. */

export const METRICS = {
  profilePicture: 'https://tangelo.example.org/media/6f1c0e4b',
  bioText: 'One citrus fruit a day. Peeled, sliced, photographed.',
  followers: 184_230,
  followerChange: 1_284,
  following: 312,
  followingChange: -2,
  posts: 964,
  postsChange: 5,
  engagementRate: 4.71,
  engagementRateChange: 3.4,
  comparedWith: '2026-11-13T06:38:51.000Z',
  countsBrokenAt: null,
  engagementBrokenAt: null,
  followersTrend: [182_946, 183_210, 183_702, 184_230],
}

export const ACCOUNT = {
  id: 7,
  username: 'citrus.daily',
  category: 'Food & Recipes',
  notes: null,
  inputUrl: null,
  companyId: 1,
  tags: ['priority'],
  source: 'graph',
  createdAt: '2026-03-02T08:15:00.000Z',
  lastUpdated: '2026-11-20T06:40:12.000Z',
  metrics: METRICS,
} as const

/** Where a list names a period. */
export const OVER_30_DAYS = {
  growth: 2.9,
  followerChange: 5_192,
  comparedWith: '2026-10-21T06:39:30.000Z',
  isWhole: true,
  sourceChangedAt: null,
  growthBefore: 2.4,
  engagementChange: 0.18,
  engagementChangedAt: null,
  posts: 14,
  trend: [179_038, 180_411, 181_902, 182_946, 184_230],
  trendBreak: null,
} as const

export const POST = {
  id: '3508271946120483',
  type: 'carousel',
  caption: 'Three ways to zest a tangelo',
  url: 'https://www.instagram.com/p/DExample123/',
  imageUrl: 'https://tangelo.example.org/media/b27d91aa',
  likes: 8_412,
  comments: 163,
  postedAt: '2026-11-19T17:30:00.000Z',
} as const

const FROM_GRAPH = {
  source: 'graph',
  engagementMethod: 'computed',
  isCountsBreak: false,
  isEngagementBreak: false,
} as const

export const DAYS = [
  { date: '2026-11-19', followers: 183_702, following: 313, posts: 962, engagementRate: 4.66, ...FROM_GRAPH },
  { date: '2026-11-20', followers: 184_230, following: 312, posts: 964, engagementRate: 4.71, ...FROM_GRAPH },
] as const

const OUTSTANDING_POST = {
  id: '412',
  day: '2026-11-12',
  format: 'reel',
  caption: 'The whole orchard in thirty seconds',
  url: 'https://www.instagram.com/reel/DExample456/',
  likes: 31_760,
  multiple: 3.6,
} as const

/** Shortened: an answer has every cell, the counts of 24 hours for each weekday, and as many days around a move as there are. */
export const ANALYSIS = {
  method: { version: '1.3', seed: 2_654_435_769 },
  period: {
    from: '2025-11-21',
    to: '2026-11-20',
    timeZone: 'Europe/Lisbon',
    posts: 180,
    firstPost: '2025-11-22',
    readings: 361,
    leftOut: {
      sentence: '3 posts are left out: 2 with hidden likes and 1 without figures at a comparable age.',
      hidden: 2,
      gone: 0,
      unread: 1,
    },
  },
  posting: {
    verdict: 'found',
    measures: [],
    posts: 180,
    sentence: 'Posts between 18:00 and 22:00 got 35% more likes (likely 12 to 61%), from 41 of 180 posts.',
    detectable: null,
    cells: [
      { family: 'hours', from: 18, to: 22, posts: 41, effect: 0.35, low: 0.12, high: 0.61, significant: true },
      { family: 'weekdays', from: 1, to: 1, posts: 26, effect: -0.04, low: -0.19, high: 0.13, significant: false },
    ],
    posted: [[0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 2, 0, 0, 1, 0, 0, 2, 4, 7, 5, 1, 0, 0, 0]],
  },
  formats: {
    verdict: 'no-difference',
    posts: 180,
    sentence:
      'No difference can be shown yet: with 180 posts only effects above about 45% would show; about 120 more posts would show 35%.',
    detectable: { effect: 0.45, morePosts: 120, goal: 0.35 },
    cells: [{ format: 'reel', posts: 62, effect: 0.18, low: -0.06, high: 0.47, significant: false }],
  },
  hashtags: {
    verdict: 'too-few-posts',
    posts: 180,
    sentence: 'No hashtag is in 8 posts, and missing in 8.',
    detectable: null,
    cells: [],
    tags: 37,
  },
  moves: [
    {
      day: '2026-11-13',
      change: 1_140,
      share: 0.0063,
      kind: 'viral',
      sentence:
        'Followers rose by 1,140 (0.6%) in one day, after a reel of Nov 12 with 3.6 times the likes expected of it.',
      evidence: {
        days: [
          { day: '2026-11-12', change: 96 },
          { day: '2026-11-13', change: 1_231 },
        ],
        usual: { low: 31, high: 160 },
        onceInYears: 210,
        others: { accounts: 11, moved: 0 },
        source: 'graph',
        gap: 0,
        posts: [OUTSTANDING_POST],
      },
    },
  ],
  posts: {
    sentence: 'One reel stands out: Nov 12, with 3.6 times the likes expected of it.',
    top: [{ ...OUTSTANDING_POST, low: 0.6, high: 1.6 }],
    weak: [],
  },
  growth: {
    sentence: 'Followers grew by 31,204 to 184.2K, 4,120 more than in the year before.',
    span: { from: '2025-11-20', to: '2026-11-20', before: 153_026, after: 184_230, change: 31_204, share: 0.2039 },
    previous: { from: '2024-11-20', to: '2025-11-20', change: 27_084, share: 0.2151 },
    trend: [{ day: '2026-11-16', perDay: 96.4, low: 71.8, high: 121 }],
    breaks: [],
  },
} as const
