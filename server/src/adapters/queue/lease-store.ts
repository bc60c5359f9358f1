/**
 * The table of jobs as workers see it: what is taken, its worker, and its outcome. A call of a handler is named by a
 * token; every write of a try names job and token, so that a try whose lease went to another worker writes nothing.
 */
import { type Expression, sql } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Outcome } from './outcomes.ts'

// Spelled as in the indexes: only then do both engines use an index for the query.
export const isReady = sql<boolean>`state = 'waiting' and turn is not null`
/** A job has a lease while it is running, and only then. The index of no other state serves this, whatever statistics say. */
export const isRunning = sql<boolean>`lease_token is not null`

/** One try of a job. */
export interface Try {
  id: string
  token: string
}

export interface ClaimedRow extends Try {
  kind: string
  key: string
  company_id: number
  payload: string
  attempt: number
  request_id: string | null
}

export interface RunningRow {
  id: string
  kind: string
  key: string
  company_id: number
  lease_token: string | null
  beats: number
  attempt: number
  silences: number
}

const runningRows = prepareQuery((db) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'key', 'company_id', 'lease_token', 'beats', 'attempt', 'silences'])
    .where(isRunning),
)

export function leaseStore(db: Queries, engine: Engine) {
  const isShared = engine === 'postgres'

  /** Row by row, so that a row locked by a long transaction does not block the others; SQLite's writers take turns. */
  const selectUnlocked = (tries: readonly Try[]) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where(isRunning)
      .where('id', 'in', [...new Set(tries.map(({ id }) => id))])
      .where(
        sql`id || lease_token`,
        'in',
        tries.map(({ id, token }) => id + token),
      )
      .$if(isShared, (query) => query.forUpdate().skipLocked())

  return {
    running: (): Promise<RunningRow[]> => runningRows(db),

    async triesOf(kind: string): Promise<Set<string>> {
      const rows = await db.selectFrom('jobs').select('lease_token').where('kind', '=', kind).where(isRunning).execute()
      return new Set(rows.flatMap(({ lease_token }) => lease_token ?? []))
    },

    /** Takes up to `limit` ready jobs of a kind, those first whose turn it is. */
    async claim(kind: string, limit: number, token: Expression<string>): Promise<ClaimedRow[]> {
      const rows = await db
        // In a part of its own, so that no plan of PostgreSQL runs it twice and takes more than the limit.
        .with('picked', (cte) =>
          cte
            .selectFrom('jobs')
            .select('id')
            .where('kind', '=', kind)
            .where(isReady)
            .orderBy('priority', 'desc')
            .orderBy('turn')
            .orderBy('id')
            .limit(limit)
            .$if(isShared, (query) => query.forUpdate().skipLocked()),
        )
        .updateTable('jobs')
        .set((job) => ({
          state: 'running',
          lease_token: token,
          beats: 0,
          progress: 0,
          attempt: job('attempt', '+', 1),
        }))
        .where('id', 'in', (query) => query.selectFrom('picked').select('picked.id'))
        .returning([
          'id',
          'kind',
          'key',
          'company_id',
          'payload',
          'attempt',
          'request_id',
          'priority',
          'turn',
          'lease_token as token',
        ])
        .execute()
      return rows
        .toSorted((a, b) => b.priority - a.priority || (a.turn ?? 0) - (b.turn ?? 0) || (a.id < b.id ? -1 : 1))
        .map(({ priority: _, turn: __, token: own, ...row }) => ({ ...row, token: own ?? '' }))
    },

    /** One more sign of life for each. */
    async sendHeartbeat(tries: readonly Try[]): Promise<void> {
      await db
        .with('picked', () => selectUnlocked(tries))
        .updateTable('jobs')
        .set((job) => ({ beats: job('beats', '+', 1) }))
        .where('id', 'in', (query) => query.selectFrom('picked').select('picked.id'))
        .execute()
    },

    /** What became of tries, all of them alike. Answers the ids of those that still had their lease. */
    async end(tries: readonly Try[], outcome: Outcome): Promise<string[]> {
      const rows = await db
        .updateTable('jobs')
        .set({ ...outcome, lease_token: null })
        .where(isRunning)
        .where('id', 'in', [...new Set(tries.map(({ id }) => id))])
        .where(
          sql`id || lease_token`,
          'in',
          tries.map(({ id, token }) => id + token),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** As `end`, for a try of another process that gave no sign of life since `beats`. */
    async take({ id, token }: Try, beats: number, outcome: Outcome): Promise<boolean> {
      const { numUpdatedRows } = await db
        .with('picked', () => selectUnlocked([{ id, token }]).where('beats', '=', beats))
        .updateTable('jobs')
        .set({ ...outcome, lease_token: null })
        .where('id', 'in', (query) => query.selectFrom('picked').select('picked.id'))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when the lease is lost. */
    async setProgress({ id, token }: Try, progress: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ progress })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .where(isRunning)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
