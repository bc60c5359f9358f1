/** The short form of the trial; `npm run trials -- worker-kills` is the long one. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { workerKillsTrial } from './worker-kills.ts'

test('a server that is killed in the middle of a round goes on, and stores nothing twice', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  // More deaths than a job has tries; on PostgreSQL each costs the length of a lease, so there one has to do.
  const kills = database ? 1 : 6
  const report = await workerKillsTrial({
    kills,
    // More than are read in all these lives together.
    accounts: database ? 300 : 1_000,
    seed: 12,
    // How soon it goes on is for the long form to say, on a machine with nothing else to do.
    goesOnWithinMs: 60_000,
    ...(database && { databaseUrl: database.url }),
  })
  expect(report.kills).toBe(kills)
}, 120_000)
