/** The short form of the trial; `npm run trials -- table-kills` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { tableKillsTrial } from './table-kills.ts'

test('a server that is killed while it pulls and while people write loses nothing, and does nothing twice', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const report = await tableKillsTrial({
    // On PostgreSQL each costs the length of a lease.
    kills: databaseUrl ? 1 : 3,
    records: 800,
    writes: 24,
    seed: 12,
    databaseUrl,
  })
  // How many there are is the machine's business; without one there would be nothing to lose.
  expect(report.acknowledged).toBeGreaterThan(0)
}, 180_000)
