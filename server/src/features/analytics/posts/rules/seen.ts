/** What a source says of the posts of an account changes: new posts, other figures, which posts are pinned or gone. */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import { AGES_END_MS, type AgedFigures, areSameAges, figuresAtAges } from './ages.ts'
import { figuresAt, haveChanged, insertSighting, latestOf, type PostFigures, type TimelineEntry } from './timeline.ts'

/** A post as it is stored, with what a reading adds to it. */
export interface PostRecord extends PostFigures {
  /** Null until it is stored. */
  id: number | null
  key: string
  /** Of the source that saw it first. */
  sourceId: string
  postedAt: number | null
  type: PostReading['type']
  caption: string | null
  url: string | null
  firstSeenAt: number
  lastSeenAt: number
  goneAt: number | null
  isPinned: boolean
  ages: AgedFigures
  /** All entries, or where `hasAllEntries` is false those that were added. */
  timeline: TimelineEntry[]
  hasAllEntries: boolean
  /** Moments of stored entries that are there no more. */
  removed: number[]
  /** Other columns than `lastSeenAt` are to be stored. */
  isChanged: boolean
}

/** What a source says of an account's posts at one moment. */
export interface PostsSeen {
  readAt: number
  rawId: number | null
  posts: readonly PostReading[]
  /**
   * These are the latest posts of the account, without a gap, pinned ones first: a younger post that is not among them is
   * gone. A page of older posts, a table, or a list that was put together says nothing about other posts.
   */
  areLatest: boolean
  /**
   * From a table: it says nothing of pins, and an empty cell nothing of texts. `undated`: it does not say when its figures
   * were read. They are those of `readAt`, the import, unless the post has had them already; then nothing changes.
   */
  table?: 'dated' | 'undated'
}

/** By which a post is found again: the short code, in which sources agree, else the source's own id. */
export const keyOf = ({ shortCode, id }: Pick<PostReading, 'shortCode' | 'id'>): string => shortCode ?? `id:${id}`

/** Every post of the list by what it may be stored under. */
export const keysOf = (posts: readonly PostReading[]): string[] =>
  posts.flatMap((post) => [keyOf(post), `id:${post.id}`])

/**
 * Whether the list of a file is what a source answers with: its latest posts, as many as it shows, or all there are. A list of
 * another length was cut or put together, and may have gaps.
 */
export const areLatestPosts = (posts: readonly PostReading[], counted: number | null): boolean =>
  posts.length === ENGAGEMENT_POSTS || (posts.length < ENGAGEMENT_POSTS && posts.length === counted)

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

/** Whether a sighting at or after `from` may need the whole timeline: it is older than the last one, or bears on an age. */
export const needsAllEntries = ({ postedAt, lastSeenAt }: PostRecord, from: number): boolean =>
  from <= lastSeenAt || postedAt === null || lastSeenAt <= postedAt + AGES_END_MS

/**
 * Takes over what was seen, in the order of time, into `known`, the account's posts that may be concerned. Adds and changes
 * records in place. A post that `needsAllEntries` must have them. Answers which posts are new or were changed by what was seen.
 */
export function takeAllSeen(known: PostRecord[], allSeen: readonly PostsSeen[]): PostRecord[] {
  const byKey = new Map(known.flatMap((post) => [[post.key, post] as const, [`id:${post.sourceId}`, post] as const]))
  for (const seen of allSeen) takeSeen(known, byKey, seen)
  const changed = known.filter(({ isChanged, timeline }) => isChanged || timeline.some(({ isNew }) => isNew))
  for (const post of known) {
    if (!post.hasAllEntries) continue
    const ages = figuresAtAges(post.postedAt, post.timeline, post.lastSeenAt)
    if (areSameAges(ages, post.ages)) continue
    post.ages = ages
    post.isChanged = true
  }
  return changed
}

function takeSeen(known: PostRecord[], byKey: Map<string, PostRecord>, seen: PostsSeen): void {
  const listed = new Set<PostRecord>()
  const pinned = seen.areLatest ? pinnedIn(seen.posts) : new Set(seen.posts.filter(({ isPinned }) => isPinned))
  for (const reading of seen.posts) {
    const post = byKey.get(keyOf(reading)) ?? byKey.get(`id:${reading.id}`)
    if (post) {
      if (seen.table) takeRow(post, reading, seen)
      else takeReading(post, reading, seen, pinned.has(reading))
      byKey.set(post.key, post)
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

/** An earlier reading without the post may come after a later one. */
const isMissing = ({ postedAt, goneAt, lastSeenAt }: PostRecord, oldest: number, readAt: number): boolean =>
  postedAt !== null &&
  postedAt > oldest &&
  postedAt < readAt &&
  lastSeenAt < readAt &&
  (goneAt === null || readAt < goneAt)

const UNKNOWN: PostFigures = { likes: null, comments: null, views: null }

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
    ages: { at24Hours: UNKNOWN, at72Hours: UNKNOWN, at7Days: UNKNOWN },
    timeline: [{ readAt, secondsSinceSeen: null, likes, comments, views, rawId, isNew: true }],
    hasAllEntries: true,
    removed: [],
    isChanged: true,
  }
}

function takeReading(post: PostRecord, reading: PostReading, { readAt, rawId }: PostsSeen, isPinned: boolean): void {
  const { likes, comments, views } = reading
  if (readAt === post.lastSeenAt) return
  if (readAt < post.lastSeenAt) {
    takeEarlier(post, reading, { readAt, rawId })
    return
  }
  if (haveChanged(post, reading)) {
    const secondsSinceSeen = Math.round((readAt - post.lastSeenAt) / 1_000)
    post.timeline.push({ readAt, secondsSinceSeen, likes, comments, views, rawId, isNew: true })
  }
  change(post, {
    key: reading.shortCode ?? post.key,
    sourceId: sourceIdOf(post, reading, false),
    postedAt: reading.postedAt ?? post.postedAt,
    type: reading.type,
    caption: reading.caption,
    url: reading.url ?? post.url,
    isPinned,
    // What an earlier reading shows may be gone by a later one that is known already.
    goneAt: post.goneAt !== null && post.goneAt > readAt ? post.goneAt : null,
    likes,
    comments,
    views: views ?? post.views,
  })
  post.lastSeenAt = readAt
}

/** A sighting before the last one, as an import or a stored answer brings it: the latest state stays as it is. */
function takeEarlier(
  post: PostRecord,
  reading: PostReading,
  { readAt, rawId }: { readAt: number; rawId: number | null },
) {
  const { likes, comments, views } = reading
  const removed = insertSighting(post.timeline, { readAt, rawId, likes, comments, views }, post.lastSeenAt)
  if (removed !== null) post.removed.push(removed)
  const isFirst = readAt < post.firstSeenAt
  change(post, {
    key: post.key.startsWith('id:') ? keyOf({ shortCode: reading.shortCode, id: post.sourceId }) : post.key,
    postedAt: post.postedAt ?? reading.postedAt,
    url: post.url ?? reading.url,
    views: latestOf(post.timeline).views,
    firstSeenAt: Math.min(post.firstSeenAt, readAt),
    sourceId: sourceIdOf(post, reading, isFirst),
  })
}

/** That of the first sighting; a table may know the short code alone, which is no source's id. */
function sourceIdOf(post: PostRecord, { id, shortCode }: PostReading, isFirst: boolean): string {
  if (id === shortCode) return post.sourceId
  return isFirst || post.sourceId === post.key ? id : post.sourceId
}

/** A row of a table about a post that is known. */
function takeRow(post: PostRecord, reading: PostReading, seen: PostsSeen): void {
  const row = { ...reading, caption: reading.caption ?? post.caption, url: reading.url ?? post.url }
  change(post, {
    caption: post.caption ?? row.caption,
    url: post.url ?? row.url,
    postedAt: post.postedAt ?? row.postedAt,
  })
  if (seen.table === 'dated') {
    takeReading(post, row, seen, post.isPinned)
    return
  }
  if (post.timeline.some((_, place) => isAsStated(figuresAt(post.timeline, place), row))) return
  const readAt = Math.max(seen.readAt, post.lastSeenAt + 1)
  const goneAt = post.goneAt
  takeReading(
    post,
    { ...row, likes: row.likes ?? post.likes, comments: row.comments ?? post.comments },
    { ...seen, readAt },
    post.isPinned,
  )
  // That its figures are known does not say that it is there.
  change(post, { goneAt })
}

/** Whether a post has the figures that a row states; those that it leaves empty are not compared. */
const isAsStated = (known: PostFigures, { likes, comments, views }: PostFigures): boolean =>
  (likes === null || known.likes === likes) &&
  (comments === null || known.comments === comments) &&
  (views === null || known.views === views)

/** What a later reading may say otherwise. */
type Changes = Partial<Omit<PostRecord, 'id' | 'ages' | 'timeline' | 'hasAllEntries' | 'removed' | 'isChanged'>>

function change(post: PostRecord, next: Changes): void {
  let isOther = false
  for (const name in next) if (post[name as keyof Changes] !== next[name as keyof Changes]) isOther = true
  if (!isOther) return
  Object.assign(post, next)
  post.isChanged = true
}
