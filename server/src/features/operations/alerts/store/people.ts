/** People who may get alerts, with what they chose. */
import { sql } from 'kysely'
import { isAmong, listOf } from '#platform/database/among.ts'
import type { Queries } from '#platform/database/database.ts'

export function peopleStore(db: Queries) {
  return {
    all: () =>
      users(db)
        .leftJoin('alert_settings', 'alert_settings.user_id', 'users.id')
        .select(['users.id', 'username', 'role', 'company_id as companyId', 'settings'])
        .select(timeZone.as('timeZone'))
        .select(sql<number>`case when webhook_url is null then 0 else 1 end`.as('hasWebhook'))
        .execute(),

    settings: async (userId: number): Promise<string | null> => {
      const row = await db
        .selectFrom('alert_settings')
        .select('settings')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.settings ?? null
    },

    setSettings: (userId: number, settings: string, at: number) =>
      db
        .insertInto('alert_settings')
        .values({ user_id: userId, settings, changed_at: at })
        .onConflict((known) => known.column('user_id').doUpdateSet({ settings, changed_at: at }))
        .execute(),

    timeZoneOf: async (userId: number): Promise<string> => {
      const row = await users(db).select(timeZone.as('timeZone')).where('users.id', '=', userId).executeTakeFirst()
      return row?.timeZone ?? 'UTC'
    },

    hasWebhook: async (userId: number): Promise<boolean> =>
      (await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('webhook_url', 'is not', null)
        .executeTakeFirst()) !== undefined,

    accountsOfGroups: (ids: readonly number[]) =>
      db
        .selectFrom('account_group_members')
        .select(['group_id as groupId', 'account_id as accountId'])
        .where(isAmong(db, 'group_id', listOf(ids)))
        .execute(),
  }
}

const users = (db: Queries) =>
  db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('mail_recipients', 'mail_recipients.user_id', 'users.id')

/** The person's own, which they chose for their mail, or the company's. */
const timeZone = sql<string>`coalesce(mail_recipients.time_zone, companies.time_zone, 'UTC')`
