/** Kinds of work as workers see them: what of each is due, and when its schedule runs next. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { First, Floors } from './due-floors.ts'
import { isReady, isRunning } from './lease-store.ts'

/**
 * Per kind: a job that waits its turn, and the first of those without a turn: when it is due, and its id. Queried as "the first of",
 * because PostgreSQL answers "is there one" for all kinds by reading all rows.
 */
const kindsOf = (db: Queries, isFrom: Expression<SqlBool>) =>
  db
    .selectFrom('job_kinds')
    .select((kind) => [
      'kind',
      'next_round_at',
      kind
        .selectFrom('jobs')
        .select('id')
        .whereRef('jobs.kind', '=', 'job_kinds.kind')
        .where(isReady)
        .orderBy('priority', 'desc')
        .orderBy('turn')
        .orderBy('id')
        .limit(1)
        .as('ready_id'),
      kind
        .selectFrom('jobs')
        .select(sql<string>`run_at || ' ' || id`.as('first'))
        .whereRef('jobs.kind', '=', 'job_kinds.kind')
        .where(sql<boolean>`state = 'waiting' and turn is null`)
        .where(isFrom)
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .as('first_without_turn'),
    ])

const allKinds = prepareQuery((db) => kindsOf(db, sql`1 = 1`))
const kindsFrom = prepareQuery((db, floors: string) =>
  kindsOf(db, sql`(run_at, id) >= (0, coalesce(cast(${floors} as jsonb) ->> job_kinds.kind, ''))`),
)

const runningCalls = prepareQuery((db, kind: string) =>
  db
    .selectFrom('jobs')
    .select((job) => job.fn.count<number>('lease_token').distinct().as('calls'))
    .where('kind', '=', kind)
    .where(isRunning),
)

const asFirst = (first: string): First => {
  const [runAt = '', id = ''] = first.split(' ')
  return { id, dueAt: Number(runAt) }
}

export function kindStore(db: Queries, engine: Engine) {
  const isShared = engine === 'postgres'

  return {
    /** Of a kind with a floor, jobs without a turn before it may be missed. SQLite, which needs no floors, ignores them. */
    async read(floors: Floors) {
      const rows = await (isShared ? kindsFrom(db, JSON.stringify(floors)) : allKinds(db))
      return rows.map(({ first_without_turn: first, ...row }) => ({
        ...row,
        first: first === null ? null : asFirst(first),
      }))
    },

    makeKinds: (kinds: readonly string[]) =>
      db
        .insertInto('job_kinds')
        .values(kinds.map((kind) => ({ kind })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    /** Locks the kind until the transaction ends. Lock kinds in the order of their names. */
    async lock(kind: string): Promise<void> {
      if (isShared) await db.selectFrom('job_kinds').select('kind').where('kind', '=', kind).forUpdate().execute()
    },

    /** False when another node was first. */
    async moveRound(kind: string, from: number | null, to: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job_kinds')
        .set({ next_round_at: to })
        .where('kind', '=', kind)
        .where('next_round_at', from === null ? 'is' : '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async callsOf(kind: string): Promise<number> {
      const [row] = await runningCalls(db, kind)
      return Number(row?.calls ?? 0)
    },
  }
}
