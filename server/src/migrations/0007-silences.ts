/** How often the process that worked on a job ended under it: no fault of the job's, so it is counted apart from its tries. */
import type { Migration } from '#platform/database/migrate.ts'

export const silences: Migration = {
  name: '0007-silences',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .alterTable('jobs')
      .addColumn('silences', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
