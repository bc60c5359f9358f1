/** For tests of the months of PostgreSQL: an empty store, rows of any moment, and which months hold them. */
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { MONTHLY, type MonthlyTable } from '#platform/database/months.ts'
import { migrations } from '../migrations/index.ts'
import { emptyPostgres } from './test-store.ts'

export async function makePlace() {
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return {
    node(): Database {
      const database = openDatabase({ engine: 'postgres', url })
      onTestFinished(() => database.close())
      return database
    },
  }
}

export async function freshStore(): Promise<Database> {
  const database = (await makePlace()).node()
  await migrate(database, migrations)
  return database
}

export const rowsOf = async <Row>({ queries }: Database, text: string) =>
  (await sql.raw<Row>(text).execute(queries)).rows

/** One row of each table at each of these moments, which is its number too. */
export async function fill(database: Database, moments: readonly number[]) {
  const { queries } = database
  for (const [at, moment] of moments.entries()) {
    const texts = [
      `insert into metric_snapshots (company_id, account_id, captured_at, fingerprint, day, recorded_after, source)
        values (1, 7, ${moment}, 1, 0, 0, 'graph')`,
      `insert into post_readings (company_id, account_id, post_id, read_at) values (1, 7, 1, ${moment})`,
      `insert into content_changes (company_id, item_id, at, origin, kind, changes) values (1, 'a', ${moment}, 'here', 'made', '[]')`,
      `insert into audit_entries (number, at, act, user_name, via, object_kind, details, hash, act_group, search_text)
        select coalesce(max(number), 0) + 1, ${moment}, 'x', 'x', 'x', 'x', '${at}', 'x', 'x', 'x' from audit_entries`,
      `insert into events (company_id, kind, at) values (1, 'refresh-done', ${moment})`,
    ]
    for (const text of texts) await sql.raw(text).execute(queries)
  }
}

export const momentsIn = async (database: Database, table: MonthlyTable) =>
  (await rowsOf<{ at: number }>(database, `select ${MONTHLY[table]} as at from ${table} order by 1`)).map(
    ({ at }) => at,
  )

export const partitionsOf = async (database: Database, table: MonthlyTable) =>
  (
    await rowsOf<{ name: string }>(
      database,
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ name }) => name.slice(table.length + 1))
