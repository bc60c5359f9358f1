import type { Insertable, Selectable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Tables } from '#platform/database/schema.ts'

/** With how often its link was opened, as long as that is kept. */
export interface RequestRow extends Selectable<Tables['approval_requests']> {
  opened_count: number | null
  last_opened_at: number | null
}
export type DecisionRow = Selectable<Tables['approval_decisions']>

export function approvalsStore(db: Queries) {
  const requests = () =>
    db
      .selectFrom('approval_requests')
      .leftJoin('share_links', 'share_links.id', 'approval_requests.link_id')
      .selectAll('approval_requests')
      .select(['share_links.opened_count', 'share_links.last_opened_at'])

  return {
    find: (id: number): Promise<RequestRow | undefined> =>
      requests().where('approval_requests.id', '=', id).executeTakeFirst(),

    /** The latest first. */
    page: (scope: number | 'all', after: number | null, limit: number): Promise<RequestRow[]> =>
      requests()
        .where((row) =>
          scope === 'all'
            ? inOwnCompanies('approval_requests.company_id')
            : row('approval_requests.company_id', '=', scope),
        )
        .$if(after !== null, (query) => query.where('approval_requests.id', '<', Number(after)))
        .orderBy('approval_requests.id', 'desc')
        .limit(limit)
        .execute(),

    count: async (scope: number | 'all'): Promise<number> => {
      const row = await db
        .selectFrom('approval_requests')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((one) => (scope === 'all' ? inOwnCompanies('company_id') : one('company_id', '=', scope)))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    itemsOf: (requestIds: readonly number[]) =>
      requestIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('approval_items')
            .selectAll()
            .where('request_id', 'in', requestIds)
            .orderBy('request_id')
            .orderBy('position')
            .execute(),

    /** The items of requests that are not withdrawn, by item; the latest request last. */
    findAsked: (itemIds: readonly string[]) =>
      db
        .selectFrom('approval_items')
        .innerJoin('approval_requests', 'approval_requests.id', 'approval_items.request_id')
        .selectAll('approval_items')
        .where('item_id', 'in', itemIds)
        .where('withdrawn_at', 'is', null)
        .orderBy('approval_items.id')
        .execute(),

    requestsOf: (ids: readonly number[]): Promise<RequestRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : requests().where('approval_requests.id', 'in', ids).execute(),

    /** Of these asked items: answers that stand, the earliest first. */
    decisionsOf: (askedIds: readonly number[]): Promise<DecisionRow[]> =>
      askedIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('approval_decisions')
            .selectAll()
            .where('approval_item_id', 'in', askedIds)
            .where('undone_at', 'is', null)
            .orderBy('id')
            .execute(),

    /** Requests of this company whose links were mailed since this moment. */
    countMailedSince: async (companyId: number, at: number): Promise<number> => {
      const row = await db
        .selectFrom('approval_requests')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('company_id', '=', companyId)
        .where('created_at', '>', at)
        .where('mail_to', 'is not', null)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    companyName: async (id: number): Promise<string> =>
      (await db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name,

    add: (row: Insertable<Tables['approval_requests']>) =>
      db.insertInto('approval_requests').values(row).returning('id').executeTakeFirstOrThrow(),

    addItems: (rows: Insertable<Tables['approval_items']>[]) => db.insertInto('approval_items').values(rows).execute(),

    setLink: (id: number, linkId: number) =>
      db.updateTable('approval_requests').set({ link_id: linkId }).where('id', '=', id).execute(),

    /** False where it has been withdrawn before. */
    withdraw: async (id: number, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('approval_requests')
        .set({ withdrawn_at: now })
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Of two clients who answer at once one waits here until the other is done. */
    lockItem: (id: number, requestId: number, engine: Engine) =>
      db
        .selectFrom('approval_items')
        .selectAll()
        .where('id', '=', id)
        .where('request_id', '=', requestId)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst(),

    nextTurn: (id: number) =>
      db
        .updateTable('approval_items')
        .set((row) => ({ turn: row('turn', '+', 1) }))
        .where('id', '=', id)
        .execute(),

    addDecision: (row: Insertable<Tables['approval_decisions']>) =>
      db.insertInto('approval_decisions').values(row).returning('id').executeTakeFirstOrThrow(),

    /** False where it counts already: it was used, announced or undone meanwhile. */
    undo: async (id: number, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('approval_decisions')
        .set({ undone_at: now })
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .where('used_at', 'is', null)
        .where('announced_at', 'is', null)
        .where('final_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** The answer, unless it was undone or announced before. */
    announce: (id: number, now: number): Promise<DecisionRow | undefined> =>
      db
        .updateTable('approval_decisions')
        .set({ announced_at: now })
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .where('announced_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    decision: (id: number): Promise<DecisionRow | undefined> =>
      db.selectFrom('approval_decisions').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Announced answers of a company since this moment, the earliest first. */
    findAnnouncedSince: (companyId: number, at: number, limit: number): Promise<DecisionRow[]> =>
      db
        .selectFrom('approval_decisions')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('announced_at', '>=', at)
        .orderBy('announced_at')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** The name under which this link was answered last. */
    lastName: async (requestId: number): Promise<string | null> => {
      const row = await db
        .selectFrom('approval_decisions')
        .select('name')
        .where('request_id', '=', requestId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.name ?? null
    },
  }
}
