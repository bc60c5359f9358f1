import type { WebhookKind } from '@tangelo/contract/limits'
import { type Expression, type Insertable, sql, type Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

const ROWS_AT_ONCE = 100

export const newDelivery = ({
  userId,
  companyId,
  event,
  body,
  at,
}: {
  userId: number
  companyId: number
  event: { id: string; kind: WebhookKind }
  body: string
  at: number
}) => ({
  user_id: userId,
  company_id: companyId,
  event_id: event.id,
  kind: event.kind,
  body,
  created_at: at,
  asked_at: at,
  next_try_at: at,
})

// Spelled as in the index: only then do both engines use the index for the query.
const isWaiting = sql<boolean>`state = 'waiting'`

export function deliveriesStore(db: Queries) {
  /** The first user after one for whom something waits; null after the last. */
  const nextWaiting = (user: Expression<number>) =>
    db
      .selectFrom('webhook_deliveries')
      .select('webhook_deliveries.user_id')
      .where(isWaiting)
      .where('webhook_deliveries.user_id', '>', user)
      .orderBy('webhook_deliveries.user_id')
      .limit(1)
  const waitingOf = (userId: number) =>
    db.updateTable('webhook_deliveries').where('user_id', '=', userId).where(isWaiting)

  return {
    addDeliveries: async (rows: Insertable<Tables['webhook_deliveries']>[]) => {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await db
          .insertInto('webhook_deliveries')
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute()
    },

    add: async (row: Insertable<Tables['webhook_deliveries']>): Promise<number> => {
      const { id } = await db.insertInto('webhook_deliveries').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    testsSince: async (userId: number, at: number): Promise<number> => {
      const row = await db
        .selectFrom('webhook_deliveries')
        .select((rows) => rows.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_at', '>', at)
        .where('kind', '=', 'test')
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    find: (id: number) => db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst(),

    setDelivery: (id: number, changes: Updateable<Tables['webhook_deliveries']>) =>
      db.updateTable('webhook_deliveries').set(changes).where('id', '=', id).execute(),

    /** Changes nothing where it is to be sent again meanwhile. A try that failed leaves what was dropped meanwhile as it is. */
    setTried: ({ id, tries, asked_at }: Row<'webhook_deliveries'>, changes: Updateable<Tables['webhook_deliveries']>) =>
      db
        .updateTable('webhook_deliveries')
        .set(changes)
        .where('id', '=', id)
        .where('tries', '=', tries)
        .where('asked_at', '=', asked_at)
        .$if(changes.state !== 'delivered', (query) => query.where(isWaiting))
        .execute(),

    /** The one whose time comes first. */
    next: (userId: number) =>
      db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('user_id', '=', userId)
        .where(isWaiting)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    /** Cancels all waiting deliveries of the user; `triedBefore`: only those whose first try was before then. */
    giveUp: (userId: number, state: 'failed' | 'dropped', message: string, triedBefore?: number) =>
      waitingOf(userId)
        .$if(triedBefore !== undefined, (query) =>
          query.where('asked_at', '<=', triedBefore ?? 0).where('tries', '>', 0),
        )
        .set({ state, message })
        .execute(),

    /** Also those that have failed. */
    dropAlerts: (userId: number, message: string) =>
      db
        .updateTable('webhook_deliveries')
        .set({ state: 'dropped', message })
        .where('user_id', '=', userId)
        .where('kind', '=', 'alert.opened')
        .where('state', 'in', ['waiting', 'failed'])
        .execute(),

    hurry: (userId: number, at: number) => waitingOf(userId).set({ next_try_at: at }).execute(),

    /**
     * Users with deliveries that are due. Steps through the index of waiting deliveries from user to user: one row is
     * read for each, however many wait.
     */
    due: (now: number) =>
      db
        .withRecursive('waiting(user_id)', (query) =>
          query.selectNoFrom(nextWaiting(sql`0`).as('user_id')).unionAll(
            query
              .selectFrom('waiting')
              .select(nextWaiting(sql.ref('waiting.user_id')).as('user_id'))
              .where('waiting.user_id', 'is not', null),
          ),
        )
        .selectFrom('waiting')
        .innerJoin('users', 'users.id', 'waiting.user_id')
        .leftJoin('webhooks', (join) =>
          join.onRef('webhooks.user_id', '=', 'users.id').onRef('webhooks.url', '=', 'users.webhook_url'),
        )
        .select(['users.id', 'users.company_id'])
        .where((row) => row.or([row('webhooks.paused_until', 'is', null), row('webhooks.paused_until', '<=', now)]))
        .where((row) =>
          row.exists(
            row
              .selectFrom('webhook_deliveries')
              .select('webhook_deliveries.id')
              .whereRef('webhook_deliveries.user_id', '=', 'waiting.user_id')
              .where(isWaiting)
              .where('next_try_at', '<=', now),
          ),
        )
        .execute(),

    /** A few at a time; answers whether there may be more. */
    async forgetSome(before: number, limit: number): Promise<boolean> {
      const old = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .execute()
      if (old.length > 0)
        await db
          .deleteFrom('webhook_deliveries')
          .where(
            'id',
            'in',
            old.map(({ id }) => id),
          )
          .execute()
      return old.length === limit
    },
  }
}
