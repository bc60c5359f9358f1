/** The short form of the trial; `npm run trials -- worker-kills` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { workerKillsTrial } from './worker-kills.ts'

test('a server that is killed in the middle of a round goes on, and stores nothing twice', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  // On PostgreSQL other processes wait until the dead one has been silent for a lease, so fewer deaths are enough.
  const kills = database ? 1 : 3
  const report = await workerKillsTrial({
    kills,
    accounts: 400,
    seed: 7,
    ...(database && { databaseUrl: database.url }),
  })
  expect(report.kills).toBe(kills)
}, 90_000)
