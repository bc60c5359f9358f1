/** The check of the SQLite file beside the requests. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { openLog } from '#platform/log.ts'
import { damagePage } from '../testing/damage-page.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { testStore } from '../testing/test-store.ts'
import { watchStore } from './store-check.ts'

test('damage that comes after the start is found by the next daily check, reported once, and over when the file is whole again', async () => {
  const { database: filled, dispose } = await testStore()
  onTestFinished(dispose)
  const folder = folderOfTest()
  const [path, whole] = [join(folder, 'tangelo.sqlite'), join(folder, 'whole.sqlite')]
  await sql`vacuum into ${whole}`.execute(filled.queries)
  copyFileSync(whole, path)
  const database = openDatabase({ engine: 'sqlite', path })
  onTestFinished(() => database.close())
  const lines: string[] = []
  const log = openLog('error', { write: (line) => lines.push(line) })
  const end = watchStore(database, { first: Promise.resolve(null), log, everyMs: 20 })
  onTestFinished(end)
  await expect.poll(database.health.readLastCheckAt).not.toBeNull()
  expect(database.health.damage()).toBeNull()

  damagePage(path, 'migrations')
  await vi.waitFor(() => expect(database.health.damage()).not.toBeNull(), { timeout: 15_000 })
  copyFileSync(whole, path)
  await vi.waitFor(() => expect(database.health.damage()).toBeNull(), { timeout: 15_000 })
  expect(lines.filter((line) => line.includes('the database is damaged'))).toHaveLength(1)
})

test('an error of the disk that passed is no damage: the check that follows it says so', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const log = openLog('silent')
  onTestFinished(watchStore(database, { first: Promise.resolve(null), log, everyMs: 60_000, againMs: 20 }))
  database.health.noteError(Object.assign(new Error('disk I/O error'), { errcode: 266 }))
  expect(database.health.damage()).toMatchObject({ cause: 'disk I/O error' })
  await vi.waitFor(() => expect(database.health.damage()).toBeNull(), { timeout: 15_000 })
})
