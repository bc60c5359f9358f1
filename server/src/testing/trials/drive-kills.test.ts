/** The short form of the trial; `npm run trials -- drive-kills` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { driveKillsTrial } from './drive-kills.ts'

test('a server that is killed while folders are imported makes one record of each, and renames it once', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  const short = { kills: 1, livesAtMostMs: 700, seed: 3 }
  const report = await driveKillsTrial({ ...short, ...(database && { databaseUrl: database.url }) })
  expect(report).toEqual({ kills: 1, folders: 1 })
}, 60_000)
