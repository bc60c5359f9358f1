/** Rows of failed attempts, of addresses that signed in, and of accounts that are guessed at. */
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { Failures } from './login-throttle.rules.ts'

export function loginThrottleStore(db: Queries) {
  return {
    /**
     * The failures of a key, held until the transaction ends: of many attempts at once each sees what the one before
     * it counted. On PostgreSQL the idle update is what locks the row.
     */
    holdFailures: (key: string, now: number) =>
      db
        .insertInto('login_failures')
        .values({ key, failures: 0, window_started_at: now, blocked_until: 0 })
        .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ key: row.ref('excluded.key') })))
        .returning(['failures', 'window_started_at', 'blocked_until'])
        .executeTakeFirstOrThrow(),

    setFailures: (key: string, failures: Failures) =>
      db.updateTable('login_failures').set(failures).where('key', '=', key).execute(),

    forgetFailures: (key: string) => db.deleteFrom('login_failures').where('key', '=', key).execute(),

    forgiveOne: (key: string, { keepsBlock }: { keepsBlock: boolean }) =>
      db
        .updateTable('login_failures')
        .set((row) => ({
          failures: row('failures', '-', 1),
          blocked_until: keepsBlock ? row.ref('blocked_until') : row.lit(0),
        }))
        .where('key', '=', key)
        .where('failures', '>', 0)
        .execute(),

    /** The addresses that the user signed in from since a moment, and those of sessions that are open. */
    findKnownAddresses: async (userId: number, since: number) => {
      const known = db
        .selectFrom('known_addresses')
        .select('guesser as address')
        .where('user_id', '=', userId)
        .where('last_at', '>', since)
      const open = db.selectFrom('sessions').select('address').where('user_id', '=', userId)
      return (
        await known.unionAll(open.where('address', 'is not', null).$narrowType<{ address: string }>()).execute()
      ).map(({ address }) => address)
    },

    knowAddress: (row: Tables['known_addresses']) =>
      db
        .insertInto('known_addresses')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'guesser']).doUpdateSet({ last_at: row.last_at }))
        .execute(),

    forgetAddressesBefore: (moment: number) => db.deleteFrom('known_addresses').where('last_at', '<', moment).execute(),

    /** False where the alert of this hour is there already. */
    addAlert: async (userId: number, { at, windowStartedAt }: { at: number; windowStartedAt: number }) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('login_alerts')
        .values({ user_id: userId, at, window_started_at: windowStartedAt, is_told: 0 })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ at, window_started_at: windowStartedAt, is_told: 0 })
            .where('login_alerts.window_started_at', '<>', windowStartedAt),
        )
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    alertOf: (userId: number) =>
      db.selectFrom('login_alerts').select(['at', 'is_told']).where('user_id', '=', userId).executeTakeFirst(),

    markAlertShown: (userId: number) =>
      db.updateTable('login_alerts').set({ is_told: 1 }).where('user_id', '=', userId).execute(),

    forgetAlert: (userId: number) => db.deleteFrom('login_alerts').where('user_id', '=', userId).execute(),

    alertsSince: (moment: number) =>
      db
        .selectFrom('login_alerts')
        .innerJoin('users', 'users.id', 'login_alerts.user_id')
        .select(['users.id', 'users.username', 'login_alerts.at'])
        .where('login_alerts.at', '>', moment)
        .orderBy('login_alerts.at', 'desc')
        .execute(),

    forgetFailuresBefore: (moment: number) =>
      db
        .deleteFrom('login_failures')
        .where('blocked_until', '<', moment)
        .where('window_started_at', '<', moment)
        .execute(),
  }
}
