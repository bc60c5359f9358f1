import { type Insertable, sql, type Updateable } from 'kysely'
import type { Scope } from '#features/core/index.ts'
import { isAmong, listOf } from '#platform/database/among.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { OwnAccountRow } from './own-accounts.rules.ts'

export function ownAccountsStore(db: Queries) {
  /** An account that was moved to another company has no connection there. */
  const living = () =>
    db
      .selectFrom('own_accounts as own')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'own.account_id').onRef('accounts.company_id', '=', 'own.company_id'),
      )
      .leftJoin('users', 'users.id', 'own.connected_by')
      .selectAll('own')
      .select('users.username as connected_by_name')

  /** Where the row is still at this version. */
  const change = async (accountId: number, version: number, columns: Updateable<Tables['own_accounts']>) => {
    const { numUpdatedRows } = await db
      .updateTable('own_accounts')
      .set(columns)
      .where('account_id', '=', accountId)
      .where('version', '=', version)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    list: (scope: Scope, accountId: number | undefined) =>
      living()
        .$if(scope !== 'all', (query) => query.where('own.company_id', '=', scope === 'none' ? -1 : Number(scope)))
        .$if(accountId !== undefined, (query) => query.where('own.account_id', '=', accountId ?? -1))
        .orderBy('own.username')
        .orderBy('own.account_id')
        .execute(),

    find: (accountId: number) => living().where('own.account_id', '=', accountId).executeTakeFirst(),

    /** Of these accounts, those that something opens. */
    countOf: async (accountIds: readonly number[]): Promise<number> =>
      (
        await living()
          .where('own.sealed', 'is not', null)
          .where(isAmong(db, 'own.account_id', listOf(accountIds)))
          .execute()
      ).length,

    /** Accounts of this name, by id, that something opens. */
    findNamed: async (usernameKey: string): Promise<number[]> => {
      const rows = await living()
        .where('accounts.username_key', '=', usernameKey)
        .where('own.sealed', 'is not', null)
        .orderBy('own.account_id')
        .execute()
      return rows.map(({ account_id }) => account_id)
    },

    /** Connects it, or connects it anew. */
    put: async (row: Insertable<Tables['own_accounts']>): Promise<void> => {
      const fresh = {
        ...row,
        renewal_failure: null,
        ended_at: null,
        ended_why: null,
        quota_used: null,
        quota_total: null,
        quota_read_at: null,
      }
      await db
        .insertInto('own_accounts')
        .values(fresh)
        .onConflict((taken) =>
          taken
            .column('account_id')
            .doUpdateSet((known) => ({ ...fresh, version: known('own_accounts.version', '+', 1) })),
        )
        .execute()
    },

    remove: async (accountId: number): Promise<void> => {
      await db.deleteFrom('own_accounts').where('account_id', '=', accountId).execute()
    },

    change,

    /** The service ended this access. False when it is another one by now. */
    end: async (accountId: number, sealed: string, ended: { at: number; why: string }): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('own_accounts')
        .set((row) => ({ sealed: null, ended_at: ended.at, ended_why: ended.why, version: row('version', '+', 1) }))
        .where('account_id', '=', accountId)
        .where('sealed', '=', sealed)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    noteQuota: async (accountId: number, quota: { used: number; total: number | null; at: number }): Promise<void> => {
      await db
        .updateTable('own_accounts')
        .set({ quota_used: quota.used, quota_total: quota.total, quota_read_at: quota.at })
        .where('account_id', '=', accountId)
        .execute()
    },

    /** Whose renewal is due, the longest waiting first; what has expired is left alone. */
    due: (now: number, limit: number) =>
      living()
        .where('own.sealed', 'is not', null)
        .where('renews_at', '<=', now)
        .where((row) => row.or([row('own.expires_at', 'is', null), row('own.expires_at', '>', now)]))
        .orderBy('renews_at')
        .orderBy('own.account_id')
        .limit(limit)
        .execute(),

    /** Whose access ends before a moment, or has ended. */
    ending: (before: number) =>
      living()
        .where((row) => row.or([row('own.sealed', 'is', null), row('own.expires_at', '<=', before)]))
        .orderBy('own.account_id')
        .execute(),

    /** Takes a renewal for this node: the version that it may write under, or undefined where another node was faster. */
    claim: async ({ account_id, version }: OwnAccountRow, until: number): Promise<number | undefined> =>
      (await change(account_id, version, { version: version + 1, renews_at: until })) ? version + 1 : undefined,

    /** Of accounts that belong to another company by now. */
    forgetMoved: async (): Promise<void> => {
      await db
        .deleteFrom('own_accounts')
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('accounts')
                .select('accounts.id')
                .whereRef('accounts.id', '=', 'own_accounts.account_id')
                .whereRef('accounts.company_id', '=', 'own_accounts.company_id'),
            ),
          ),
        )
        .execute()
    },

    /** Of accounts that are not connected any more: what ended a connection has mostly taken its quota with it. */
    forgetQuotas: async (): Promise<void> => {
      await db
        .deleteFrom('provider_quotas')
        .where(sql<boolean>`name like 'own:%' and not exists (
          select 1 from own_accounts where 'own:' || own_accounts.account_id = provider_quotas.name)`)
        .execute()
    },

    /** The account as it is tracked now, and what it was connected with. Locked on PostgreSQL until the transaction ends. */
    findTracked: (accountId: number, engine: Engine | null = null) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id', 'username'])
        .where('id', '=', accountId)
        .$if(engine === 'postgres', (query) => query.forShare())
        .executeTakeFirst(),

    /** The user who began it, as they are now, while that session lives. Locked on PostgreSQL. */
    user: async (userId: number, sessionId: string, engine: Engine | null = null) => {
      const row = await db
        .selectFrom('users')
        .innerJoin('sessions', 'sessions.user_id', 'users.id')
        .select(['users.username', 'users.role', 'users.company_id'])
        .where('users.id', '=', userId)
        .where('sessions.id', '=', sessionId)
        .$if(engine === 'postgres', (query) => query.forShare())
        .executeTakeFirst()
      return row && { username: row.username, role: row.role, companyId: row.company_id }
    },
  }
}
