import { type Insertable, sql, type Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'
import { updateMany } from '#platform/database/update-many.ts'
import type { ProfileReading } from '#ports/figures-file.ts'

/** What follows from the snapshots of an account. */
export const FIGURE_COLUMNS = [
  'source',
  'captured_at',
  'followers',
  'follower_change',
  'following',
  'following_change',
  'posts',
  'posts_change',
  'engagement_rate',
  'engagement_rate_change',
  'compared_at',
  'counts_broken_at',
  'rate_broken_at',
  'followers_trend',
] as const

/** What crosses the wire; the other columns are only ever written. */
const COLUMNS = [
  'id',
  'company_id',
  'username',
  'category',
  'notes',
  'input_url',
  'created_at',
  'bio_text',
  ...FIGURE_COLUMNS,
  'picture_hash',
  'tags',
  'refresh_days',
] as const

/** Rows that belong to one account, and move and go with it. */
const HISTORY_TABLES = [
  'metric_snapshots',
  'latest_posts',
  'posts',
  'post_readings',
  'account_months',
  'account_periods',
  'account_tags',
] as const

const accountById = prepareQuery((db, id: number) => db.selectFrom('accounts').select(COLUMNS).where('id', '=', id))

/** All that the page of an account shows first, ready to be sent. */
const shownById = prepareQuery(
  (db, id: number) =>
    db
      .selectFrom('accounts')
      .leftJoin('latest_posts', (join) =>
        join
          .onRef('latest_posts.company_id', '=', 'accounts.company_id')
          .onRef('latest_posts.account_id', '=', 'accounts.id'),
      )
      .select(['accounts.id', 'accounts.company_id', 'accounts.shown', 'latest_posts.shown as posts'])
      .where('accounts.id', '=', id),
  { remembered: 500 },
)

const setShown = prepareQuery((db, shown: string, id: number) =>
  db.updateTable('accounts').set({ shown }).where('id', '=', id),
)

export function accountsStore(db: Queries) {
  return {
    find: async (id: number) => (await accountById(db, id))[0],

    company: (id: number) =>
      db.selectFrom('companies').select(['name', 'is_demo']).where('id', '=', id).executeTakeFirst(),

    add: (row: Insertable<Tables['accounts']>) =>
      db.insertInto('accounts').values(row).returning(COLUMNS).executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['accounts']>) =>
      db.updateTable('accounts').set(changes).where('id', '=', id).returning(COLUMNS).executeTakeFirst(),

    rows: (ids: number[]) => db.selectFrom('accounts').select(COLUMNS).where('id', 'in', ids).execute(),

    findShown: async (id: number) => (await shownById(db, id))[0],

    setShown: (id: number, shown: string) => setShown(db, shown, id),

    setShownOf: (rows: readonly { id: number; shown: string }[]) => updateMany(db, 'accounts', rows),

    /** Where it is now; on PostgreSQL it stays there, and no figures come, until the transaction ends. */
    holdCompany: async (id: number, engine: Engine) =>
      (
        await db
          .selectFrom('accounts')
          .select('company_id')
          .where('id', '=', id)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
      )?.company_id,

    /** History and posts follow the account to its new company. */
    moveHistory: async (id: number, from: number, to: number) => {
      for (const table of HISTORY_TABLES)
        await db
          .updateTable(table)
          .set({ company_id: to })
          .where('company_id', '=', from)
          .where('account_id', '=', id)
          .execute()
    },

    remove: async (id: number, companyId: number) => {
      // Of its owner's connection, which goes with the account.
      await db.deleteFrom('provider_quotas').where('name', '=', `own:${id}`).execute()
      for (const table of HISTORY_TABLES)
        await db.deleteFrom(table).where('company_id', '=', companyId).where('account_id', '=', id).execute()
      await db.deleteFrom('accounts').where('id', '=', id).execute()
    },

    removeOfCompany: async (companyId: number) => {
      await db
        .deleteFrom('provider_quotas')
        .where(sql<boolean>`name in (select 'own:' || id from accounts where company_id = ${companyId})`)
        .execute()
      for (const table of [...HISTORY_TABLES, 'accounts'] as const)
        await db.deleteFrom(table).where('company_id', '=', companyId).execute()
    },

    posts: (account: { company_id: number; id: number }) =>
      db
        .selectFrom('latest_posts')
        .select(['shown', 'read'])
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .executeTakeFirst(),

    /** Takes over the texts of a profile, unless a later reading is here already; answers whether it did. */
    setProfile: async (id: number, profile: ProfileReading, capturedAt: number) => {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({
          full_name: profile.fullName,
          bio_text: profile.bioText,
          external_url: profile.externalUrl,
          source_picture_url: profile.sourcePictureUrl,
          profile_captured_at: capturedAt,
          shown: null,
          ...(profile.inputUrl !== null && { input_url: profile.inputUrl }),
        })
        .where('id', '=', id)
        .where((row) => row.or([row('profile_captured_at', 'is', null), row('profile_captured_at', '<=', capturedAt)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Hashes of the copied pictures of these posts, by post. */
    picturesOf: async (postIds: readonly string[]) => {
      if (postIds.length === 0) return new Map<string, string>()
      const rows = await db
        .selectFrom('cached_images')
        .select(['key', 'hash'])
        .where(
          'key',
          'in',
          postIds.map((id) => `post:${id}`),
        )
        .execute()
      return new Map(rows.map(({ key, hash }) => [key.slice('post:'.length), hash]))
    },

    setPosts: (account: { company_id: number; id: number }, posts: { shown: string; read: string }) =>
      db
        .insertInto('latest_posts')
        .values({ company_id: account.company_id, account_id: account.id, ...posts })
        .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(posts))
        .execute(),
  }
}

export type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accountsStore>['find']>>>
