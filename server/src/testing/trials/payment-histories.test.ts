/** The short form of the trial; `npm run trials -- payment-histories` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { paymentHistoriesTrial } from './payment-histories.ts'

test('whatever happens to companies that pay, nothing is charged or granted twice, and the provider has the last word', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const short = { histories: 6, steps: 25, seed: 8 }
  const report = await paymentHistoriesTrial({ ...short, databaseUrl })
  expect(report.histories).toBe(6)
  expect(report.payments).toBeGreaterThan(0)
}, 60_000)
