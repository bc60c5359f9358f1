/** The short form of the trial; `npm run trials -- chaos` is the long one. */
import { expect, test } from 'vitest'
import { postgresPrograms } from '../own-postgres.ts'
import { chaosTrial } from './chaos.ts'

/** A PostgreSQL that runs elsewhere cannot be restarted here. */
test.skipIf(postgresPrograms() === undefined)(
  'four nodes of which one is killed, whose database restarts and whose disk is full lose nothing and do nothing twice',
  async () => {
    const report = await chaosTrial({
      minutes: 0,
      seed: 7,
      calmMs: 1_000,
      short: { everyMs: 3_000, diskFullMs: 2_000 },
      // How soon all is as before is for the long form to say, on a machine with nothing else to do.
      recoversWithinMs: 60_000,
      barMs: 10_000,
    })
    expect(report.recoveries).toHaveLength(4)
    expect(report.plans).toBeGreaterThan(0)
    expect(report.videos).toBeGreaterThan(0)
  },
  180_000,
)
