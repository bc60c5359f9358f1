/** Rows of API tokens, and of the users who have them. */
import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'

/** Runs at every request with a token. Without its user a token is invalid. */
const tokenByHash = prepareQuery(
  (db, hash: string) =>
    db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .leftJoin('companies', 'companies.id', 'users.company_id')
      .where('api_tokens.token_hash', '=', hash)
      .select([
        'api_tokens.id',
        'api_tokens.expires_at',
        'api_tokens.is_expired',
        'api_tokens.last_used_at',
        'users.id as user_id',
        'users.username',
        'users.role',
        'users.company_id',
        'users.must_change_password',
        'companies.name as company_name',
      ]),
  { remembered: 1_000 },
)

const SHOWN = ['id', 'name', 'prefix', 'last_four', 'created_at', 'expires_at', 'last_used_at', 'is_expired'] as const

export function apiTokensStore(db: Queries) {
  return {
    findByHash: async (hash: string) => (await tokenByHash(db, hash))[0],

    touch: (id: string, now: number) =>
      db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute(),

    findUserId: async (usernameKey: string) =>
      (await db.selectFrom('users').select('id').where('username_key', '=', usernameKey).executeTakeFirst())?.id,

    /** Held by an idle update until the transaction ends: of many tokens made at once, each is counted by the next. */
    holdUser: (id: number) =>
      db
        .updateTable('users')
        .set((row) => ({ username: row.ref('username') }))
        .where('id', '=', id)
        .returning(['id', 'username', 'company_id'])
        .executeTakeFirst(),

    countActive: async (userId: number, now: number) => {
      const row = await db
        .selectFrom('api_tokens')
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('is_expired', '=', 0)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    add: (row: Insertable<Tables['api_tokens']>) => db.insertInto('api_tokens').values(row).execute(),

    listOf: (userId: number) =>
      db
        .selectFrom('api_tokens')
        .select(SHOWN)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    find: (id: string) =>
      db
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.user_id')
        .select([
          'api_tokens.id',
          'api_tokens.name',
          'prefix',
          'last_four',
          'user_id',
          'users.username',
          'users.company_id',
        ])
        .where('api_tokens.id', '=', id)
        .executeTakeFirst(),

    /** False when it was gone already. */
    remove: async (id: string) => {
      const { numDeletedRows } = await db.deleteFrom('api_tokens').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    removeAllOf: (userId: number) =>
      db
        .deleteFrom('api_tokens')
        .where('user_id', '=', userId)
        .returning(['id', 'name', 'prefix', 'last_four'])
        .execute(),

    /** What has expired by now stays expired when the clock is set back. */
    markExpired: (now: number) =>
      db
        .updateTable('api_tokens')
        .set({ is_expired: 1 })
        .where('expires_at', '<=', now)
        .where('is_expired', '=', 0)
        .execute(),

    removeExpiredBefore: (moment: number) => db.deleteFrom('api_tokens').where('expires_at', '<', moment).execute(),
  }
}
