/** For tests of migrations: an empty store of this engine, and steps that are files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import type { Migration, MigrationTools } from '#platform/database/migrate.ts'
import { readTables } from './read-tables.ts'
import { folderOfTest } from './test-folder.ts'
import { emptyPostgres, testEngine } from './test-store.ts'

export async function place() {
  const folder = folderOfTest()
  if (testEngine === 'sqlite')
    return { folder, location: { engine: 'sqlite', path: join(folder, 'x.sqlite') } as const }
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return { folder, location: { engine: 'postgres', url } as const }
}

export function openForTest(location: StoreLocation): Database {
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  return database
}

/** A step whose file exists, so that it has a checksum. */
export function step(folder: string, name: string, up: Migration['up'], content = name): Migration {
  const path = join(folder, `${name}.ts`)
  writeFileSync(path, content)
  return { name, file: pathToFileURL(path).href, up }
}

export const table =
  (name: string) =>
  async ({ schema, idColumn }: MigrationTools) => {
    await schema.createTable(name).addColumn('id', 'integer', idColumn).addColumn('name', 'text').execute()
  }

export const ranSteps = async (database: Database) => (await readTables(database)).migrations?.map(({ name }) => name)
