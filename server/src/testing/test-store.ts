/**
 * An empty, migrated store for one test: a SQLite file, or a PostgreSQL database (TEST_STORE, TEST_DATABASE_URL).
 * The schema, and what a caller fills in, is made once per worker, which runs many test files: SQLite's file is copied from
 * then on, a database of PostgreSQL (which takes long to make) is handed on to the next test with the rows that it began with.
 * `stores-of-a-run.ts` removes what is left when the run ends.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { databasesOfRun, foldersOfRun } from './stores-of-a-run.ts'

export const testEngine = process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite'

export interface TestStore {
  database: Database
  /** A folder of its own, for blobs and uploads. */
  folder: string
  dispose(): Promise<void>
}

export type Fill = (database: Database) => Promise<void>

const withNothing: Fill = async () => {}

/** `fill` puts in what each store begins with; give the same function to share its work. */
export async function testStore(fill = withNothing): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-test-'))
  const opened = testEngine === 'sqlite' ? await sqliteStore(folder, fill) : await postgresStore(fill)
  return {
    database: opened.database,
    folder,
    async dispose() {
      await opened.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const templates = new Map<Fill, Promise<string>>()

async function sqliteStore(folder: string, fill: Fill) {
  const path = join(folder, 'tangelo.sqlite')
  const template = templates.get(fill) ?? makeFilledFile(fill)
  templates.set(fill, template)
  copyFileSync(await template, path)
  const database = openDatabase({ engine: 'sqlite', path })
  return { database, release: () => database.close() }
}

async function makeFilledFile(fill: Fill): Promise<string> {
  const path = join(mkdtempSync(join(foldersOfRun(), 'template-')), 'template.sqlite')
  const database = openDatabase({ engine: 'sqlite', path })
  await migrate(database, migrations)
  await fill(database)
  await database.close()
  return path
}

const SERVER = process.env.TEST_DATABASE_URL ?? ''

const urlOf = (name: string) => {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A PostgreSQL database of its own, empty: also for tests of the migrations themselves. */
export async function emptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${databasesOfRun()}${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  return { url: urlOf(name), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

interface Reusable {
  database: Database
  /** Brings back the rows it began with; fails when a test changed the schema. */
  reset: CompiledQuery
  drop(): Promise<void>
}

const idle = new Map<Fill, Reusable[]>()

async function postgresStore(fill: Fill) {
  const reusable = idle.get(fill)?.pop() ?? (await makeFilledPostgres(fill))
  return {
    database: reusable.database,
    async release() {
      try {
        await reusable.database.queries.executeQuery(reusable.reset)
        idle.set(fill, [...(idle.get(fill) ?? []), reusable])
      } catch {
        await reusable.drop()
      }
    },
  }
}

async function makeFilledPostgres(fill: Fill): Promise<Reusable> {
  const { url, drop } = await emptyPostgres()
  const database = openDatabase({ engine: 'postgres', url }, { connections: 5 })
  await migrate(database, migrations)
  await fill(database)
  return {
    database,
    reset: CompiledQuery.raw(await resetOf(url)),
    async drop() {
      await database.close()
      await drop()
    },
  }
}

/** Partitions come when a row needs one: they are no change of the schema. */
const TABLES =
  "from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace"

/**
 * Statements that empty every table and put back the rows and the counters that are there now. Without triggers and checks of keys:
 * to switch off those of single tables would change the schema, and with it every plan that connections have kept.
 */
async function resetOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // A table that refers to another was made after it.
    const { rows: tables } = await client.query<{ name: string }>(`select relname as name ${TABLES} order by oid`)
    const names = tables.map(({ name }) => name)
    const statements = [
      'set local session_replication_role = replica',
      `do $$ begin if (select string_agg(relname, ' ' order by oid) ${TABLES}) <> '${names.join(' ')}'
       then raise exception 'the schema was changed'; end if; end $$`,
      ...names.toReversed().map((name) => `delete from ${name}`),
    ]
    for (const name of names) {
      const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`)
      if (rows[0]?.rows)
        statements.push(
          `insert into ${name} select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows[0].rows)})`,
        )
    }
    const { rows: counters } = await client.query<{ name: string; last: string | null }>(
      'select sequencename as name, last_value as last from pg_sequences',
    )
    for (const { name, last } of counters) statements.push(`select setval('${name}', ${last ?? 1}, ${last !== null})`)
    return statements.join(';\n')
  } finally {
    await client.end()
  }
}
