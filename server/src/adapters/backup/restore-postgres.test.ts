/** What a restore into PostgreSQL that is refused leaves of the database. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { StoreLocation } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { mediaTargetOf } from '../../composition/backups.ts'
import { openForTest, place, step, table } from '../../testing/migration-steps.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { emptyPostgres } from '../../testing/test-store.ts'
import { backupMaker, restoreIntoPostgres } from './index.ts'

const NEWER = /written by a newer tangelo/

const addKnownStep = (folder: string) => step(folder, '0001-known', table('kept'))

async function backUpOfNewer(location: StoreLocation): Promise<string> {
  const folder = folderOfTest()
  await migrate(openForTest(location), [addKnownStep(folder), step(folder, '9999-newer', table('newer'))])
  const path = join(folder, 'all.tar')
  await backupMaker({ store: location, media: { folder: join(folder, 'blobs') } }, () => 1_000).make(path)
  return path
}

async function emptyWith(statement: string) {
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(statement)
  return { url, client }
}

async function restore(path: string, url: string): Promise<unknown> {
  const folder = folderOfTest()
  mkdirSync(join(folder, 'tmp'))
  const media = mediaTargetOf(
    { folder: join(folder, 'blobs'), s3: null },
    { clock: { now: () => 2_000 }, log: openLog('silent') },
  )
  const tools = { steps: [addKnownStep(folder)], now: () => 2_000, media, temporaryPath: join(folder, 'tmp') }
  return restoreIntoPostgres(path, url, tools).catch((error: unknown) => error)
}

test('what an operator keeps in an empty database stays where a restore is refused before it begins', async () => {
  const path = await backUpOfNewer((await place()).location)
  const { url, client } = await emptyWith('create function helper() returns integer language sql as $$ select 1 $$')
  const failure = await restore(path, url)
  expect(failure).toBeInstanceOf(StartRefused)
  expect(String(failure)).toMatch(NEWER)
  expect((await client.query('select helper() as answer')).rows).toEqual([{ answer: 1 }])
})

test('a restore says why it is refused, also where its database cannot be cleared', async () => {
  const path = await backUpOfNewer({ engine: 'sqlite', path: join(folderOfTest(), 'x.sqlite') })
  // No function that could be dropped as one.
  const { url } = await emptyWith("create aggregate helper (text) (sfunc = textcat, stype = text, initcond = '')")
  expect(String(await restore(path, url))).toMatch(NEWER)
})
