/** The short form of the trial; `npm run trials -- content-crash` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { contentCrashTrial } from './content-crash.ts'

test('a server that is killed in the middle of 500 changes of drafts loses none that it acknowledged', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const report = await contentCrashTrial({ rounds: 2, seed: 7, databaseUrl })
  expect(report.kills).toBe(2)
  expect(report.writes).toBeGreaterThan(100)
}, 60_000)
