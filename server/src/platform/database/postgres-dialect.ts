/** Kysely on PostgreSQL, with a driver of our own. */
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { commitMarks } from './commit-marks.ts'
import type { Months } from './months.ts'
import type { NamedRead } from './named-reads.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { postgresMonths } from './postgres-months.ts'
import { postgresPool } from './postgres-pool.ts'
import type { StoreActivity } from './store-activity.ts'
import { noHints, postgresHints, type StoreHints } from './store-hints.ts'

export function postgresDialect(
  url: string,
  { connections, isPatient }: { connections: number; isPatient: boolean },
): {
  dialect: Dialect
  readNamed: NamedRead | null
  activity: StoreActivity
  hints: StoreHints
  months: Months
  end: () => Promise<void>
} {
  const isPooled = new URL(url).searchParams.has('pgbouncer')
  const pool = postgresPool(url, { connections, isPooled, isPatient })
  const activity: StoreActivity = { statements: 0, connections: pool.connections }
  const months = postgresMonths(url)
  const driver = new PostgresDriver(pool, commitMarks(pool, { isPooled }), activity, months)
  return {
    activity,
    months,
    // A session that listens must stay the same.
    hints: isPooled ? noHints : postgresHints(url),
    // The pooler may not know names of statements.
    readNamed: isPooled ? null : driver.readNamed,
    end: pool.end,
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }
}
