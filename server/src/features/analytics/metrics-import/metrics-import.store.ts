import type { Insertable } from 'kysely'
import type { Scope } from '#features/core/index.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function metricsImportStore(db: Queries) {
  return {
    /** Returns the number by which snapshots name the import. */
    begin: async (row: { id: string; companyId: number; userId: number | null; fileName: string; now: number }) => {
      await db
        .insertInto('metrics_imports')
        .values({
          id: row.id,
          company_id: row.companyId,
          user_id: row.userId,
          file_name: row.fileName,
          state: 'running',
          rows: 0,
          progress: 0,
          created_at: row.now,
        })
        .execute()
      const { number } = await db
        .insertInto('import_numbers')
        .values({ import_id: row.id })
        .returning('number')
        .executeTakeFirstOrThrow()
      return number
    },

    find: (id: string) =>
      db.selectFrom('metrics_imports').select(['state', 'rows', 'progress']).where('id', '=', id).executeTakeFirst(),

    setProgress: (id: string, rows: number, progress: number) =>
      db.updateTable('metrics_imports').set({ rows, progress }).where('id', '=', id).execute(),

    finish: (id: string, state: 'done' | 'failed', now: number) =>
      db
        .updateTable('metrics_imports')
        .set({ state, finished_at: now, ...(state === 'done' && { progress: 1 }) })
        .where('id', '=', id)
        .execute(),

    /** Imports whose process ended under them. */
    failUnfinished: (startedBefore: number, now: number) =>
      db
        .updateTable('metrics_imports')
        .set({ state: 'failed', finished_at: now })
        .where('state', '=', 'running')
        .where('created_at', '<', startedBefore)
        .execute(),

    /**
     * Of these names (any case) or ids the accounts that are tracked within the scope, oldest first. On PostgreSQL they
     * stay where they are until the transaction ends.
     */
    holdTracked: (scope: Scope, { by, among }: TrackedOptions, engine: Engine): Promise<TrackedAccount[]> =>
      db
        .selectFrom('accounts')
        .innerJoin('companies', 'companies.id', 'accounts.company_id')
        .select(['accounts.id', 'accounts.company_id', 'accounts.username_key', 'companies.time_zone'])
        .where(by === 'id' ? 'accounts.id' : 'accounts.username_key', 'in', [...among])
        .$if(scope !== 'all', (query) => query.where('accounts.company_id', '=', scope === 'none' ? -1 : Number(scope)))
        .orderBy('accounts.id')
        .$if(engine === 'postgres', (query) => query.forKeyShare('accounts'))
        .execute(),

    /** The same without holding them, by name alone. */
    findTracked: (scope: Scope, names: readonly string[]): Promise<TrackedAccount[]> =>
      db
        .selectFrom('accounts')
        .innerJoin('companies', 'companies.id', 'accounts.company_id')
        .select(['accounts.id', 'accounts.company_id', 'accounts.username_key', 'companies.time_zone'])
        .where('accounts.username_key', 'in', [...names])
        .$if(scope !== 'all', (query) => query.where('accounts.company_id', '=', scope === 'none' ? -1 : Number(scope)))
        .orderBy('accounts.id')
        .execute(),

    companyNames: (ids: readonly number[]) =>
      db
        .selectFrom('companies')
        .select(['id', 'name'])
        .where('id', 'in', [...ids])
        .orderBy('name_key')
        .execute(),

    /** Undefined when the company tracks the name already. */
    addUnlessThere: (row: Insertable<Tables['accounts']>) =>
      db
        .insertInto('accounts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['company_id', 'username_key']).doNothing())
        .returning('id')
        .executeTakeFirst(),
  }
}

export interface TrackedAccount {
  id: number
  company_id: number
  username_key: string
  time_zone: string
}

type TrackedOptions = { by: 'name'; among: readonly string[] } | { by: 'id'; among: readonly number[] }
