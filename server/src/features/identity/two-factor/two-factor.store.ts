/** Rows of authenticator apps, of recovery codes, and the rule for administrators. */
import type { Queries } from '#platform/database/database.ts'

export function twoFactorStore(db: Queries) {
  return {
    find: (userId: number) => db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Takes the place of a secret that was never confirmed; false where one is in use. */
    keepSecret: async (userId: number, secret: string) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('two_factor')
        .values({ user_id: userId, secret, on_since: null, last_period: 0 })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ secret, last_period: 0 }).where('two_factor.on_since', 'is', null),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    /** A sign-in with the password alone succeeds before this transaction, or not at all. */
    holdUser: (userId: number) =>
      db
        .updateTable('users')
        .set((row) => ({ id: row.ref('id') }))
        .where('id', '=', userId)
        .execute(),

    /** False where this secret is no longer the one to be confirmed, or is in use already. */
    turnOn: async ({
      userId,
      secret,
      ...on
    }: {
      userId: number
      secret: string
      on_since: number
      last_period: number
    }) => {
      const { numUpdatedRows } = await db
        .updateTable('two_factor')
        .set(on)
        .where('user_id', '=', userId)
        .where('secret', '=', secret)
        .where('on_since', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** True once for each period: of many who bring the same code one is let in. */
    usePeriod: async (userId: number, period: number) => {
      const { numUpdatedRows } = await db
        .updateTable('two_factor')
        .set({ last_period: period })
        .where('user_id', '=', userId)
        .where('last_period', '<', period)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** With its recovery codes; false where there was none. */
    remove: async (userId: number) => {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const { numDeletedRows } = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
      return numDeletedRows === 1n
    },

    recoveryCodes: async (userId: number) => {
      const rows = await db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute()
      return rows.map(({ hash }) => hash)
    },

    replaceRecoveryCodes: async (userId: number, hashes: string[]) => {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, hash })))
        .execute()
    },

    /** True once for each. */
    useRecoveryCode: async (userId: number, hash: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    isRequiredOfAdmins: async () =>
      (await db
        .selectFrom('instance_settings')
        .select('name')
        .where('name', '=', 'two_factor_of_admins')
        .executeTakeFirst()) !== undefined,

    requireOfAdmins: async (isRequired: boolean) => {
      await db.deleteFrom('instance_settings').where('name', '=', 'two_factor_of_admins').execute()
      if (isRequired)
        await db.insertInto('instance_settings').values({ name: 'two_factor_of_admins', value: 'required' }).execute()
    },
  }
}
