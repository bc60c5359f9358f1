import type { Queries } from '#platform/database/database.ts'

export function bootstrapStore(db: Queries) {
  return {
    addCompany: async (name: string, now: number) => {
      const { id } = await db
        .insertInto('companies')
        .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    addAdmin: (admin: {
      username: string
      hash: string
      companyId: number
      mustChangePassword: boolean
      now: number
    }) =>
      db
        .insertInto('users')
        .values({
          username: admin.username,
          username_key: admin.username.toLowerCase(),
          password_hash: admin.hash,
          role: 'admin',
          must_change_password: admin.mustChangePassword ? 1 : 0,
          company_id: admin.companyId,
          created_at: admin.now,
        })
        .execute(),

    hasUsers: async () => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,
  }
}
