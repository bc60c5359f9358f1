/** What administrators see of the outbox. */
import { sql, type Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function mailStatusView(db: Queries) {
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number | string | bigint }> }) =>
    Number((await query.executeTakeFirstOrThrow()).count)

  return {
    async counts(): Promise<{ waiting: number; held: number }> {
      const waiting = db
        .selectFrom('mails')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(sql<boolean>`state = 'waiting'`)
      const held = db
        .selectFrom('mail_notices')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(sql<boolean>`is_held = 1`)
      return { waiting: await count(waiting), held: await count(held) }
    },

    lastSentAt: async (): Promise<number | null> => {
      const row = await db
        .selectFrom('mails')
        .select('sent_at')
        .where('sent_at', 'is not', null)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.sent_at ?? null
    },

    problems: (limit: number) =>
      db
        .selectFrom('mails')
        .innerJoin('mail_recipients', 'mail_recipients.id', 'mails.recipient_id')
        .leftJoin('users', 'users.id', 'mail_recipients.user_id')
        .selectAll('mails')
        .select('users.username')
        .where('mails.problem', 'is not', null)
        .where('mails.state', 'in', ['waiting', 'failed'])
        .orderBy('mails.tried_at', 'desc')
        .orderBy('mails.id', 'desc')
        .limit(limit)
        .execute(),

    listBounced: (limit: number) =>
      db
        .selectFrom('mail_recipients')
        .leftJoin('users', 'users.id', 'mail_recipients.user_id')
        .selectAll('mail_recipients')
        .select('users.username')
        .where('bounced_at', 'is not', null)
        .orderBy('bounced_at', 'desc')
        .limit(limit)
        .execute(),

    mailsSince: (template: string, since: number): Promise<number> =>
      count(
        db
          .selectFrom('mails')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('template', '=', template)
          .where('created_at', '>', since),
      ),

    ofCause: async (cause: string): Promise<number | null> => {
      const row = await db.selectFrom('mails').select('id').where('cause', '=', cause).executeTakeFirst()
      return row?.id ?? null
    },

    /** With its recipient as they are now. */
    find: (id: number) =>
      db
        .selectFrom('mails')
        .innerJoin('mail_recipients', 'mail_recipients.id', 'mails.recipient_id')
        .selectAll('mails')
        .select(['user_id', 'address_key', 'confirmed_at', 'bounced_at', 'stopped'])
        .where('mails.id', '=', id)
        .executeTakeFirst(),

    revive: (id: number, changes: Updateable<Tables['mails']>) =>
      db
        .updateTable('mails')
        .set({ ...changes, state: 'waiting', tries: 0, problem: null })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .execute(),

    /** A few at a time, with the notices in them; answers whether there may be more. */
    async forgetSome(before: number, limit: number): Promise<boolean> {
      const old = (table: 'mails' | 'mail_notices') =>
        db.selectFrom(table).select('id').where('created_at', '<', before).orderBy('created_at').limit(limit)
      let removed = 0
      for (const table of ['mail_notices', 'mails'] as const) {
        const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', old(table)).executeTakeFirst()
        removed = Math.max(removed, Number(numDeletedRows))
      }
      return removed === limit
    },
  }
}
