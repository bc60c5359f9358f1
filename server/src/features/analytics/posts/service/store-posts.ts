/** Stores what sources say of the posts of accounts. */
import type { Engine, Queries } from '#platform/database/database.ts'
import { postsStore } from '../posts.store.ts'
import { keysOf, type PostRecord, type PostsSeen } from '../rules/post-record.ts'
import { needsAllEntries, takeAllSeen } from '../rules/seen.ts'
import type { AccountKey } from '../store/post-rows.ts'

export interface PostChanges {
  /** Posts that are new or changed. */
  count: number
  /** By what they are found again. */
  keys: string[]
  /** When the oldest of them was posted, by what was known before or is known now; null where no time is known. */
  firstPostedAt: number | null
}

/**
 * Stores what was seen of an account's posts at some moments, in the order of time, inside the caller's transaction: new
 * posts, an entry where figures have changed, and the figures at three ages that follow. Safe to repeat: what was seen before
 * changes nothing. What is older than what is stored takes its place before it. The caller makes the months
 * of the account again, from the day of `firstPostedAt` on.
 */
export async function storePosts(
  tx: Queries,
  engine: Engine,
  account: AccountKey,
  allSeen: readonly PostsSeen[],
): Promise<PostChanges> {
  const store = postsStore(tx, engine)
  await store.hold(account)
  const known = await findConcerned(store, account, allSeen)
  const before = new Map(known.map((post) => [post, { lastSeenAt: post.lastSeenAt, postedAt: post.postedAt }]))
  const changed = takeAllSeen(known, allSeen)
  const onlySeen = known.filter((post) => !post.isChanged && before.get(post)?.lastSeenAt !== post.lastSeenAt)
  const [at, ...others] = new Set(onlySeen.map(({ lastSeenAt }) => lastSeenAt))
  const ids = onlySeen.flatMap(({ id }) => id ?? [])
  const isOneMoment = at !== undefined && others.length === 0
  if (isOneMoment) await store.setSeen(ids, at)
  await store.save(account, [...known.filter(({ isChanged }) => isChanged), ...(isOneMoment ? [] : onlySeen)])
  await store.saveTimelines(account, known)
  if (onlySeen.length > 0 || known.some(({ isChanged }) => isChanged)) await store.raiseRevision(account)
  // Also the month that a post leaves, where a file had another time for it.
  const times = changed.flatMap((post) => [post.postedAt, before.get(post)?.postedAt]).flatMap((at) => at ?? [])
  return {
    count: changed.length,
    keys: changed.map(({ key }) => key),
    firstPostedAt: times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other)),
  }
}

/** Which posts would be new or changed if this were stored; null is an account that has none. Stores nothing. */
export async function judgePosts(
  db: Queries,
  engine: Engine,
  account: AccountKey | null,
  allSeen: readonly PostsSeen[],
): Promise<string[]> {
  const known = account === null ? [] : await findConcerned(postsStore(db, engine), account, allSeen)
  return takeAllSeen(known, allSeen).map(({ key }) => key)
}

/** The stored posts that are listed, and those that might be missing from a list. */
async function findConcerned(
  store: ReturnType<typeof postsStore>,
  account: AccountKey,
  allSeen: readonly PostsSeen[],
): Promise<PostRecord[]> {
  const keys = new Set(allSeen.flatMap(({ posts }) => keysOf(posts)))
  const moments = allSeen.flatMap(({ posts, areLatest }) =>
    areLatest ? posts.flatMap(({ postedAt }) => postedAt ?? []) : [],
  )
  const youngerThan = moments.length === 0 ? null : moments.reduce((a, b) => Math.min(a, b))
  const known = await store.among(account, [...keys], youngerThan)
  const from = allSeen.reduce(
    (first, { readAt, table }) => Math.min(first, table === 'undated' ? 0 : readAt),
    Number.POSITIVE_INFINITY,
  )
  const whole = known.filter((post) => needsAllEntries(post, from))
  if (whole.length === 0) return known
  const entries = await store.timelines(
    account,
    whole.flatMap(({ id }) => id ?? []),
  )
  const byPost = Map.groupBy(entries, ({ postId }) => postId)
  for (const post of whole) {
    post.timeline = byPost.get(post.id ?? 0) ?? []
    post.hasAllEntries = true
  }
  return known
}
