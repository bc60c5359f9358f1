import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { ProfileSourceName } from '#ports/instagram.ts'
import { isReadBy, type LeasedRange, type Owner, PROFILE_COLUMNS, type ProfileRow } from './profile-rows.ts'

const isAfter = (due: number, key: string) =>
  sql<boolean>`(due_at > ${due} or (due_at = ${due} and username_key > ${key}))`
const isBefore = (due: number, key: string) =>
  sql<boolean>`(due_at < ${due} or (due_at = ${due} and username_key < ${key}))`

export function rangesStore(db: Queries) {
  return {
    /** A number above all before it; until the transaction ends nothing else leases ranges of the source. */
    async nextFence(source: ProfileSourceName): Promise<number> {
      await db
        .insertInto('refresh_fences')
        .values({ source, fence: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { fence } = await db
        .updateTable('refresh_fences')
        .set((row) => ({ fence: row('fence', '+', 1) }))
        .where('source', '=', source)
        .returning('fence')
        .executeTakeFirstOrThrow()
      return Number(fence)
    },

    all: (source: ProfileSourceName) =>
      db.selectFrom('refresh_ranges').selectAll().where('source', '=', source).execute(),

    removeOf: async (source: ProfileSourceName, tries: readonly string[]): Promise<void> => {
      if (tries.length > 0)
        await db.deleteFrom('refresh_ranges').where('source', '=', source).where('try_id', 'in', tries).execute()
    },

    add: (row: Tables['refresh_ranges']) => db.insertInto('refresh_ranges').values(row).execute(),

    remove: ({ source, fence }: LeasedRange) =>
      db.deleteFrom('refresh_ranges').where('source', '=', source).where('fence', '=', fence).execute(),

    isHeld: async ({ source, fence }: LeasedRange): Promise<boolean> =>
      (await db
        .selectFrom('refresh_ranges')
        .select('fence')
        .where('source', '=', source)
        .where('fence', '=', fence)
        .executeTakeFirst()) !== undefined,

    /** Due profiles of these owners outside the ranges, the longest waiting first. Each owner is read from its own index range. */
    async dueOutside(
      owners: readonly Owner[],
      ranges: readonly Tables['refresh_ranges'][],
      now: number,
      limit: number,
    ): Promise<ProfileRow[]> {
      const ofOwner = (owner: Owner) => {
        let query = db
          .selectFrom('profile_syncs')
          .select(PROFILE_COLUMNS)
          .where(isReadBy(owner))
          .where('due_at', '<=', now)
        for (const { from_due, from_key, to_due, to_key } of ranges)
          query = query.where((row) => row.or([isBefore(Number(from_due), from_key), isAfter(Number(to_due), to_key)]))
        return query.orderBy('due_at').orderBy('username_key').limit(limit).execute()
      }
      const rows = (await Promise.all(owners.map(ofOwner))).flat()
      return rows
        .toSorted((a, b) => Number(a.due_at) - Number(b.due_at) || (a.username_key < b.username_key ? -1 : 1))
        .slice(0, limit)
    },
  }
}
