/** Rows of sessions and of failed sign-ins, and the few user columns that signing in needs. */
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { Failures } from './auth.rules.ts'

const sessionByHash = prepared(
  (db, hash: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('companies', 'companies.id', 'users.company_id')
      .where('sessions.token_hash', '=', hash)
      .select([
        'sessions.created_at',
        'sessions.last_seen_at',
        'users.id as user_id',
        'users.username',
        'users.role',
        'users.company_id',
        'users.must_change_password',
        'companies.name as company_name',
      ]),
  { remembered: 1_000 },
)

export function authStore(db: Queries) {
  return {
    findSession: async (hash: string) => (await sessionByHash(db, hash))[0],

    addSession: (hash: string, userId: number, now: number) =>
      db
        .insertInto('sessions')
        .values({ token_hash: hash, user_id: userId, created_at: now, last_seen_at: now })
        .execute(),

    touchSession: (hash: string, now: number) =>
      db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', hash).execute(),

    endSession: (hash: string) => db.deleteFrom('sessions').where('token_hash', '=', hash).execute(),

    endSessionsOf: (userId: number) => db.deleteFrom('sessions').where('user_id', '=', userId).execute(),

    endSessionsBefore: (created: number, seen: number) =>
      db
        .deleteFrom('sessions')
        .where((row) => row.or([row('created_at', '<', created), row('last_seen_at', '<', seen)]))
        .execute(),

    findUserByName: (username: string) =>
      db
        .selectFrom('users')
        .select(['id', 'username', 'password_hash'])
        .where('username_key', '=', username.toLowerCase())
        .executeTakeFirst(),

    findUser: (id: number) =>
      db.selectFrom('users').select(['id', 'username', 'password_hash']).where('id', '=', id).executeTakeFirst(),

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

    setPassword: (id: number, hash: string) =>
      db.updateTable('users').set({ password_hash: hash, must_change_password: 0 }).where('id', '=', id).execute(),

    /**
     * The failures of a key, held until the transaction ends: of many attempts at once each sees what the one before
     * it counted. On PostgreSQL the idle update is what locks the row.
     */
    holdFailures: (key: string, now: number) =>
      db
        .insertInto('sign_in_failures')
        .values({ key, failures: 0, window_started_at: now, blocked_until: 0 })
        .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ key: row.ref('excluded.key') })))
        .returning(['failures', 'window_started_at', 'blocked_until'])
        .executeTakeFirstOrThrow(),

    setFailures: (key: string, failures: Failures) =>
      db.updateTable('sign_in_failures').set(failures).where('key', '=', key).execute(),

    forgetFailures: (key: string) => db.deleteFrom('sign_in_failures').where('key', '=', key).execute(),

    forgiveOne: (key: string) =>
      db
        .updateTable('sign_in_failures')
        .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
        .where('key', '=', key)
        .where('failures', '>', 0)
        .execute(),

    forgetFailuresBefore: (moment: number) =>
      db
        .deleteFrom('sign_in_failures')
        .where('blocked_until', '<', moment)
        .where('window_started_at', '<', moment)
        .execute(),

    addCompany: async (name: string, now: number) => {
      const { id } = await db
        .insertInto('companies')
        .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    addAdmin: (admin: {
      username: string
      hash: string
      companyId: number
      mustChangePassword: boolean
      now: number
    }) =>
      db
        .insertInto('users')
        .values({
          username: admin.username,
          username_key: admin.username.toLowerCase(),
          password_hash: admin.hash,
          role: 'admin',
          must_change_password: admin.mustChangePassword ? 1 : 0,
          company_id: admin.companyId,
          created_at: admin.now,
        })
        .execute(),

    hasUsers: async () => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,
  }
}
