/** Where sample figures come from, as the server would answer it. */
import type { RouteReply } from '@tangelo/contract'

type Provenance = RouteReply<'GET /api/accounts/:accountId/metrics/provenance'>
type Latest = NonNullable<Provenance['latest']>
type Base = NonNullable<Provenance['base']>

export function aBase(part: Partial<Base> = {}): Base {
  return {
    capturedAt: '2026-11-02T12:00:00.000Z',
    source: 'import',
    followers: 201_506,
    following: 414,
    posts: 513,
    engagementRate: 5.97,
    ...part,
  }
}

export function aLatest(part: Partial<Latest> = {}): Latest {
  return {
    ...aBase({
      capturedAt: '2026-11-09T12:00:00.000Z',
      source: 'graph',
      followers: 204_912,
      following: 412,
      posts: 518,
      engagementRate: 6.7,
    }),
    recordedAt: '2026-11-09T12:00:02.000Z',
    engagement: { likesSum: 148_010, likesKnown: 11, commentsSum: 3_289, commentsKnown: 12 },
    rawHash: '3fa9c0d1e2b3a4f5968778695a4b3c2d',
    hasRaw: true,
    ...part,
  }
}

export function aProvenance(part: Partial<Provenance> = {}): Provenance {
  return {
    latest: aLatest(),
    base: aBase(),
    countsBrokenAt: null,
    engagementBrokenAt: null,
    posts: [
      {
        id: 'a',
        url: 'https://www.instagram.com/p/a/',
        caption: 'Noon in the old quarter',
        likes: 14_900,
        comments: 377,
        postedAt: null,
      },
      { id: 'b', url: null, caption: null, likes: null, comments: 12, postedAt: null },
    ],
    ...part,
  }
}
