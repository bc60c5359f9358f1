import type { Queries } from '#platform/database/database.ts'

export function metricsImportStore(db: Queries) {
  return {
    begin: (row: { id: string; companyId: number; userId: number | null; fileName: string; now: number }) =>
      db
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
        .execute(),

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
  }
}
