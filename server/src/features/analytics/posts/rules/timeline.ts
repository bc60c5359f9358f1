/**
 * How the figures of one post changed: an entry for each change, oldest first, and until when they were seen unchanged.
 * Sightings may come in any order (an import, a stored answer): those of figures that only grow give the same timeline in each,
 * to the second.
 */

export interface PostFigures {
  likes: number | null
  comments: number | null
  views: number | null
}

/** A moment at which the figures of a post had changed. */
export interface TimelineEntry extends PostFigures {
  readAt: number
  /** Whole seconds since the figures before were last seen; null where that is unknown. */
  secondsSinceSeen: number | null
  /** The answer that it was read from. */
  rawId: number | null
  /** Not stored: the last sighting to the millisecond, where it is known. */
  seenUntil?: number
  /** Absent: as it is stored. */
  isNew?: boolean
  isChanged?: boolean
}

export type Sighting = PostFigures & { readAt: number; rawId: number | null }

/** Views are stated by some sources only: their absence is no change. */
export const haveChanged = (before: PostFigures, now: PostFigures): boolean =>
  before.likes !== now.likes || before.comments !== now.comments || (now.views !== null && before.views !== now.views)

/** Until when the figures of an entry were seen; `lastSeenAt` is that of the last one. */
export function findKnownUntil(timeline: readonly TimelineEntry[], place: number, lastSeenAt: number): number {
  const next = timeline[place + 1]
  const { readAt: from = lastSeenAt, seenUntil = from } = timeline[place] ?? {}
  if (!next) return Math.max(from, lastSeenAt)
  if (next.secondsSinceSeen === null) return from
  const until = Math.max(from, next.readAt - next.secondsSinceSeen * 1_000)
  // Kept in whole seconds, it is the moment that is known better.
  return Math.abs(until - seenUntil) < 1_000 ? seenUntil : until
}

const secondsBetween = (from: number, to: number): number => Math.round((to - from) / 1_000)

/** The views as they were last stated by an entry or one before it. */
const viewsAt = (timeline: readonly TimelineEntry[], place: number): number | null =>
  timeline.slice(0, place + 1).findLast(({ views }) => views !== null)?.views ?? null

/** The figures after an entry, with the views as they were last stated. */
export const figuresAt = (timeline: readonly TimelineEntry[], place: number): PostFigures => ({
  likes: timeline[place]?.likes ?? null,
  comments: timeline[place]?.comments ?? null,
  views: viewsAt(timeline, place),
})

/** The figures after the last entry, with the views as they were last stated. */
export function latestOf(timeline: readonly TimelineEntry[]): PostFigures {
  const { likes, comments } = timeline.at(-1) ?? { likes: null, comments: null }
  return { likes, comments, views: viewsAt(timeline, timeline.length - 1) }
}

/**
 * Adds a sighting older than the last one to the whole timeline of a post. Answers the moment of a stored entry that is
 * there no more, because its figures turn out to have been there earlier.
 */
export function insertSighting(timeline: TimelineEntry[], seen: Sighting, lastSeenAt: number): number | null {
  const place = timeline.findLastIndex(({ readAt }) => readAt <= seen.readAt)
  const before = timeline[place]
  const next = timeline[place + 1]
  if (before?.readAt === seen.readAt) return null
  const isAsBefore = before !== undefined && !haveChanged({ ...before, views: viewsAt(timeline, place) }, seen)
  const until = findKnownUntil(timeline, place, lastSeenAt)
  if (before && seen.readAt <= until) {
    if (!isAsBefore && seen.readAt < until) split(timeline, place, seen, until)
    else if (isAsBefore && until - seen.readAt < 1_000) setSeenUntil(before, next, seen.readAt)
    return null
  }
  if (isAsBefore) {
    setSeenUntil(before, next, seen.readAt)
    return null
  }
  const secondsSinceSeen = before ? secondsBetween(until, seen.readAt) : null
  const views = seen.views ?? viewsAt(timeline, place)
  if (next && !haveChanged({ ...seen, views }, next)) {
    const after = timeline[place + 2]
    if (after?.secondsSinceSeen === null) setSinceSeen(after, next.readAt)
    timeline[place + 1] = { ...figuresOf(seen), secondsSinceSeen, isNew: true }
    return next.isNew ? null : next.readAt
  }
  timeline.splice(place + 1, 0, { ...figuresOf(seen), secondsSinceSeen, isNew: true })
  setSinceSeen(next, seen.readAt)
  return null
}

/** Other figures were there in between: those of the entry came back by the time they were seen again. */
function split(timeline: TimelineEntry[], place: number, seen: Sighting, until: number): void {
  const entry = timeline[place]
  if (!entry) return
  timeline.splice(
    place + 1,
    0,
    { ...figuresOf(seen), secondsSinceSeen: secondsBetween(entry.readAt, seen.readAt), isNew: true },
    {
      ...figuresOf({ ...entry, readAt: until }),
      secondsSinceSeen: secondsBetween(seen.readAt, until),
      isNew: true,
    },
  )
}

const figuresOf = ({ readAt, rawId, likes, comments, views }: Sighting) => ({ readAt, rawId, likes, comments, views })

function setSeenUntil(entry: TimelineEntry, next: TimelineEntry | undefined, seenAt: number): void {
  entry.seenUntil = seenAt
  setSinceSeen(next, seenAt)
}

function setSinceSeen(entry: TimelineEntry | undefined, seenAt: number): void {
  if (!entry) return
  const secondsSinceSeen = secondsBetween(seenAt, entry.readAt)
  if (entry.secondsSinceSeen === secondsSinceSeen) return
  entry.secondsSinceSeen = secondsSinceSeen
  entry.isChanged = true
}
