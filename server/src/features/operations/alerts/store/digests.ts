/** When the next weekly digest of each person is due. */
import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function digestsStore(db: Queries) {
  return {
    all: () => db.selectFrom('alert_digests').selectAll().execute(),

    due: (now: number, limit: number) =>
      db.selectFrom('alert_digests').selectAll().where('next_at', '<=', now).orderBy('next_at').limit(limit).execute(),

    set: (userId: number, due: Omit<Insertable<Tables['alert_digests']>, 'user_id'>) =>
      db
        .insertInto('alert_digests')
        .values({ user_id: userId, ...due })
        .onConflict((known) => known.column('user_id').doUpdateSet(due))
        .execute(),

    /** False where another node, or the person, has moved it meanwhile. */
    async move(userId: number, { next_at }: { next_at: number }, to: Updateable<Tables['alert_digests']>) {
      const { numUpdatedRows } = await db
        .updateTable('alert_digests')
        .set(to)
        .where('user_id', '=', userId)
        .where('next_at', '=', next_at)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    remove: (userId: number) => db.deleteFrom('alert_digests').where('user_id', '=', userId).execute(),
  }
}
