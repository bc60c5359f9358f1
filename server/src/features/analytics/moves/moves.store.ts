import type { MoveKind } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'

export interface LatestMove {
  day: number
  change: number
  kind: MoveKind
  others: number
}

const NONE = { day: null, change: null, kind: null, others: null }

export function movesStore(db: Queries) {
  return {
    markDue: (accountId: number) =>
      db
        .insertInto('account_moves')
        .values({ account_id: accountId, is_due: 1, ...NONE })
        .onConflict((known) => known.column('account_id').doUpdateSet({ is_due: 1 }))
        .execute(),

    remove: (accountId: number) => db.deleteFrom('account_moves').where('account_id', '=', accountId).execute(),

    due: (after: number, limit: number) =>
      db
        .selectFrom('account_moves')
        .innerJoin('accounts', 'accounts.id', 'account_moves.account_id')
        .select(['accounts.id', 'accounts.company_id as companyId', 'captured_at', 'data_revision'])
        .where('is_due', '=', 1)
        .where('account_moves.account_id', '>', after)
        .orderBy('account_moves.account_id')
        .limit(limit)
        .execute(),

    /** Stays due when a reading was stored since `revision`. */
    store: (accountId: number, revision: number, move: LatestMove | null) =>
      db
        .updateTable('account_moves')
        .set({ is_due: 0, ...(move ?? NONE) })
        .where('account_id', '=', accountId)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('accounts').select('id').where('id', '=', accountId).where('data_revision', '=', revision)),
        )
        .execute(),
  }
}
