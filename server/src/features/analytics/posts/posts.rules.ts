/** Pure rules of the history of posts: what a reading changes, which posts are gone, and figures at an age. */
import type { PostReading } from '#ports/figures-file.ts'

const HOUR_MS = 3_600_000

export interface PostFigures {
  likes: number | null
  comments: number | null
  views: number | null
}

/** A moment at which the figures of a post had changed. */
export interface ReadingRecord extends PostFigures {
  readAt: number
  /** Whole seconds since the figures before were last seen; null where that is unknown. */
  secondsSinceSeen: number | null
}

/** A post as it is stored, with what a reading adds to it. */
export interface PostRecord extends PostFigures {
  /** Null until it is stored. */
  id: number | null
  key: string
  sourceId: string
  postedAt: number | null
  type: PostReading['type']
  caption: string | null
  url: string | null
  firstSeenAt: number
  lastSeenAt: number
  goneAt: number | null
  isPinned: boolean
  /** Readings that are still to be stored, each with the answer it came from. */
  added: (ReadingRecord & { rawId: number | null })[]
  /** Other columns than `lastSeenAt` are to be stored. */
  isChanged: boolean
}

/** What a source says of an account's posts at one moment. */
export interface PostsSeen {
  readAt: number
  rawId: number | null
  posts: readonly PostReading[]
  /**
   * These are the latest posts of the account, without a gap: a younger post that is not among them is gone. A page of
   * older posts, or a table, says nothing about other posts.
   */
  areLatest: boolean
}

/** By which a post is found again: the short code, in which sources agree, else the source's own id. */
export const keyOf = ({ shortCode, id }: Pick<PostReading, 'shortCode' | 'id'>): string => shortCode ?? `id:${id}`

/** Every post of the list by what it may be stored under. */
export const keysOf = (posts: readonly PostReading[]): string[] =>
  posts.flatMap((post) => [keyOf(post), `id:${post.id}`])

/** Pinned posts come first whatever their age: those the source marks, and those older than one that comes after them. */
export function pinnedIn(posts: readonly PostReading[]): ReadonlySet<PostReading> {
  const pinned = new Set<PostReading>()
  let youngestAfter = Number.NEGATIVE_INFINITY
  for (const post of posts.toReversed()) {
    if (post.isPinned || (post.postedAt ?? Number.POSITIVE_INFINITY) < youngestAfter) pinned.add(post)
    else youngestAfter = post.postedAt ?? youngestAfter
  }
  return pinned
}

/** Takes over what was seen into `known`, the account's posts that may be concerned. Adds and changes records in place. */
export function takeSeen(known: PostRecord[], seen: PostsSeen): void {
  const byKey = new Map(known.flatMap((post) => [[post.key, post] as const, [`id:${post.sourceId}`, post] as const]))
  const listed = new Set<PostRecord>()
  const pinned = pinnedIn(seen.posts)
  for (const reading of seen.posts) {
    const post = byKey.get(keyOf(reading)) ?? byKey.get(`id:${reading.id}`)
    if (post) {
      takeReading(post, reading, seen, pinned.has(reading))
      listed.add(post)
    } else {
      const made = makePost(reading, seen, pinned.has(reading))
      known.push(made)
      byKey.set(made.key, made).set(`id:${made.sourceId}`, made)
      listed.add(made)
    }
  }
  if (!seen.areLatest) return
  // Where the list ends, it says nothing about older posts.
  const oldest = Math.min(...seen.posts.flatMap((post) => (pinned.has(post) ? [] : (post.postedAt ?? []))))
  for (const post of known)
    if (isMissing(post, oldest, seen.readAt) && !listed.has(post)) {
      post.goneAt = seen.readAt
      post.isChanged = true
    }
}

const isMissing = ({ postedAt, goneAt, lastSeenAt }: PostRecord, oldest: number, readAt: number): boolean =>
  goneAt === null && postedAt !== null && postedAt > oldest && postedAt < readAt && lastSeenAt < readAt

function makePost(reading: PostReading, { readAt, rawId }: PostsSeen, isPinned: boolean): PostRecord {
  const { likes, comments, views } = reading
  return {
    id: null,
    key: keyOf(reading),
    sourceId: reading.id,
    postedAt: reading.postedAt,
    type: reading.type,
    caption: reading.caption,
    url: reading.url,
    firstSeenAt: readAt,
    lastSeenAt: readAt,
    goneAt: null,
    isPinned,
    likes,
    comments,
    views,
    added: [{ readAt, secondsSinceSeen: null, likes, comments, views, rawId }],
    isChanged: true,
  }
}

function takeReading(post: PostRecord, reading: PostReading, { readAt, rawId }: PostsSeen, isPinned: boolean): void {
  const { likes, comments, views } = reading
  if (readAt <= post.lastSeenAt) {
    // Older than what is known, as an import may be: a row of its own, and nothing of the latest state changes.
    if (readAt === post.lastSeenAt) return
    post.added.push({ readAt, secondsSinceSeen: null, likes, comments, views, rawId })
    if (readAt < post.firstSeenAt) {
      post.firstSeenAt = readAt
      post.isChanged = true
    }
    return
  }
  if (haveChanged(post, reading)) {
    const secondsSinceSeen = Math.round((readAt - post.lastSeenAt) / 1_000)
    post.added.push({ readAt, secondsSinceSeen, likes, comments, views, rawId })
    post.likes = likes
    post.comments = comments
    post.views = views ?? post.views
    post.isChanged = true
  }
  const next = {
    key: reading.shortCode ?? post.key,
    postedAt: reading.postedAt ?? post.postedAt,
    type: reading.type,
    caption: reading.caption,
    url: reading.url ?? post.url,
    isPinned,
    goneAt: null,
  }
  if (Object.entries(next).some(([name, value]) => post[name as keyof typeof next] !== value)) {
    Object.assign(post, next)
    post.isChanged = true
  }
  post.lastSeenAt = readAt
}

/** Views are stated by some sources only: their absence is no change. */
const haveChanged = (before: PostFigures, now: PostFigures): boolean =>
  before.likes !== now.likes || before.comments !== now.comments || (now.views !== null && before.views !== now.views)

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
  readings: readonly ReadingRecord[],
  lastSeenAt: number,
): AgedFigures {
  if (postedAt === null) return { at24Hours: UNKNOWN, at72Hours: UNKNOWN, at7Days: UNKNOWN }
  const points = pointsOf(readings, lastSeenAt)
  const at = ([age, apart]: readonly [number, number]) => figuresAt(postedAt + age * HOUR_MS, apart * HOUR_MS, points)
  return { at24Hours: at(AGES.at24Hours), at72Hours: at(AGES.at72Hours), at7Days: at(AGES.at7Days) }
}

type Point = PostFigures & { at: number }

/** Every moment of which the figures are known: each change, and the last time that the figures before were seen. */
function pointsOf(readings: readonly ReadingRecord[], lastSeenAt: number): Point[] {
  const points: Point[] = []
  let before: PostFigures | null = null
  for (const reading of readings) {
    if (before && reading.secondsSinceSeen !== null)
      points.push(pointAt(reading.readAt - reading.secondsSinceSeen * 1_000, before))
    points.push(pointAt(reading.readAt, reading))
    before = reading
  }
  const last = points.at(-1)
  if (last && lastSeenAt > last.at) points.push(pointAt(lastSeenAt, last))
  return points
}

const pointAt = (at: number, { likes, comments, views }: PostFigures): Point => ({ at, likes, comments, views })

function figuresAt(moment: number, apartMs: number, points: readonly Point[]): PostFigures {
  const next = points.findIndex(({ at }) => at >= moment)
  const after = points[next]
  if (!after) return UNKNOWN
  if (after.at === moment) return after
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
