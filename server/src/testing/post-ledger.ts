/** Posts and readings as the store has them, and as the world has them that they are read from. */
import type { InstagramWorld } from '@tangelo/stand-ins'
import type { Database } from '#platform/database/database.ts'
import { Broken, expectSame } from './trial.ts'

type WorldPost = ReturnType<InstagramWorld['posts']>[number]

/** All rows, without the ids that the store gave: to compare whole tables. */
export async function readPostTables({ queries }: Pick<Database, 'queries'>) {
  const posts = await queries.selectFrom('posts').selectAll().orderBy('account_id').orderBy('post_key').execute()
  const keys = new Map(posts.map(({ id, post_key }) => [id, post_key]))
  const readings = await queries
    .selectFrom('post_readings')
    .selectAll()
    .orderBy('account_id')
    .orderBy('post_id')
    .orderBy('read_at')
    .execute()
  return {
    posts: posts.map(({ id: _, ...post }) => post),
    readings: readings
      .map(({ post_id, ...reading }) => ({ ...reading, post_key: keys.get(post_id) ?? null }))
      .toSorted(
        (a, b) =>
          a.account_id - b.account_id || String(a.post_key).localeCompare(String(b.post_key)) || a.read_at - b.read_at,
      ),
  }
}

interface LedgerEntry {
  readAt: number
  secondsSinceSeen: number | null
  likes: number | null
  comments: number
  views: number | null
}

interface LedgerPost {
  post: WorldPost
  firstSeenAt: number
  lastSeenAt: number
  entries: LedgerEntry[]
}

/** Throws `Broken` unless posts and readings are what the world showed at the moments of the snapshots, row by row. */
export async function expectLedger({ queries }: Database, world: InstagramWorld): Promise<void> {
  const accounts = await queries.selectFrom('accounts').select(['id', 'company_id', 'username_key']).execute()
  for (const { id, company_id: companyId, username_key: name } of accounts) {
    const snapshots = await queries
      .selectFrom('metric_snapshots')
      .select(['captured_at', 'source'])
      .where('company_id', '=', companyId)
      .where('account_id', '=', id)
      .orderBy('captured_at')
      .execute()
    if (snapshots.length === 0) throw new Broken(`${name} was never read`)
    const ledger = ledgerOf(world, name, snapshots)
    const posts = await queries
      .selectFrom('posts')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('account_id', '=', id)
      .execute()
    expectSame(`The posts of ${name}`, posts.map(({ post_key }) => post_key).toSorted(), [...ledger.keys()].toSorted())
    for (const row of posts) {
      const known = ledger.get(row.post_key)
      if (!known) throw new Broken(`${name} has no post ${row.post_key}`)
      const { likes, comments, views } = known.entries.at(-1) ?? {}
      expectSame(
        `Post ${row.post_key} of ${name}`,
        [
          row.posted_at,
          row.caption,
          row.first_seen_at,
          row.last_seen_at,
          row.gone_at,
          row.likes,
          row.comments,
          row.views,
        ],
        [
          known.post.takenAt ?? null,
          known.post.caption ?? null,
          known.firstSeenAt,
          known.lastSeenAt,
          null,
          likes,
          comments,
          views,
        ],
      )
      const readings = await queries
        .selectFrom('post_readings')
        .select(['read_at as readAt', 'seconds_since_seen as secondsSinceSeen', 'likes', 'comments', 'views'])
        .where('company_id', '=', companyId)
        .where('account_id', '=', id)
        .where('post_id', '=', row.id)
        .orderBy('read_at')
        .execute()
      expectSame(`The readings of post ${row.post_key} of ${name}`, readings, known.entries)
    }
  }
}

/** What a source shows: the twelve latest posts, behind those that are pinned where it shows that. */
function listShownBy(source: string, world: InstagramWorld, name: string, at: number): WorldPost[] {
  if (source === 'graph') return world.posts(name, at, { limit: 12 })
  const pinned = world.listPinnedPosts(name, at)
  const latest = world.posts(name, at, { limit: 12 + pinned.length }).filter(({ isPinned }) => !isPinned)
  return [...pinned, ...latest].slice(0, 12)
}

function ledgerOf(world: InstagramWorld, name: string, snapshots: { captured_at: number; source: string }[]) {
  const ledger = new Map<string, LedgerPost>()
  for (const { captured_at: at, source } of snapshots)
    for (const post of listShownBy(source, world, name, at)) {
      const figures = {
        likes: typeof post.likes === 'number' ? post.likes : null,
        comments: post.comments,
        views: post.views ?? null,
      }
      const known = ledger.get(post.shortcode) ?? { post, firstSeenAt: at, lastSeenAt: at, entries: [] }
      ledger.set(post.shortcode, known)
      const last = known.entries.at(-1)
      if (!last || last.likes !== figures.likes || last.comments !== figures.comments || last.views !== figures.views)
        known.entries.push({
          readAt: at,
          secondsSinceSeen: last ? Math.round((at - known.lastSeenAt) / 1_000) : null,
          ...figures,
        })
      known.lastSeenAt = at
    }
  return ledger
}
