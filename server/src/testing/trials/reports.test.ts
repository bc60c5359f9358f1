/** The short form of the trial; `npm run trials -- reports` is the long one. */
import { expect, test } from 'vitest'
import { testEngine } from '../test-store.ts'
import { reportsTrial } from './reports.ts'

// PostgreSQL has its own tool for backups.
test.runIf(testEngine === 'sqlite')(
  'reports made again from a restored backup have the same bytes',
  async () => {
    const lines: string[] = []
    await reportsTrial({ reports: 4, accounts: 3, days: 90, seed: 7, say: (line) => lines.push(line) })
    expect(lines).toEqual(['4 reports frozen, of 4 different files'])
  },
  120_000,
)
