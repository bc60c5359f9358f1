/**
 * What the tests of one run keep from file to file, under names that tell the run, and its removal at the end: Vitest calls
 * `setup` before the first test file and `teardown` after the last.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const run = () => process.env.TANGELO_TEST_RUN ?? 'alone'

export const databasesOfRun = () => `tangelo_test_${run()}_`

/** A folder for what is copied from; there before it is answered. */
export function foldersOfRun(): string {
  const folder = join(tmpdir(), `tangelo-test-run-${run()}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

export function setup(): void {
  // Workers are started after this and inherit it; of the projects of a run the first names it.
  process.env.TANGELO_TEST_RUN ??= randomBytes(4).toString('hex')
}

export async function teardown(): Promise<void> {
  rmSync(foldersOfRun(), { recursive: true, force: true })
  if (process.env.TEST_DATABASE_URL) await dropDatabases(process.env.TEST_DATABASE_URL)
}

async function dropDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasesOfRun()],
    )
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}
