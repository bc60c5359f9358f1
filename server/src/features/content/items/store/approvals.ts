/** What clients have answered about items, as the rule of a company asks for it. Answers are written by `clients/approvals`. */
import type { Queries } from '#platform/database/database.ts'

export function itemApprovalsStore(db: Queries) {
  return {
    /** Of these companies those whose items need an approval. */
    requiring: async (companyIds: readonly number[]): Promise<Set<number>> => {
      const rows = await db
        .selectFrom('companies')
        .select('id')
        .where('id', 'in', companyIds)
        .where('requires_approval', '=', 1)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Answers that stand, oldest first: neither undone nor of a request that is withdrawn. */
    standing: (itemIds: readonly string[]) =>
      db
        .selectFrom('approval_decisions')
        .innerJoin('approval_requests', 'approval_requests.id', 'approval_decisions.request_id')
        .select([
          'approval_decisions.id',
          'approval_decisions.item_id',
          'approval_decisions.content_hash',
          'approval_decisions.answer',
          'approval_decisions.final_at',
          'approval_decisions.used_at',
          'approval_decisions.announced_at',
        ])
        .where('approval_decisions.item_id', 'in', itemIds)
        .where('undone_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('approval_decisions.id')
        .execute(),

    /** From here on they cannot be undone. Answers those that had not been undone meanwhile. */
    use: async (ids: readonly number[], now: number): Promise<Set<number>> => {
      if (ids.length === 0) return new Set()
      const rows = await db
        .updateTable('approval_decisions')
        .set(({ fn, val }) => ({ used_at: fn.coalesce('used_at', val(now)) }))
        .where('id', 'in', ids)
        .where('undone_at', 'is', null)
        .returning('id')
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
  }
}

export type StandingAnswer = Awaited<ReturnType<ReturnType<typeof itemApprovalsStore>['standing']>>[number]
