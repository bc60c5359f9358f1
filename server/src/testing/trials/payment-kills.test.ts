/** The short form of the trial; `npm run trials -- payment-kills` is the long one, at the pace of a server that nobody hurries. */
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres, testEngine } from '../test-store.ts'
import { paymentKillsTrial } from './payment-kills.ts'

test('a server that is killed after Stripe has subscribed, or charged, knows it when it is back, and charges once', async () => {
  const database = testEngine === 'postgres' ? await emptyPostgres() : null
  if (database) onTestFinished(database.drop)
  const short = { kills: 2, seed: 8, looksAtOnce: true }
  const report = await paymentKillsTrial({ ...short, ...(database && { databaseUrl: database.url }) })
  expect(report).toMatchObject({ kills: 2, charges: 2 })
  expect(report.longestMs).toBeLessThan(15_000)
}, 60_000)
