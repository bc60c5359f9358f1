/** The posts of an account and how their figures changed. Readings are only ever added. */
import type { Post, PostReadingEntry } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { AGES_END_MS, figuresAtAges, keysOf, type PostRecord, type PostsSeen, takeSeen } from './posts.rules.ts'
import { type AccountKey, agesOf, type PostRow, postsStore } from './posts.store.ts'

export type PostsService = ReturnType<typeof postsService>

export function postsService({ database, accounts }: { database: Database; accounts: AccountsService }) {
  const store = postsStore(database.queries, database.engine)
  return {
    async list(viewer: Viewer, accountId: number, request: Pick<PageRequest, 'limit' | 'cursor'>): Promise<Page<Post>> {
      const account = await accounts.visibleTo(viewer, accountId)
      const { limit = PAGE_ROWS_MAX, cursor } = request
      const after = cursor ? readCursor(cursor, 'integer') : null
      const [rows, total] = await Promise.all([
        store.page(account, after && { postedAt: after.value, id: after.id }, limit + 1),
        after ? null : store.count(account),
      ])
      const { page, nextCursor } = cutPage(rows, limit, (row) => [row.posted_at ?? 0, row.id])
      const pictures = await accounts.picturesOf(page.map(({ source_id }) => source_id))
      return { rows: page.map((row) => asPost(row, pictures.get(row.source_id) ?? null)), nextCursor, total }
    },

    /** None for a post that is not of this account. */
    async readings(viewer: Viewer, accountId: number, postId: number): Promise<PostReadingEntry[]> {
      const account = await accounts.visibleTo(viewer, accountId)
      return (await store.readings(account, [postId])).map(({ readAt, secondsSinceSeen, likes, comments, views }) => ({
        readAt: momentToText(readAt),
        previousSeenAt: secondsSinceSeen === null ? null : momentToText(readAt - secondsSinceSeen * 1_000),
        likes,
        comments,
        views,
      }))
    },
  }
}

/**
 * Stores what sources said of an account's posts, in the order of time, inside the caller's transaction: new posts, a
 * reading where figures have changed, and the figures at three ages that follow. Returns how many posts are new or changed.
 * Safe to repeat: what was seen before changes nothing.
 */
export async function storePosts(
  tx: Queries,
  engine: Engine,
  account: AccountKey,
  allSeen: readonly PostsSeen[],
): Promise<number> {
  const store = postsStore(tx, engine)
  const known = await findConcerned(store, account, allSeen)
  const seenBefore = new Map(known.map((post) => [post, post.lastSeenAt]))
  for (const seen of allSeen) takeSeen(known, seen)
  const changed = known.filter(({ isChanged, added }) => isChanged || added.length > 0)
  const readings: Parameters<typeof store.addReadings>[1] = []
  for (const post of changed) {
    const postId = await store.save(account, post)
    post.id = postId
    for (const reading of post.added) readings.push({ postId, reading })
  }
  await store.addReadings(account, readings)
  const onlySeen = known.filter((post) => !changed.includes(post) && seenBefore.get(post) !== post.lastSeenAt)
  for (const [at, posts] of Map.groupBy(onlySeen, ({ lastSeenAt }) => lastSeenAt))
    await store.setSeen(
      posts.flatMap(({ id }) => id ?? []),
      at,
    )
  await setAges(
    store,
    account,
    [...changed, ...onlySeen].filter((post) => areAgesOpen(post, seenBefore.get(post))),
  )
  return changed.length
}

type Store = ReturnType<typeof postsStore>

/** The stored posts that are listed, and those that might be missing from a list. */
function findConcerned(store: Store, account: AccountKey, allSeen: readonly PostsSeen[]): Promise<PostRecord[]> {
  const keys = new Set(allSeen.flatMap(({ posts }) => keysOf(posts)))
  const moments = allSeen.flatMap(({ posts, areLatest }) =>
    areLatest ? posts.flatMap(({ postedAt }) => postedAt ?? []) : [],
  )
  return store.among(account, [...keys], moments.length === 0 ? null : moments.reduce((a, b) => Math.min(a, b)))
}

/** Whether a reading that has just come may bear on a figure at an age. */
const areAgesOpen = ({ postedAt, added }: PostRecord, seenBefore: number | undefined): boolean =>
  postedAt !== null &&
  (added.some(({ readAt }) => readAt <= postedAt + AGES_END_MS) || (seenBefore ?? 0) <= postedAt + AGES_END_MS)

async function setAges(store: Store, account: AccountKey, posts: readonly PostRecord[]): Promise<void> {
  const ids = posts.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const readings = Map.groupBy(await store.readings(account, ids), ({ postId }) => postId)
  for (const { id, postedAt, lastSeenAt } of posts)
    if (id !== null) await store.setAges(id, figuresAtAges(postedAt, readings.get(id) ?? [], lastSeenAt))
}

function asPost(row: PostRow, pictureHash: string | null): Post {
  const { at24Hours, at72Hours, at7Days } = agesOf(row)
  return {
    id: row.id,
    type: row.type,
    caption: row.caption,
    url: row.url,
    imageUrl: pictureHash === null ? null : `/media/${pictureHash}`,
    postedAt: row.posted_at === null ? null : momentToText(row.posted_at),
    firstSeenAt: momentToText(row.first_seen_at),
    lastSeenAt: momentToText(row.last_seen_at),
    goneAt: row.gone_at === null ? null : momentToText(row.gone_at),
    isPinned: row.is_pinned === 1,
    likes: row.likes,
    comments: row.comments,
    views: row.views,
    at24Hours,
    at72Hours,
    at7Days,
  }
}
