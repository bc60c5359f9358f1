import type { Queries } from '#platform/database/database.ts'

export interface BegunDrill {
  node: string
  file: string
  bytes: number
  made_at: number
  begun_at: number
}

export function backupDrillsStore(db: Queries) {
  return {
    latest: (limit: number) => db.selectFrom('backup_drills').selectAll().orderBy('id', 'desc').limit(limit).execute(),

    /** Undefined while one is running. */
    begin: (drill: BegunDrill) =>
      db
        .insertInto('backup_drills')
        .values({ ...drill, alive_at: drill.begun_at, state: 'running' })
        .onConflict((taken) => taken.doNothing())
        .returning('id')
        .executeTakeFirst(),

    /** Says that the process that runs it lives. */
    beat: (id: number, now: number) =>
      db
        .updateTable('backup_drills')
        .set({ alive_at: now })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),

    end: (
      id: number,
      ended: { ended_at: number; state: 'passed' | 'failed'; message: string | null; looked: string | null },
    ) => db.updateTable('backup_drills').set(ended).where('id', '=', id).where('state', '=', 'running').execute(),

    /** Those whose process has been silent since then have failed. */
    endSilent: (since: number, ended: { ended_at: number; message: string }) =>
      db
        .updateTable('backup_drills')
        .set({ ...ended, state: 'failed' })
        .where('state', '=', 'running')
        .where('alive_at', '<', since)
        .execute(),
  }
}
