import type { Queries } from '#platform/database/database.ts'
import type { Failures } from './sign-in-attempts.rules.ts'

export function signInAttemptsStore(db: Queries) {
  return {
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
  }
}
