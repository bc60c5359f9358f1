/** Events of the sandbox say what they are about, and not how that was then: nobody reads it from them. */
import type { Migration } from '#platform/database/migrate.ts'

export const sandboxEvents: Migration = {
  name: '0025-sandbox-events',
  file: import.meta.url,
  async up({ schema }) {
    await schema.alterTable('sandbox_events').dropColumn('snapshot').execute()
  },
}
