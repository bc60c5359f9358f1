/** The short form of the trial; `npm run trials -- refresh-rounds` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { refreshRoundsTrial } from './refresh-rounds.ts'

test('for six days every account has one snapshot of each day that was answered, whatever goes wrong', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const { readings, disturbed, byKind } = await refreshRoundsTrial({
    accounts: 60,
    days: 6,
    seed: 7,
    stepMs: 15 * 60_000,
    databaseUrl,
  })
  const accountDays = Object.values(byKind).reduce((sum, { days }) => sum + days, 0)
  expect(accountDays).toBe(360)
  expect(readings).toBeGreaterThan(230)
  expect(disturbed).toBeLessThan(10)
  expect(Object.keys(byKind).length).toBe(15)
}, 120_000)
