import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { type Engine, insertNew } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { AgedFigures, PostRecord, ReadingRecord } from './posts.rules.ts'

export interface AccountKey {
  company_id: number
  id: number
}

type PostRow = Row<'posts'>

/** Names of one question at most, of posts that a table brings by the thousand. */
const KEYS_AT_ONCE = 400

/** Columns that a later reading may change. */
const CHANGING = [
  'post_key',
  'posted_at',
  'type',
  'caption',
  'url',
  'first_seen_at',
  'last_seen_at',
  'gone_at',
  'is_pinned',
  'likes',
  'comments',
  'views',
] as const

export function postsStore(db: Queries, engine: Engine) {
  const postsOf = ({ company_id, id }: AccountKey) =>
    db.selectFrom('posts').where('company_id', '=', company_id).where('account_id', '=', id)
  const readingsOf = ({ company_id, id }: AccountKey) =>
    db.selectFrom('post_readings').where('company_id', '=', company_id).where('account_id', '=', id)

  return {
    /** The stored posts that are listed under one of these keys, or are younger than `youngerThan` (null: no others). */
    among: async (account: AccountKey, keys: readonly string[], youngerThan: number | null): Promise<PostRecord[]> => {
      const found = new Map<number, PostRow>()
      for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
        const some = keys.slice(at, at + KEYS_AT_ONCE)
        const sourceIds = some.flatMap((key) => (key.startsWith('id:') ? [key.slice('id:'.length)] : []))
        const rows = await postsOf(account)
          .selectAll()
          .where((row) =>
            row.or([
              row('post_key', 'in', some),
              row('source_id', 'in', sourceIds.length === 0 ? [''] : sourceIds),
              ...(youngerThan === null ? [] : [row('posted_at', '>', youngerThan)]),
            ]),
          )
          .execute()
        for (const row of rows) found.set(row.id, row)
      }
      return [...found.values()].map(asRecord)
    },

    /** Every post of the account. */
    all: async (account: AccountKey): Promise<PostRecord[]> =>
      (await postsOf(account).selectAll().execute()).map(asRecord),

    /** Stores what has changed of a post, or all of a new one, and returns its id. */
    save: async (account: AccountKey, post: PostRecord): Promise<number> => {
      const columns = {
        post_key: post.key,
        posted_at: post.postedAt,
        type: post.type,
        caption: post.caption,
        url: post.url,
        first_seen_at: post.firstSeenAt,
        last_seen_at: post.lastSeenAt,
        gone_at: post.goneAt,
        is_pinned: post.isPinned ? (1 as const) : (0 as const),
        likes: post.likes,
        comments: post.comments,
        views: post.views,
      } satisfies Record<(typeof CHANGING)[number], unknown>
      if (post.id !== null) {
        await db.updateTable('posts').set(columns).where('id', '=', post.id).execute()
        return post.id
      }
      const { id } = await db
        .insertInto('posts')
        .values({ company_id: account.company_id, account_id: account.id, source_id: post.sourceId, ...columns })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'account_id', 'post_key']).doUpdateSet({ last_seen_at: post.lastSeenAt }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Nothing else of these posts has changed. */
    setSeen: (ids: number[], at: number) =>
      db.updateTable('posts').set({ last_seen_at: at }).where('id', 'in', ids).execute(),

    addReadings: (account: AccountKey, rows: { postId: number; reading: PostRecord['added'][number] }[]) =>
      insertNew(
        { queries: db, engine },
        'post_readings',
        rows.map(({ postId, reading }) => ({
          company_id: account.company_id,
          account_id: account.id,
          post_id: postId,
          read_at: reading.readAt,
          seconds_since_seen: reading.secondsSinceSeen,
          likes: reading.likes,
          comments: reading.comments,
          views: reading.views,
          raw_id: reading.rawId,
        })),
      ),

    /** Of these posts, oldest first. */
    readings: async (
      account: AccountKey,
      postIds: readonly number[],
    ): Promise<(ReadingRecord & { postId: number })[]> =>
      readingsOf(account)
        .select(['post_id as postId', 'read_at as readAt', 'seconds_since_seen as secondsSinceSeen'])
        .select(['likes', 'comments', 'views'])
        .where('post_id', 'in', [...postIds])
        .orderBy('post_id')
        .orderBy('read_at')
        .execute(),

    setAges: (id: number, ages: AgedFigures) =>
      db.updateTable('posts').set(ageColumns(ages)).where('id', '=', id).execute(),

    /** The newest first, those of an unknown time last; after a cursor's post when there is one. */
    page: (account: AccountKey, after: { postedAt: number; id: number } | null, limit: number) => {
      const postedAt = sql<number>`coalesce(posted_at, 0)`
      return postsOf(account)
        .selectAll()
        .$if(after !== null, (query) =>
          query.where((row) =>
            row.or([
              row(postedAt, '<', Number(after?.postedAt)),
              row.and([row(postedAt, '=', Number(after?.postedAt)), row('id', '<', Number(after?.id))]),
            ]),
          ),
        )
        .orderBy(postedAt, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    count: async (account: AccountKey) =>
      Number(
        (
          await postsOf(account)
            .select((row) => row.fn.countAll<number>().as('count'))
            .executeTakeFirst()
        )?.count,
      ),
  }
}

const ageColumns = ({ at24Hours, at72Hours, at7Days }: AgedFigures) => ({
  likes_24h: at24Hours.likes,
  comments_24h: at24Hours.comments,
  views_24h: at24Hours.views,
  likes_72h: at72Hours.likes,
  comments_72h: at72Hours.comments,
  views_72h: at72Hours.views,
  likes_7d: at7Days.likes,
  comments_7d: at7Days.comments,
  views_7d: at7Days.views,
})

export const agesOf = (row: PostRow): AgedFigures => ({
  at24Hours: { likes: row.likes_24h, comments: row.comments_24h, views: row.views_24h },
  at72Hours: { likes: row.likes_72h, comments: row.comments_72h, views: row.views_72h },
  at7Days: { likes: row.likes_7d, comments: row.comments_7d, views: row.views_7d },
})

const asRecord = (row: PostRow): PostRecord => ({
  id: row.id,
  key: row.post_key,
  sourceId: row.source_id,
  postedAt: row.posted_at,
  type: row.type,
  caption: row.caption,
  url: row.url,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  goneAt: row.gone_at,
  isPinned: row.is_pinned === 1,
  likes: row.likes,
  comments: row.comments,
  views: row.views,
  added: [],
  isChanged: false,
})

export type { PostRow }
