/** The short form of the trial; `npm run trials -- approvals` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { approvalsTrial } from './approvals.ts'

test('whatever happens to posts, nothing is approved or published without a live approval of exactly those bytes', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const report = await approvalsTrial({ histories: 60, steps: 30, seed: 22, databaseUrl })
  expect(report.histories).toBe(60)
  expect(report.passed).toBeGreaterThan(0)
  expect(report.barred).toBeGreaterThan(0)
  expect(report.undone).toBeGreaterThan(0)
}, 60_000)
