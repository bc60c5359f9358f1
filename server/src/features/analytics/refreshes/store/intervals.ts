import type { IntervalDays, RefreshIntervalName } from '@tangelo/contract/limits'
import type { Engine, Queries } from '#platform/database/database.ts'

/** How often accounts and their profiles are read. */
export function intervalsStore(db: Queries) {
  return {
    /**
     * All accounts of these names, held until the transaction ends on PostgreSQL. Before anything else: each change of them moves
     * sums of their companies, which readings of the same accounts move as well.
     */
    accountsNamed: (keys: readonly string[], engine: Engine) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id', 'username_key', 'refresh_interval', 'refresh_days'])
        .where('username_key', 'in', keys)
        .orderBy('company_id')
        .orderBy('id')
        .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
        .execute(),

    profilesNamed: (keys: readonly string[]) =>
      db
        .selectFrom('profile_syncs')
        .select(['username_key', 'due_at', 'succeeded_at', 'tries', 'every_days', 'activity_days'])
        .where('username_key', 'in', keys)
        .orderBy('username_key')
        .execute(),

    choose: (ids: readonly number[], interval: RefreshIntervalName) =>
      db.updateTable('accounts').set({ refresh_interval: interval }).where('id', 'in', ids).execute(),

    /** What the interval of an account is in days, and how long its figures count as fresh. */
    setDays: async (
      account: { id: number; company_id: number },
      days: IntervalDays,
      slackMs: number,
    ): Promise<void> => {
      await db
        .updateTable('accounts')
        .set({ refresh_days: days, slack_ms: slackMs })
        .where('id', '=', account.id)
        .execute()
      await db
        .updateTable('account_periods')
        .set({ slack_ms: slackMs })
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .execute()
    },

    setProfile: (usernameKey: string, changes: { every_days: IntervalDays; due_at?: number }) =>
      db.updateTable('profile_syncs').set(changes).where('username_key', '=', usernameKey).execute(),
  }
}
