/**
 * Opens the store: a SQLite file in the data folder, or PostgreSQL. One typed Kysely for both; the few places where
 * the two differ (bulk rows, retries) are here, so that no store needs to know which one it talks to.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type Insertable, Kysely, sql, type Transaction } from 'kysely'
import { isDiskFull } from '../store-errors.ts'
import { directReads } from './direct-reads.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { isMonthly, MONTHLY, MONTHS_MADE_MAX, type Months, noMonths } from './months.ts'
import { namedReads } from './named-reads.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { SqliteParts } from './sqlite-driver.ts'
import type { StoreActivity } from './store-activity.ts'
import { StoreUnavailable } from './store-faults.ts'
import { type StoreHealth, storeHealth } from './store-health.ts'
import { noHints, type StoreHints } from './store-hints.ts'
import { type WriteLock, writeLock } from './write-lock.ts'

export type Engine = 'sqlite' | 'postgres'

export type StoreLocation = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string }

/** What a store function needs: the database itself or a transaction of it. */
export type Queries = Kysely<Tables> | Transaction<Tables>

export interface Database {
  readonly engine: Engine
  readonly location: StoreLocation
  readonly queries: Kysely<Tables>
  /** SQLite's write lock, to be shared with worker threads. */
  readonly turns: WriteLock
  /** What is known of damage; nothing on PostgreSQL, which looks after its own files. */
  readonly health: StoreHealth
  readonly activity: StoreActivity
  /** Of commits by other nodes. */
  readonly hints: StoreHints
  /** Partitions of large tables; nothing to do on SQLite. */
  readonly months: Months
  /** True while the disk is so full that only what signs people in and makes room is written. */
  isDiskFull(): boolean
  /**
   * Runs `work` in one transaction, all or nothing. It may run again after a serialisation failure or a connection that
   * was lost before COMMIT, so it must have no effect outside the transaction. A COMMIT without an answer is looked up, and
   * `OutcomeUnknown` thrown where that fails (docs/decisions/0028).
   */
  transaction<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const TRIES = 3
/** What ended one connection often ends the others too, a moment later. */
const RETRY_AFTER_MS = 20
/** Serialisation failure, deadlock. */
const PASSING = new Set<unknown>(['40001', '40P01'])

/** True only for what has certainly not been committed. */
const isRepeatable = (error: unknown) =>
  error instanceof StoreUnavailable
    ? error.isRepeatable
    : error instanceof Error && 'code' in error && PASSING.has(error.code)

const afterCommits = new WeakMap<Queries, (() => void)[]>()

/**
 * Calls back once the transaction is committed, and never when it is undone; at once outside of `Database.transaction`.
 * A hint only: a process that ends in between makes no call. `call` must not throw.
 */
export function afterCommit(queries: Queries, call: () => void): void {
  const afterwards = afterCommits.get(queries)
  if (afterwards) afterwards.push(call)
  else call()
}

const beforeCommits = new WeakMap<Queries, (() => Promise<void>)[]>()

/**
 * Does `work` as the last thing in the transaction, before it is committed: for rows that many transactions write, so that
 * each holds them as shortly as can be, and in one order. What it throws undoes the transaction. Throws where there is none.
 */
export function beforeCommit(tx: Queries, work: () => Promise<void>): void {
  const lastly = beforeCommits.get(tx)
  if (!lastly) throw new Error('This belongs into a transaction')
  lastly.push(work)
}

export function openDatabase(
  location: StoreLocation,
  {
    turns = writeLock(),
    connections = 10,
    isPatient = false,
    readerCacheKb,
    reserve = null,
  }: {
    turns?: WriteLock
    connections?: number
    /** For work on whole tables, beside the running product: no statement takes too long. SQLite has no limit. */
    isPatient?: boolean
    readerCacheKb?: number
    /** Room for what must work on a full disk; the process that holds the data folder keeps it. */
    reserve?: DiskReserve | null
  } = {},
): Database {
  const health = storeHealth()
  const { queries, activity, hints, months, end } =
    location.engine === 'sqlite'
      ? openSqlite(location.path, { turns, health, readerCacheKb, reserve })
      : openPostgres(location.url, { connections, isPatient })
  return {
    engine: location.engine,
    location,
    queries,
    turns,
    health,
    activity,
    hints,
    months,
    isDiskFull: () => reserve?.isSpent ?? false,
    async transaction(work) {
      let monthsMade = 0
      for (let attempt = 1; ; attempt += 1) {
        try {
          const begin = queries.transaction()
          const afterwards: (() => void)[] = []
          const result = await (location.engine === 'sqlite'
            ? begin
            : begin.setIsolationLevel('read committed')
          ).execute(async (tx) => {
            const lastly: (() => Promise<void>)[] = []
            afterCommits.set(tx, afterwards)
            beforeCommits.set(tx, lastly)
            const answer = await work(tx)
            for (const step of lastly) await step()
            return answer
          })
          for (const call of afterwards) call()
          return result
        } catch (error) {
          if (monthsMade < MONTHS_MADE_MAX && (await months.makeMissing(error))) {
            monthsMade += 1
            attempt -= 1
            continue
          }
          const hasRoomNow = attempt === 1 && reserve !== null && isDiskFull(error)
          if (hasRoomNow) continue
          if (attempt >= TRIES || !isRepeatable(error)) throw error
          await pause(RETRY_AFTER_MS * attempt)
        }
      }
    },
    async close() {
      hints.end()
      await queries.destroy()
      // Kysely ends nothing where it has run no query: named reads go past it.
      await end?.()
    },
  }
}

function openSqlite(path: string, parts: SqliteParts) {
  const { dialect, direct, activity } = sqliteDialect(path, parts)
  const queries = new Kysely<Tables>({ dialect })
  directReads.set(queries, direct)
  return { queries, activity, hints: noHints, months: noMonths, end: null }
}

function openPostgres(url: string, options: { connections: number; isPatient: boolean }) {
  const { dialect, readNamed, activity, hints, months, end } = postgresDialect(url, options)
  const queries = new Kysely<Tables>({ dialect })
  if (readNamed) namedReads.set(queries, readNamed)
  // A transaction has the adapter of its database.
  monthsOfStore.set(queries.getExecutor().adapter, months)
  return { queries, activity, hints, months, end }
}

const monthsOfStore = new WeakMap<object, Months>()

/** Inserts many rows, leaving rows whose key is taken as they are; answers how many were new. */
export async function insertNew<Table extends keyof Tables & string>(
  where: { queries: Queries; engine: Engine },
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<number> {
  return (await insertMany(where, table, rows, 'on conflict do nothing')).count
}

/**
 * Inserts many rows; `tail` says in SQL what becomes of those whose key is taken, and what comes back. All rows must have the
 * same columns. SQLite takes values bound to a prepared statement three times as fast as out of JSON; PostgreSQL gets all
 * rows in one parameter.
 */
export async function insertMany<Table extends keyof Tables & string, Answer = never>(
  { queries, engine }: { queries: Queries; engine: Engine },
  table: Table,
  rows: Insertable<Tables[Table]>[],
  tail: string,
): Promise<{ count: number; answers: Answer[] }> {
  const [first] = rows
  if (!first) return { count: 0, answers: [] }
  if (engine === 'sqlite') return insertBound(queries, table, rows, tail)
  if (isMonthly(table)) {
    const column = MONTHLY[table]
    const moments = rows.map((row) => Number((row as Record<string, unknown>)[column]))
    await monthsOfStore.get(queries.getExecutor().adapter)?.ensure(table, moments)
  }
  const columns = Object.keys(first)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const source = sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  const statement = sql<Answer>`insert into ${sql.table(table)} (${names}) ${source} ${sql.raw(tail)}`
  const result = await statement.execute(queries)
  return { count: Number(result.numAffectedRows ?? 0), answers: result.rows }
}

/** Rows of one statement: enough that Kysely's share of the time does not show; then twelve posts, and the rest. */
const BOUND_ROWS = [50, 12, 3, 1]

/**
 * Columns that no row fills are left out: binding nothing costs as much as binding something. The rest that does not fill a
 * statement goes in smaller ones of a few sizes, so that four statements stay prepared and not fifty.
 */
async function insertBound<Answer>(
  queries: Queries,
  table: string,
  rows: readonly Record<string, unknown>[],
  tail: string,
): Promise<{ count: number; answers: Answer[] }> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => rows.some((row) => row[column] != null))
  const names = columns.map((column) => `"${column}"`).join(', ')
  const marks = `(${columns.map(() => '?').join(', ')})`
  const statement = (count: number) =>
    `insert into "${table}" (${names}) values ${Array.from({ length: count }, () => marks).join(', ')} ${tail}`
  const done = { count: 0, answers: [] as Answer[] }
  let at = 0
  for (const size of BOUND_ROWS) {
    if (rows.length - at < size) continue
    const text = statement(size)
    for (; rows.length - at >= size; at += size) {
      const values: unknown[] = []
      for (const row of rows.slice(at, at + size)) for (const column of columns) values.push(row[column])
      const result = await queries.executeQuery<Answer>(CompiledQuery.raw(text, values))
      done.count += Number(result.numAffectedRows ?? 0)
      done.answers.push(...result.rows)
    }
  }
  return done
}

/** True when a row names one of another table that there is not, or not any more. */
export function isOrphan(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return /FOREIGN KEY constraint failed/.test(error.message)
}

/** True when a row broke a unique key. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23505') return true
  return /UNIQUE constraint failed/.test(error.message)
}
