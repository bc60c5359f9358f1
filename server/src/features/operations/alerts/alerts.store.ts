/** The alerts of each person. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

/** As many keys as one statement names. */
const KEYS_AT_ONCE = 500

export function alertsStore(db: Queries) {
  return {
    /** The newest of a group that the person got as one who sees what they see now. */
    latest: (userId: number, seenAs: number, groupKey: string): Promise<Row<'alerts'> | undefined> =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('group_key', '=', groupKey)
        .where('seen_as', '=', seenAs)
        .orderBy('first_cause', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async openOf(groupKeys: readonly string[]): Promise<Row<'alerts'>[]> {
      const found: Row<'alerts'>[] = []
      for (let from = 0; from < groupKeys.length; from += KEYS_AT_ONCE) {
        const open = db.selectFrom('alerts').selectAll().where('closed_at', 'is', null)
        found.push(...(await open.where('group_key', 'in', groupKeys.slice(from, from + KEYS_AT_ONCE)).execute()))
      }
      return found
    },

    /** Alerts without any cause that lasts and that their person sees: of accounts that were deleted, too. */
    orphans: (): Promise<Row<'alerts'>[]> =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('closed_at', 'is', null)
        .where(
          sql<boolean>`not exists (select 1 from alert_causes as lasting where lasting.group_key = alerts.group_key
            and lasting.id between alerts.first_cause and alerts.last_cause and lasting.ended_at is null
            and (alerts.seen_as = 0 or lasting.company_id is null or lasting.company_id = alerts.seen_as))`,
        )
        .execute(),

    open: async (row: Insertable<Tables['alerts']>): Promise<number> => {
      const { id } = await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    change: (id: number, changes: Updateable<Tables['alerts']>) =>
      db.updateTable('alerts').set(changes).where('id', '=', id).execute(),

    /** Of one person, as long as they see what they saw. */
    listOf: (userId: number, seenAs: number, now: number, limit: number) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .where('is_shown', '=', 1)
        .where('dismissed_at', 'is', null)
        .where((row) => row.or([row('snoozed_until', 'is', null), row('snoozed_until', '<=', now)]))
        .orderBy(sql`case when closed_at is null then 0 else 1 end`)
        .orderBy('changed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async countsOf(userId: number, seenAs: number, now: number) {
      const row = await db
        .selectFrom('alerts')
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`sum(case when read_at is null and closed_at is null and coalesce(snoozed_until, 0) <= ${now} then 1 else 0 end)`.as(
            'unread',
          ),
          sql<number>`sum(case when coalesce(snoozed_until, 0) > ${now} then 1 else 0 end)`.as('snoozed'),
        ])
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .where('is_shown', '=', 1)
        .where('dismissed_at', 'is', null)
        .executeTakeFirst()
      return { all: Number(row?.all ?? 0), unread: Number(row?.unread ?? 0), snoozed: Number(row?.snoozed ?? 0) }
    },

    find: (userId: number, seenAs: number, id: number) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('seen_as', '=', seenAs)
        .executeTakeFirst(),

    markRead: (userId: number, ids: readonly number[] | null, at: number) =>
      db
        .updateTable('alerts')
        .set({ read_at: at })
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .$if(ids !== null, (query) => query.where('id', 'in', [...(ids ?? [])]))
        .execute(),

    /** Those that closed before a moment. */
    purge: (before: number) => db.deleteFrom('alerts').where('closed_at', '<', before).execute(),
  }
}
