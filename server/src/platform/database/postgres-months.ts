/**
 * The months of PostgreSQL: made ahead by a schedule, and at once where a row comes for one that is missing. All of it runs on a
 * connection of its own, outside of the transaction that needs it, and takes no lock that reads or writes wait for, but for the
 * moment in which an expired month goes. See docs/decisions/0053.
 */
import pg from 'pg'
import {
  FIRST_MONTH,
  isIn,
  isMonthly,
  MONTHLY_TABLES,
  type MonthlyTable,
  type Months,
  monthOf,
  spanOfBound,
} from './months.ts'
import { monthStatements } from './partitions.ts'
import { type MaintenanceClient, withMaintenance } from './postgres-maintenance.ts'
import { addTrigramIndexes } from './trigram-indexes.ts'

/** Beside the current one. Where all nodes were off for longer, the first one to start makes them, or the first row. */
const MONTHS_AHEAD = 2
const DAY_MS = 24 * 60 * 60_000
/** Readings of a month come a little late; a month is closed after that. */
const CLOSED_AFTER_MS = 3 * DAY_MS
/** What is deleted by rule once it is so old: a month of it goes as a whole. */
const KEPT_MS: Partial<Record<MonthlyTable, number>> = { events: DAY_MS }
const CLOSED = 'closed'

/** No partition for a row: the error has no code of its own. */
const MISSING = { code: '23514', routine: 'ExecFindPartition' }
const LOCK_NOT_AVAILABLE = '55P03'

interface Partition {
  table: MonthlyTable
  /** Null where the table is not partitioned. */
  name: string | null
  bound: string | null
  note: string | null
}

export function postgresMonths(url: string): Months {
  /** Spans that have a partition, as far as this process has looked. */
  let known = new Map<MonthlyTable, { from: number; to: number }[]>()
  let working: Promise<unknown> = Promise.resolve()
  const isKnown = (table: MonthlyTable, moment: number) => known.get(table)?.some((span) => isIn(span, moment)) ?? false

  /** One after the other in this process. */
  function inTurn<Result>(work: (client: MaintenanceClient) => Promise<Result>): Promise<Result> {
    const turn = working.then(() => withMaintenance(url, work))
    working = turn.catch(() => {})
    return turn
  }

  async function look(client: MaintenanceClient): Promise<Partition[]> {
    const partitions = await partitionsOf(client)
    const spans = partitions.map(({ table, name, bound }) => ({
      table,
      span: name === null ? { from: -Infinity, to: Infinity } : spanOfBound(bound ?? ''),
    }))
    known = new Map(
      MONTHLY_TABLES.map((table) => [table, spans.flatMap((one) => (one.table === table && one.span ? one.span : []))]),
    )
    return partitions
  }

  async function make(client: MaintenanceClient, table: MonthlyTable, moments: readonly number[]): Promise<void> {
    await look(client)
    for (const moment of moments) {
      if (isKnown(table, moment)) continue
      await makeMonth(client, table, moment)
      await look(client)
    }
  }

  return {
    async ensure(table, moments) {
      const missing = new Map<number, number>()
      for (const moment of moments) if (!isKnown(table, moment)) missing.set(monthOf(moment).from, moment)
      if (missing.size > 0) await inTurn((client) => make(client, table, [...missing.values()]))
    },

    async makeMissing(error) {
      if (!(error instanceof pg.DatabaseError)) return false
      const { code, routine, table = '', detail = '' } = error
      const moment = /\((-?\d+)\)\.?$/.exec(detail)?.[1]
      if (code !== MISSING.code || routine !== MISSING.routine || !isMonthly(table) || moment === undefined)
        return false
      await inTurn((client) => make(client, table, [Number(moment)]))
      return true
    },

    keep: (now) =>
      inTurn(async (client) => {
        for (const table of MONTHLY_TABLES) {
          const ahead = Array.from({ length: MONTHS_AHEAD + 1 }, (_, later) => monthOf(now, later).from)
          await make(client, table, ahead)
        }
        const over = (await look(client)).flatMap(({ table, name, bound, note }) => {
          const span = name === null ? undefined : spanOfBound(bound ?? '')
          return span && name !== null && span.from >= FIRST_MONTH && span.to <= now
            ? [{ table, name, note, to: span.to }]
            : []
        })
        const expired = over.filter(({ table, to }) => to + (KEPT_MS[table] ?? Infinity) <= now)
        for (const { name } of expired) await dropMonth(client, name)
        const closing = over.filter((month) => month.to + CLOSED_AFTER_MS <= now && month.note !== CLOSED)
        for (const month of closing) if (!expired.includes(month)) await closeMonth(client, month.name)
        for (const table of new Set(closing.map((month) => month.table))) await client.run(`analyze ${table}`)
        await addTrigramIndexes(client)
      }),
  }
}

const partitionsOf = (client: MaintenanceClient): Promise<Partition[]> =>
  client.run(
    `select monthly.name as table, part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound,
      obj_description(part.oid, 'pg_class') as note
    from unnest($1::text[]) as monthly(name)
    join pg_class as whole on whole.oid = to_regclass(monthly.name)
    left join pg_inherits on inhparent = whole.oid
    left join pg_class as part on part.oid = inhrelid
    where part.oid is not null or whole.relkind <> 'p'`,
    [MONTHLY_TABLES],
  )

/** Nodes take turns, so that each finds what the one before has made. */
async function makeMonth(client: MaintenanceClient, table: MonthlyTable, moment: number): Promise<void> {
  await client.inTransaction(async () => {
    await client.run(`set local lock_timeout = '20s'`)
    await client.run(`select pg_advisory_xact_lock(hashtext('tangelo months'))`)
    const partitions = await partitionsOf(client)
    const isThere = partitions.some(({ table: of, bound, name }) => {
      const span = name === null ? { from: -Infinity, to: Infinity } : spanOfBound(bound ?? '')
      return of === table && span !== undefined && isIn(span, moment)
    })
    if (isThere) return
    for (const statement of monthStatements(table, monthOf(moment))) await client.run(statement)
  })
}

/** Where others use it just now it stays until the next time. */
async function dropMonth(client: MaintenanceClient, name: string): Promise<void> {
  try {
    await client.inTransaction(async () => {
      await client.run(`set local lock_timeout = '500ms'`)
      await client.run(`drop table if exists ${name}`)
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
  }
}

/** Its rows are frozen once, so that no later vacuum has to write them again; what still comes late is written as ever. */
async function closeMonth(client: MaintenanceClient, name: string): Promise<void> {
  await client.run(`vacuum (freeze, analyze, skip_locked) ${name}`)
  await client.run(`comment on table ${name} is '${CLOSED}'`)
}
