/** The short form of the trial; `npm run trials -- payment-kills` is the long one, at a server's usual pace. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { paymentKillsTrial } from './payment-kills.ts'

test('a server that is killed after Stripe has subscribed, or charged, knows it when it is back, and charges once', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const short = { kills: 2, seed: 8, looksAtOnce: true }
  const report = await paymentKillsTrial({ ...short, databaseUrl })
  expect(report).toMatchObject({ kills: 2, charges: 2 })
  expect(report.longestMs).toBeLessThan(15_000)
}, 60_000)
