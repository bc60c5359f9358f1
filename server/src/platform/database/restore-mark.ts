/**
 * A store into which a backup is being put says so until all of it is there: as a step of the schema that no program knows, so
 * that none of any version works on half a store. See docs/decisions/0055.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import type { Database } from './database.ts'
import { KEEP_ALIVE } from './keep-alive.ts'

export const RESTORE_MARK = 'restore-unfinished'

/** The first thing in an empty database, which is empty until all of it is there. */
export const markRestore = (database: Database, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    await sql`create table if not exists migrations (name text primary key, checksum text not null, ran_at bigint not null)`.execute(
      tx,
    )
    await sql`insert into migrations (name, checksum, ran_at) values (${RESTORE_MARK}, '', ${at})`.execute(tx)
  })

export async function unmarkRestore({ queries }: Database): Promise<void> {
  await sql`delete from migrations where name = ${RESTORE_MARK}`.execute(queries)
}

/** Whether a PostgreSQL database has nothing of its own, a restore that did not end, or data. */
export async function stateOfStore({ queries }: Database): Promise<'empty' | 'half restored' | 'in use'> {
  const tables = await tablesOf(queries)
  if (tables.length === 0) return 'empty'
  if (!tables.includes('migrations')) return 'in use'
  const { rows } = await sql`select 1 from migrations where name = ${RESTORE_MARK}`.execute(queries)
  return rows.length > 0 ? 'half restored' : 'in use'
}

const OWN = (kind: 'pg_class' | 'pg_proc') =>
  sql`not exists (select 1 from pg_depend where objid = own.oid and classid = ${sql.lit(kind)}::regclass and deptype = 'e')`

const tablesOf = async (queries: Database['queries']): Promise<string[]> =>
  (
    await sql<{ name: string }>`select own.relname as name from pg_class as own
      where own.relkind in ('r', 'p') and not own.relispartition and own.relnamespace = current_schema::regnamespace
        and ${OWN('pg_class')}`.execute(queries)
  ).rows.map(({ name }) => name)

/** Removes what an unfinished restore has put into the schema, the mark last. */
export async function clearHalfRestored({ queries }: Database): Promise<void> {
  const tables = await tablesOf(queries)
  for (const name of [...tables.filter((table) => table !== 'migrations')])
    await sql`drop table if exists ${sql.table(name)} cascade`.execute(queries)
  const { rows } = await sql<{ name: string }>`select own.oid::regprocedure::text as name from pg_proc as own
    where own.pronamespace = current_schema::regnamespace and ${OWN('pg_proc')}`.execute(queries)
  for (const { name } of rows) await sql`drop function if exists ${sql.raw(name)} cascade`.execute(queries)
  if (tables.includes('migrations')) await sql`drop table migrations`.execute(queries)
}

/** Any number that nothing else uses. */
const LOCK = 5_501_980_055

/** Holds a database for one restore, until the answer is called. Throws `StartRefused` where another one is under way. */
export async function holdRestore(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, ...KEEP_ALIVE })
  // The lock is lost with the connection, and what is written meanwhile fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefused(
      `PostgreSQL at ${new URL(url).host} does not answer (${error instanceof Error ? error.message : error}): check DATABASE_URL and that the server runs.`,
    )
  }
  const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [LOCK])
  if (rows[0]?.is_mine) return () => client.end()
  await client.end()
  throw new StartRefused('Another restore is writing into this database: let it end.')
}
