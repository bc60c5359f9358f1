/**
 * An empty, migrated store for one test: a SQLite file, or a PostgreSQL database (TEST_STORE, TEST_DATABASE_URL).
 * The schema, and what a caller fills in, is made once per test process and copied from then on.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../migrations/index.ts'

export const testEngine = process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite'

export interface TestStore {
  database: Database
  /** A folder of its own, for blobs and uploads. */
  folder: string
  dispose(): Promise<void>
}

type Fill = (database: Database) => Promise<void>

const withNothing: Fill = async () => {}

/** `fill` puts in what each store begins with; give the same function to share its work. */
export async function testStore(fill = withNothing): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-test-'))
  const opened = testEngine === 'sqlite' ? await sqliteStore(folder, fill) : await postgresStore(fill)
  return {
    database: opened.database,
    folder,
    async dispose() {
      await opened.database.close()
      await opened.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The name of the filled store that the next ones are copies of. */
const templates = new Map<Fill, Promise<string>>()

function templateFor(fill: Fill, make: (fill: Fill) => Promise<string>): Promise<string> {
  const known = templates.get(fill) ?? make(fill)
  templates.set(fill, known)
  return known
}

async function sqliteStore(folder: string, fill: Fill) {
  const path = join(folder, 'tangelo.sqlite')
  copyFileSync(await templateFor(fill, filledFile), path)
  return { database: openDatabase({ engine: 'sqlite', path }), drop: async () => {} }
}

async function filledFile(fill: Fill): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'template.sqlite')
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
export async function emptyPostgres(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `tangelo_test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}${template ? ` template ${template}` : ''}`)
  return { url: urlOf(name), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

async function postgresStore(fill: Fill) {
  const { url, drop } = await emptyPostgres(await templateFor(fill, filledPostgres))
  return { database: openDatabase({ engine: 'postgres', url }, { connections: 5 }), drop }
}

async function filledPostgres(fill: Fill): Promise<string> {
  const { url } = await emptyPostgres()
  const database = openDatabase({ engine: 'postgres', url }, { connections: 1 })
  await migrate(database, migrations)
  await fill(database)
  await database.close()
  return new URL(url).pathname.slice(1)
}
