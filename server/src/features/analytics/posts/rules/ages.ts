/** Figures of a post at three ages, from the moments at which its figures are known. */
import type { PostFigures, TimelineEntry } from './timeline.ts'
import { findKnownUntil } from './timeline.ts'

const HOUR_MS = 3_600_000

export interface AgedFigures {
  at24Hours: PostFigures
  at72Hours: PostFigures
  at7Days: PostFigures
}

/** At each age, how far apart the two readings may be between which figures are interpolated: a day more than daily. */
const AGES = { at24Hours: [24, 36], at72Hours: [72, 60], at7Days: [168, 96] } as const

/** No figure at an age follows from a reading later than this after posting. */
export const AGES_END_MS = (168 + 96) * HOUR_MS

const UNKNOWN: PostFigures = { likes: null, comments: null, views: null }

/** Figures at three ages, interpolated in time between the readings around each; null where none is near. */
export function figuresAtAges(
  postedAt: number | null,
  timeline: readonly TimelineEntry[],
  lastSeenAt: number,
): AgedFigures {
  if (postedAt === null) return { at24Hours: UNKNOWN, at72Hours: UNKNOWN, at7Days: UNKNOWN }
  const points = pointsOf(timeline, lastSeenAt)
  const at = ([age, apart]: readonly [number, number]) => figuresAt(postedAt + age * HOUR_MS, apart * HOUR_MS, points)
  return { at24Hours: at(AGES.at24Hours), at72Hours: at(AGES.at72Hours), at7Days: at(AGES.at7Days) }
}

export const areSameAges = (one: AgedFigures, other: AgedFigures): boolean =>
  (['at24Hours', 'at72Hours', 'at7Days'] as const).every((age) =>
    (['likes', 'comments', 'views'] as const).every((figure) => one[age][figure] === other[age][figure]),
  )

type Point = PostFigures & { at: number }

/** Every moment of which the figures are known: each change, and the last time that the figures before were seen. */
function pointsOf(timeline: readonly TimelineEntry[], lastSeenAt: number): Point[] {
  const points: Point[] = []
  for (const [place, entry] of timeline.entries()) {
    points.push(pointAt(entry.readAt, entry))
    const until = findKnownUntil(timeline, place, lastSeenAt)
    if (until > entry.readAt) points.push(pointAt(until, entry))
  }
  return points
}

const pointAt = (at: number, { likes, comments, views }: PostFigures): Point => ({ at, likes, comments, views })

function figuresAt(moment: number, apartMs: number, points: readonly Point[]): PostFigures {
  const next = points.findIndex(({ at }) => at >= moment)
  const after = points[next]
  if (!after) return UNKNOWN
  if (after.at === moment) return { likes: after.likes, comments: after.comments, views: after.views }
  const before = points[next - 1]
  if (!before || after.at - before.at > apartMs) return UNKNOWN
  const share = (moment - before.at) / (after.at - before.at)
  const between = (one: number | null, other: number | null) =>
    one === null || other === null ? null : Math.round(one + (other - one) * share)
  return {
    likes: between(before.likes, after.likes),
    comments: between(before.comments, after.comments),
    views: between(before.views, after.views),
  }
}
