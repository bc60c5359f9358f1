/** What one reading, or one row of a table, changes in a post. */
import type { PostReading } from '#ports/figures-file.ts'
import { keyOf, type PostRecord, type PostsSeen } from './post-record.ts'
import { figuresAt, haveChanged, insertSighting, latestOf, type PostFigures } from './timeline.ts'

const UNKNOWN: PostFigures = { likes: null, comments: null, views: null }

export function makePost(reading: PostReading, { readAt, rawId }: PostsSeen, isPinned: boolean): PostRecord {
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

export function takeReading(
  post: PostRecord,
  reading: PostReading,
  { readAt, rawId }: PostsSeen,
  isPinned: boolean,
): void {
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
export function takeRow(post: PostRecord, reading: PostReading, seen: PostsSeen): void {
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
