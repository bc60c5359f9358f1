/** The short form of the trial; `npm run trials -- content-crash` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { contentCrashTrial } from './content-crash.ts'

test('a server that is killed in the middle of 500 changes of drafts loses none that it acknowledged', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  const report = await contentCrashTrial({ rounds: 2, seed: 7, ...(database && { databaseUrl: database.url }) })
  expect(report.kills).toBe(2)
  expect(report.writes).toBeGreaterThan(100)
}, 60_000)
