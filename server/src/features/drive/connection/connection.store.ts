import type { Insertable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

const PURPOSE = 'drive'

export type DriveRow = Row<'drives'>

export function driveConnectionsStore(db: Queries) {
  return {
    find: (companyId: number): Promise<DriveRow | undefined> =>
      db.selectFrom('drives').selectAll().where('company_id', '=', companyId).executeTakeFirst(),

    companies: async (): Promise<number[]> =>
      (await db.selectFrom('drives').select('company_id').execute()).map(({ company_id }) => company_id),

    /** Begins the copy anew: another drive, another connection, or none. */
    begin: async (row: Pick<DriveRow, 'company_id' | 'drive' | 'owner' | 'connected_at'>): Promise<void> => {
      const fresh = {
        ...row,
        lost_at: null,
        begun_at: null,
        read_at: null,
        failure_kind: null,
        failure: null,
        retry_at: 0,
      }
      await db
        .insertInto('drives')
        .values(fresh)
        .onConflict((taken) =>
          // A reading that is under way notices that it is not the latest any more.
          taken.column('company_id').doUpdateSet((known) => ({ ...fresh, pass: known('drives.pass', '+', 1) })),
        )
        .execute()
      await db.deleteFrom('drive_folders').where('company_id', '=', row.company_id).execute()
    },

    remove: async (companyId: number): Promise<void> => {
      for (const table of ['drive_folders', 'drives', 'secrets'] as const)
        await db.deleteFrom(table).where('company_id', '=', companyId).execute()
    },

    /** The provider ended this connection. False when it is another one by now. */
    lose: async (companyId: number, sealed: string, now: number): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('secrets')
        .where('company_id', '=', companyId)
        .where('purpose', '=', PURPOSE)
        .where('sealed', '=', sealed)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await db
        .updateTable('drives')
        .set({ lost_at: now, connected_at: null })
        .where('company_id', '=', companyId)
        .execute()
      return true
    },

    secret: async (companyId: number): Promise<string | undefined> =>
      (
        await db
          .selectFrom('secrets')
          .select('sealed')
          .where('company_id', '=', companyId)
          .where('purpose', '=', PURPOSE)
          .executeTakeFirst()
      )?.sealed,

    keepSecret: async (companyId: number, sealed: string, now: number): Promise<void> => {
      await db
        .insertInto('secrets')
        .values({ company_id: companyId, purpose: PURPOSE, sealed, changed_at: now })
        .onConflict((taken) => taken.columns(['company_id', 'purpose']).doUpdateSet({ sealed, changed_at: now }))
        .execute()
    },

    /** In place of this one only: another connection may have come meanwhile. */
    exchangeSecret: async (companyId: number, before: string, sealed: string, now: number): Promise<void> => {
      await db
        .updateTable('secrets')
        .set({ sealed, changed_at: now })
        .where('company_id', '=', companyId)
        .where('purpose', '=', PURPOSE)
        .where('sealed', '=', before)
        .execute()
    },

    addState: async (row: Insertable<Tables['oauth_states']>): Promise<void> => {
      await db.insertInto('oauth_states').values(row).execute()
    },

    /** Deletes it, so that it can be used once. */
    takeState: (stateHash: string) =>
      db.deleteFrom('oauth_states').where('state_hash', '=', stateHash).returningAll().executeTakeFirst(),

    forgetStates: async (before: number): Promise<void> => {
      await db.deleteFrom('oauth_states').where('expires_at', '<', before).execute()
    },

    /** The user who started it, as they are now, while that session lives. Locked on PostgreSQL until the transaction ends. */
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
