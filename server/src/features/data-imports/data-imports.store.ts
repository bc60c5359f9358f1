import type { Queries } from '#platform/database/database.ts'
import type { FiguresReading } from '#ports/figures-file.ts'

interface AccountKey {
  id: number
  company_id: number
}

export function dataImportsStore(db: Queries) {
  return {
    begin: (row: { id: string; companyId: number; userId: number | null; fileName: string; now: number }) =>
      db
        .insertInto('imports')
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
      db.selectFrom('imports').select(['state', 'rows', 'progress']).where('id', '=', id).executeTakeFirst(),

    setProgress: (id: string, rows: number, progress: number) =>
      db.updateTable('imports').set({ rows, progress }).where('id', '=', id).execute(),

    finish: (id: string, state: 'done' | 'failed', now: number) =>
      db
        .updateTable('imports')
        .set({ state, finished_at: now, ...(state === 'done' && { progress: 1 }) })
        .where('id', '=', id)
        .execute(),

    /** Imports whose process ended under them. */
    failUnfinished: (startedBefore: number, now: number) =>
      db
        .updateTable('imports')
        .set({ state: 'failed', finished_at: now })
        .where('state', '=', 'running')
        .where('created_at', '<', startedBefore)
        .execute(),

    /**
     * Takes over the profile texts, unless a later reading of the account is here already. Answers whether it did.
     * What lists show of the account has to be made again.
     */
    async setProfile(account: AccountKey, reading: FiguresReading, capturedAt: number): Promise<boolean> {
      const { profile } = reading
      if (!profile) return false
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({
          full_name: profile.fullName,
          bio_text: profile.bioText,
          external_url: profile.externalUrl,
          source_picture_url: profile.sourcePictureUrl,
          profile_captured_at: capturedAt,
          shown: null,
          ...(profile.inputUrl !== null && { input_url: profile.inputUrl }),
        })
        .where('id', '=', account.id)
        .where((row) => row.or([row('profile_captured_at', 'is', null), row('profile_captured_at', '<=', capturedAt)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
