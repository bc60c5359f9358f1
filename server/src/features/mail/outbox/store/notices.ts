import { type Insertable, sql } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** As many keys as one statement names. */
const KEYS_AT_ONCE = 500

export interface NoticeRow {
  id: number
  topic: string
  template: 'notice' | 'digest'
  data: string
}

/** Spelled as in the index: only then do both engines use it. */
export const isHeld = sql<boolean>`is_held = 1`

/** Notices wait for others of their recipient, to go out in one mail. */
export function noticesStore(db: Queries, engine: Engine) {
  return {
    addNotices: (rows: Insertable<Tables['mail_notices']>[]) =>
      insertNew({ queries: db, engine }, 'mail_notices', rows),

    noticesOf: (mailId: number): Promise<NoticeRow[]> =>
      db
        .selectFrom('mail_notices')
        .select(['id', 'topic', 'template', 'data'])
        .where('mail_id', '=', mailId)
        .orderBy('id')
        .$narrowType<NoticeRow>()
        .execute(),

    /** Recipients whose first waiting notice is from before that moment, or from a clock that was ahead. */
    withNotices: ({ before, now, after, limit }: { before: number; now: number; after: number; limit: number }) =>
      db
        .selectFrom('mail_notices')
        .select((row) => ['recipient_id', row.fn.min<number>('created_at').as('first')])
        .where(isHeld)
        .where('recipient_id', '>', after)
        .groupBy('recipient_id')
        .having((row) => row.or([row(row.fn.min('created_at'), '<=', before), row(row.fn.min('created_at'), '>', now)]))
        .orderBy('recipient_id')
        .limit(limit)
        .execute(),

    listHeld: (recipientId: number) =>
      db
        .selectFrom('mail_notices')
        .select(['id', 'topic'])
        .where('recipient_id', '=', recipientId)
        .where(isHeld)
        .orderBy('id')
        .execute(),

    /** They wait no more: in a mail, or in none where their recipient does not want them. */
    release: async (ids: readonly number[], mailId: number | null) => {
      for (let from = 0; from < ids.length; from += KEYS_AT_ONCE)
        await db
          .updateTable('mail_notices')
          .set({ is_held: 0, mail_id: mailId })
          .where('id', 'in', ids.slice(from, from + KEYS_AT_ONCE))
          .execute()
    },
  }
}
