/** What a source says of the posts of an account changes: new posts, other figures, which posts are pinned or gone. */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import { AGES_END_MS, areSameAges, figuresAtAges } from './ages.ts'
import { keyOf, type PostRecord, type PostsSeen } from './post-record.ts'
import { makePost, takeReading, takeRow } from './take-reading.ts'

/**
 * Whether the list of a file is what a source answers with: its latest posts, as many as it shows, or all there are. A list of
 * another length was cut or put together, and may have gaps.
 */
export const areLatestPosts = (posts: readonly PostReading[], counted: number | null): boolean =>
  posts.length === ENGAGEMENT_POSTS || (posts.length < ENGAGEMENT_POSTS && posts.length === counted)

/** Pinned posts come first whatever their age: those the source marks, and those older than one that comes after them. */
export function findPinned(posts: readonly PostReading[]): ReadonlySet<PostReading> {
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
  const pinned = seen.areLatest ? findPinned(seen.posts) : new Set(seen.posts.filter(({ isPinned }) => isPinned))
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
