/** Insights as the server answers them, for tests of pages. */
import type { AccountInsights, InsightDay, MediaInsights, OwnMedia } from '@tangelo/contract'

const NOW = '2026-11-20T09:00:00.000Z'

const aDay = (day: string, views: number): InsightDay => ({
  day,
  views,
  reach: Math.round(views * 0.7),
  engagedAccounts: null,
  interactions: Math.round(views * 0.09),
  likes: null,
  comments: null,
  saves: null,
  shares: null,
  replies: null,
  reposts: null,
  profileLinkTaps: 3,
  follows: null,
  unfollows: null,
  readAt: NOW,
  isSettled: day < '2026-11-18',
})

const FIGURES = {
  views: 8_214,
  reach: 6_108,
  likes: 410,
  comments: 12,
  saves: 214,
  shares: 96,
  reposts: null,
  interactions: 842,
  follows: null,
  profileVisits: null,
  profileActions: null,
  replies: null,
  navigation: null,
  linkClicks: null,
  averageWatchMs: 8_400,
  totalWatchMs: 68_997_600,
  skipPercent: 28,
}

const aReel: OwnMedia = {
  mediaId: '17920230000000001',
  product: 'reel',
  format: 'reel',
  caption: 'One last swim',
  permalink: 'https://www.instagram.com/reel/Cabc/',
  postedAt: '2026-11-18T19:00:00.000Z',
  latest: Object.assign(
    { readAt: '2026-11-19T19:02:00.000Z', ageHours: 24, source: 'facebook' as const, hash: 'a'.repeat(64) },
    FIGURES,
  ),
  nextReadingAt: '2026-11-21T19:00:00.000Z',
  endedBecause: null,
  publicationId: '00000000-0000-4000-8000-000000000001',
  postId: null,
}

const anOldPost: OwnMedia = Object.assign({}, aReel, {
  mediaId: '17920230000000002',
  product: 'feed' as const,
  format: 'image' as const,
  caption: 'Before we were professional',
  latest: null,
  nextReadingAt: null,
  endedBecause: 'before_professional' as const,
  publicationId: null,
})

export const ownMedia = [aReel, anOldPost]

export function insightsOf(more: Partial<AccountInsights> = {}): AccountInsights {
  const days = [14, 15, 16, 17, 18, 19].map((day, at) => aDay(`2026-11-${day}`, 1_000 + at * 100))
  const shown: AccountInsights = {
    state: 'read',
    problem: null,
    lastReadAt: NOW,
    nextReadAt: '2026-11-20T10:00:00.000Z',
    daysSince: '2026-03-01',
    isFilling: true,
    timeZone: 'Europe/Lisbon',
    from: '2026-08-22',
    to: '2026-11-20',
    days,
    spans: [7, 28].map((length) =>
      Object.assign({}, aDay('2026-11-17', length * 900), { days: length, until: '2026-11-17', isSettled: true }),
    ),
    audience: [
      {
        of: 'gender',
        readAt: NOW,
        parts: [
          { value: 'F', people: 600 },
          { value: 'M', people: 300 },
          { value: 'U', people: 100 },
        ],
      },
    ],
    online: {
      days: 20,
      hours: Array.from({ length: 7 }, (_, weekday) =>
        Array.from({ length: 24 }, (_h, hour) => (hour === 3 ? null : weekday * 10 + hour)),
      ),
    },
    media: ownMedia,
  }
  return Object.assign(shown, more)
}

export const aReelInsights: MediaInsights = {
  media: aReel,
  readings: aReel.latest ? [aReel.latest] : [],
  timing: { plannedAt: '2026-11-18T18:45:00.000Z', publishedAt: '2026-11-18T19:00:00.000Z', lateMinutes: 15 },
  reached: {
    ageDays: 1,
    figures: [
      { figure: 'views', items: 14, median: 5_200, low: 3_900, high: 7_400, reached: 8_214, verdict: 'above' },
      { figure: 'saves', items: 14, median: 90, low: 60, high: 150, reached: 214, verdict: 'above' },
      { figure: 'shares', items: 3, median: 50, low: null, high: null, reached: 96, verdict: null },
    ],
  },
  reel: {
    durationMs: 15_000,
    scenes: [
      { fromMs: 0, toMs: 5_000, imageUrl: null },
      { fromMs: 5_000, toMs: 15_000, imageUrl: null },
    ],
  },
}
