/** Users of one company, and users by role: each page of the admin panel is read in the order it is shown. */
import type { Migration } from '#platform/database/migrate.ts'

export const adminLists: Migration = {
  name: '0015-admin-lists',
  file: import.meta.url,
  async up({ schema }) {
    await schema.createIndex('users_company_name').on('users').columns(['company_id', 'username_key']).execute()
    await schema.createIndex('users_role_name').on('users').columns(['role', 'username_key']).execute()
  },
}
