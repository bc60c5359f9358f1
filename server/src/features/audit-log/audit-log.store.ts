import type { Queries } from '#platform/database/database.ts'
import type { EntryRow } from './audit-log.rules.ts'

export function auditLogStore(db: Queries) {
  return {
    /** Takes the next number. Nobody else gets one before this transaction ends. */
    takeNumber: () =>
      db
        .updateTable('audit_head')
        .set((row) => ({ entries: row('entries', '+', 1) }))
        .where('id', '=', 1)
        .returning(['entries as number', 'hash as before'])
        .executeTakeFirstOrThrow(),

    async add(entry: EntryRow): Promise<void> {
      await db.insertInto('audit_entries').values(entry).execute()
      await db.updateTable('audit_head').set({ hash: entry.hash }).where('id', '=', 1).execute()
    },
  }
}
