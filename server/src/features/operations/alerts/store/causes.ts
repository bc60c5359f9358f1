/** Causes that alerts are made of, and the rounds in which they are looked for. */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { AlertKind } from '@tangelo/contract/limits'
import { sql, type Updateable } from 'kysely'
import { isAmong, listOf } from '#platform/database/among.ts'
import { type Database, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'
import type { Cause, FoundCause } from '../rules/causes.ts'

/** SQLite answers on the main thread: others get their turn after so many rows. */
const ROWS_AT_ONCE = 200

const CAUSE = [
  'id',
  'kind',
  'subject',
  'marker',
  'group_key as groupKey',
  'company_id as companyId',
  'account_id as accountId',
  'user_id as userId',
  'amount',
  'name',
  'detail',
] as const

/** Which causes a person's alert is made of. */
export interface CauseScope {
  companies: 'all' | readonly number[]
  /** Null: all accounts of the companies. */
  accounts: readonly number[] | null
}

export function causesStore(db: Queries) {
  const within = (scope: CauseScope) => (row: { company: string; account: string }) => {
    const company =
      scope.companies === 'all'
        ? sql<boolean>`1 = 1`
        : sql<boolean>`(${sql.ref(row.company)} is null or ${isAmong(db, row.company, listOf(scope.companies))})`
    return scope.accounts === null
      ? company
      : sql<boolean>`${company} and ${isAmong(db, row.account, listOf(scope.accounts))}`
  }

  const causesOf = (groupKey: string, first: number, last: number, scope: CauseScope) =>
    db
      .selectFrom('alert_causes')
      .where('group_key', '=', groupKey)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('ended_at', 'is', null)
      .where(within(scope)({ company: 'company_id', account: 'account_id' }))

  return {
    /** The row is there from the beginning. */
    evaluation: () => db.selectFrom('alert_evaluations').selectAll().executeTakeFirstOrThrow(),

    /** False where another node has evaluated meanwhile. */
    async beginRound({ round }: { round: number }, row: Omit<Row<'alert_evaluations'>, 'id' | 'round'>) {
      const { numUpdatedRows } = await db
        .updateTable('alert_evaluations')
        .set({ ...row, round: round + 1 })
        .where('round', '=', round)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    newestCause: async (): Promise<number> => {
      const row = await db.selectFrom('alert_causes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row?.id ?? 0
    },

    async causesAfter(id: number): Promise<Cause[]> {
      const found: Cause[] = []
      for (let after = id; ; ) {
        const page = await db
          .selectFrom('alert_causes')
          .select(CAUSE)
          .where('id', '>', after)
          .orderBy('id')
          .limit(ROWS_AT_ONCE)
          .execute()
        found.push(...page)
        if (page.length < ROWS_AT_ONCE) return found
        after = page.at(-1)?.id ?? after
        await letOthersGo()
      }
    },

    openCauses: (kinds: readonly AlertKind[]): Promise<Cause[]> =>
      db.selectFrom('alert_causes').select(CAUSE).where('kind', 'in', kinds).where('ended_at', 'is', null).execute(),

    /** The times that a cause of this name was there before. */
    async lastMarker(kind: AlertKind, subject: string): Promise<number> {
      const row = await db
        .selectFrom('alert_causes')
        .select((causes) => causes.fn.max<number | null>('marker').as('marker'))
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return Number(row?.marker ?? 0)
    },

    endCauses: async (ids: readonly number[], at: number): Promise<string[]> => {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('alert_causes')
        .set({ ended_at: at })
        .where('ended_at', 'is', null)
        .where(isAmong(db, 'id', listOf(ids)))
        .returning('group_key')
        .execute()
      return rows.map(({ group_key }) => group_key)
    },

    changeCause: (id: number, changes: Updateable<Tables['alert_causes']>) =>
      db.updateTable('alert_causes').set(changes).where('id', '=', id).execute(),

    /** About how many things the causes are that last, and the largest of them. */
    async facts(
      { groupKey, first, last }: { groupKey: string; first: number; last: number },
      scope: CauseScope,
    ): Promise<{ count: number; cleanups: number; top: Cause[] }> {
      const counted = await causesOf(groupKey, first, last, scope)
        .select([
          // An account that moved twice is one.
          sql<number>`count(distinct coalesce(account_id, -id))`.as('count'),
          sql<number>`count(distinct case when kind = 'anomaly' and detail = 'cleanup' then account_id end)`.as(
            'cleanups',
          ),
        ])
        .executeTakeFirst()
      const top = await causesOf(groupKey, first, last, scope)
        .select(CAUSE)
        .orderBy(sql`abs(coalesce(amount, 0))`, 'desc')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      return { count: Number(counted?.count ?? 0), cleanups: Number(counted?.cleanups ?? 0), top }
    },

    /** Those that ended before a moment. */
    purge: (before: number) => db.deleteFrom('alert_causes').where('ended_at', '<', before).execute(),
  }
}

/** Those that are there already stay as they are. */
export async function addCauses(
  where: { queries: Queries; engine: Database['engine'] },
  causes: readonly FoundCause[],
  at: number,
): Promise<void> {
  for (let from = 0; from < causes.length; from += ROWS_AT_ONCE) {
    await insertNew(
      where,
      'alert_causes',
      causes.slice(from, from + ROWS_AT_ONCE).map((cause) => rowOf(cause, at)),
    )
    await letOthersGo()
  }
}

const rowOf = (
  { kind, subject, marker, groupKey, companyId, accountId, userId, amount, name, detail }: FoundCause,
  at: number,
) => ({
  kind,
  subject,
  marker,
  group_key: groupKey,
  company_id: companyId,
  account_id: accountId,
  user_id: userId,
  amount,
  name,
  detail,
  found_at: at,
  ended_at: null,
})
