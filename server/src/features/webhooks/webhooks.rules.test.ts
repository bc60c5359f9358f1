import { WEBHOOK_FAILURES_MAX } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { backOffMs, TRIED_FOR_MS } from './webhooks.rules.ts'

test('waits double from ten seconds to forty minutes', () => {
  expect([1, 2, 3, 8, 9, 10, 50].map((failures) => backOffMs(failures) / 1_000)).toEqual([
    10, 20, 40, 1_280, 2_400, 2_400, 2_400,
  ])
})

test('nobody is switched off for being away a day', () => {
  let passed = 0
  for (let failures = 1; failures < WEBHOOK_FAILURES_MAX; failures += 1) passed += backOffMs(failures)
  expect(passed).toBeGreaterThan(TRIED_FOR_MS)
})
