/** Rows of sessions and of two-factor steps, and the few user columns that signing in needs. */
import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'

const sessionByHash = prepareQuery(
  (db, hash: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
      .leftJoin('instance_settings', (join) =>
        join.on((row) => row('instance_settings.name', '=', 'two_factor_of_admins')),
      )
      .where('sessions.token_hash', '=', hash)
      .select([
        'sessions.id as session_id',
        'sessions.created_at',
        'sessions.last_seen_at',
        'users.id as user_id',
        'users.username',
        'users.role',
        'users.company_id',
        'users.must_change_password',
        'companies.name as company_name',
        'two_factor.on_since as two_factor_since',
        'instance_settings.value as two_factor_of_admins',
      ]),
  { remembered: 1_000 },
)

export function authStore(db: Queries) {
  const users = () =>
    db
      .selectFrom('users')
      .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
      .select([
        'users.id',
        'users.username',
        'users.company_id',
        'users.password_hash',
        'two_factor.on_since as two_factor_since',
      ])
  return {
    findSession: async (hash: string) => (await sessionByHash(db, hash))[0],

    addSession: (session: Insertable<Tables['sessions']>) => db.insertInto('sessions').values(session).execute(),

    touchSession: (hash: string, seen: { last_seen_at: number; address?: string }) =>
      db.updateTable('sessions').set(seen).where('token_hash', '=', hash).execute(),

    addChallenge: (step: Tables['two_factor_challenges']) =>
      db.insertInto('two_factor_challenges').values(step).execute(),

    findChallenge: (hash: string) =>
      db.selectFrom('two_factor_challenges').selectAll().where('challenge_hash', '=', hash).executeTakeFirst(),

    /** True once for each. */
    takeChallenge: async (hash: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('two_factor_challenges')
        .where('challenge_hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    removeChallengesBefore: (moment: number) =>
      db.deleteFrom('two_factor_challenges').where('created_at', '<', moment).execute(),

    endSession: (hash: string) => db.deleteFrom('sessions').where('token_hash', '=', hash).execute(),

    endSessionsBefore: (created: number, seen: number) =>
      db
        .deleteFrom('sessions')
        .where((row) => row.or([row('created_at', '<', created), row('last_seen_at', '<', seen)]))
        .execute(),

    findUserByName: (username: string) => users().where('username_key', '=', username.toLowerCase()).executeTakeFirst(),

    findUser: (id: number) => users().where('users.id', '=', id).executeTakeFirst(),

    findProfile: (id: number) =>
      db
        .selectFrom('users')
        .leftJoin('companies', 'companies.id', 'users.company_id')
        .where('users.id', '=', id)
        .select(['users.created_at', 'users.webhook_url', 'companies.time_zone'])
        .executeTakeFirst(),

    /**
     * True while the user is there with this password; neither changes before the transaction ends. The idle update
     * waits for a change that is under way and judges what that one left.
     */
    holdUser: async ({ id, password_hash }: { id: number; password_hash: string }) => {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', id)
        .where('password_hash', '=', password_hash)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Requires that the user is locked. */
    hasTwoFactor: async (userId: number) =>
      (await db
        .selectFrom('two_factor')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('on_since', 'is not', null)
        .executeTakeFirst()) !== undefined,

    setPassword: (id: number, hash: string) =>
      db.updateTable('users').set({ password_hash: hash, must_change_password: 0 }).where('id', '=', id).execute(),
  }
}
