/** Where a connection to PostgreSQL notes its last transaction, so that a COMMIT without an answer can be looked up. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const commitMarks: Migration = {
  name: '0028-commit-marks',
  file: import.meta.url,
  async up({ schema, engine }) {
    // SQLite answers in this process: a COMMIT there is never without an answer.
    if (engine === 'sqlite') return
    await schema
      .createTable('commit_marks')
      .addColumn('connection', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('is_closed', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      // A transaction that was looked for and not found can then not be committed any more.
      .addCheckConstraint('commit_marks_closed', sql`number = 0 or is_closed = 0`)
      .execute()
  },
}
