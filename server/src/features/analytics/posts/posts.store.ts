/** Stores the posts of accounts and their readings over time. One account at a time; what lists them is in `posts.view.ts`. */
import type { Queries } from '#platform/database/database.ts'
import { type Engine, insertMany } from '#platform/database/database.ts'
import type { PostRecord } from './rules/post-record.ts'
import type { TimelineEntry } from './rules/timeline.ts'
import { type AccountKey, asRecord, CHANGING, type PostRow, rowOf } from './store/post-rows.ts'

/** Every post of the account, for the question that follows. */
export const selectPosts = (db: Queries, { company_id, id }: AccountKey) =>
  db.selectFrom('posts').where('company_id', '=', company_id).where('account_id', '=', id)

/** Names of one question at most, of posts that a table brings by the thousand. */
const KEYS_AT_ONCE = 400

const ON_SAME_ID = `on conflict (id) do update set ${CHANGING.map((column) => `${column} = excluded.${column}`).join(', ')}`
/** Another transaction has just stored the post. */
const ON_SAME_KEY =
  'on conflict (company_id, account_id, post_key) do update set last_seen_at = excluded.last_seen_at returning id, post_key'
const ON_SAME_READING =
  'on conflict (company_id, account_id, post_id, read_at) do update set seconds_since_seen = excluded.seconds_since_seen'

export function postsStore(db: Queries, engine: Engine) {
  const postsOf = (account: AccountKey) => selectPosts(db, account)
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

    /** Every post of the account, each with all entries. */
    whole: async (account: AccountKey): Promise<PostRecord[]> => {
      const rows = await postsOf(account).selectAll().orderBy('id').execute()
      const entries = await readingsOf(account)
        .select(['post_id as postId', 'read_at as readAt', 'seconds_since_seen as secondsSinceSeen'])
        .select(['likes', 'comments', 'views', 'raw_id as rawId'])
        .orderBy('post_id')
        .orderBy('read_at')
        .execute()
      const byPost = Map.groupBy(entries, ({ postId }) => postId)
      return rows.map((row) =>
        Object.assign(asRecord(row), { timeline: byPost.get(row.id) ?? [], hasAllEntries: true }),
      )
    },

    /** Keeps other transactions from storing posts of the account until this one ends. SQLite has one writer anyway. */
    hold: async ({ id }: AccountKey): Promise<void> => {
      if (engine === 'postgres')
        await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    },

    /** Stores new posts, which get their ids, and all of those that have changed. */
    save: async (account: AccountKey, posts: readonly PostRecord[]): Promise<void> => {
      const where = { queries: db, engine }
      const made = posts.filter(({ id }) => id === null)
      const rows = made.map((post) => rowOf(account, post))
      const { answers } = await insertMany<'posts', Pick<PostRow, 'id' | 'post_key'>>(where, 'posts', rows, ON_SAME_KEY)
      const ids = new Map(answers.map(({ id, post_key }) => [post_key, id]))
      const changed = posts.flatMap((post) => (post.id === null ? [] : [{ id: post.id, ...rowOf(account, post) }]))
      await insertMany(where, 'posts', changed, ON_SAME_ID)
      for (const post of made) post.id = ids.get(post.key) ?? null
    },

    /** Nothing else of these posts has changed. */
    setSeen: (ids: number[], at: number) =>
      db.updateTable('posts').set({ last_seen_at: at }).where('id', 'in', ids).execute(),

    /** Stores the entries that are new or otherwise than they were stored, and takes away those that are there no more. */
    saveTimelines: async (account: AccountKey, posts: readonly PostRecord[]): Promise<void> => {
      const rows = posts.flatMap(({ id, timeline }) =>
        id === null
          ? []
          : timeline.filter(({ isNew, isChanged }) => isNew || isChanged).map((entry) => ({ id, entry })),
      )
      for (const { id, removed } of posts)
        if (id !== null && removed.length > 0)
          await db
            .deleteFrom('post_readings')
            .where('company_id', '=', account.company_id)
            .where('account_id', '=', account.id)
            .where('post_id', '=', id)
            .where('read_at', 'in', removed)
            .execute()
      await insertMany(
        { queries: db, engine },
        'post_readings',
        rows.map(({ id, entry }) => ({
          company_id: account.company_id,
          account_id: account.id,
          post_id: id,
          read_at: entry.readAt,
          seconds_since_seen: entry.secondsSinceSeen,
          likes: entry.likes,
          comments: entry.comments,
          views: entry.views,
          raw_id: entry.rawId,
        })),
        ON_SAME_READING,
      )
    },

    /** Of these posts, oldest first. */
    timelines: async (
      account: AccountKey,
      postIds: readonly number[],
    ): Promise<(TimelineEntry & { postId: number })[]> =>
      readingsOf(account)
        .select(['post_id as postId', 'read_at as readAt', 'seconds_since_seen as secondsSinceSeen'])
        .select(['likes', 'comments', 'views', 'raw_id as rawId'])
        .where('post_id', 'in', [...postIds])
        // There are none before the first sighting: PostgreSQL leaves out the months before it.
        .$if(engine === 'postgres', (query) =>
          query.where(
            'read_at',
            '>=',
            postsOf(account)
              .select((row) => row.fn.min<number>('first_seen_at').as('first'))
              .where('id', 'in', [...postIds]),
          ),
        )
        .orderBy('post_id')
        .orderBy('read_at')
        .execute(),

    /** Something of the account's posts has changed. */
    raiseRevision: ({ company_id, id }: AccountKey) =>
      db
        .updateTable('accounts')
        .set((row) => ({ data_revision: row('data_revision', '+', 1) }))
        .where('id', '=', id)
        .where('company_id', '=', company_id)
        .execute(),
  }
}
