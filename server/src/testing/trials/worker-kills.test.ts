/** The short form of the trial; `npm run trials -- worker-kills` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { workerKillsTrial } from './worker-kills.ts'

test('a server that is killed in the middle of a round goes on, and stores nothing twice', async () => {
  const databaseUrl = await databaseUrlOfTest()
  // More deaths than a job has tries; on PostgreSQL each costs the length of a lease, so there one has to do.
  const kills = databaseUrl ? 1 : 6
  const report = await workerKillsTrial({
    kills,
    // More than are read in all these lives together.
    accounts: databaseUrl ? 300 : 1_000,
    seed: 12,
    // How soon it goes on is for the long form to say, on a machine with nothing else to do.
    goesOnWithinMs: 60_000,
    databaseUrl,
  })
  expect(report.kills).toBe(kills)
}, 120_000)
