import { readFileSync } from 'node:fs'
import { WEBHOOK_FAILURES_MAX, WEBHOOK_KINDS } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { backOffMs, renewSecrets, secretsOf, TRIED_FOR_MS } from './webhooks.rules.ts'

test('waits double from ten seconds to forty minutes', () => {
  expect([1, 2, 3, 8, 9, 10, 50].map((failures) => backOffMs(failures) / 1_000)).toEqual([
    10, 20, 40, 1_280, 2_400, 2_400, 2_400,
  ])
})

test("no webhook is switched off for a day's outage", () => {
  let passed = 0
  for (let failures = 1; failures < WEBHOOK_FAILURES_MAX; failures += 1) passed += backOffMs(failures)
  expect(passed).toBeGreaterThan(TRIED_FOR_MS)
})

test('of many new secrets in a row the last ten before the newest sign too, for a day', () => {
  let secrets = { secret: 'first', previous_secret: null as string | null, previous_until: 0 }
  for (let minute = 1; minute <= 12; minute += 1)
    secrets = renewSecrets(secrets, `of-minute-${minute}`, minute * 60_000)
  const newestFirst = Array.from({ length: 11 }, (_, index) => `of-minute-${12 - index}`)
  const until = 12 * 60_000 + 24 * 3_600_000
  expect(secretsOf(secrets, until - 1)).toEqual(newestFirst)
  expect(secretsOf(secrets, until)).toEqual(['of-minute-12'])
  expect(renewSecrets(secrets, 'next', until).previous_secret).toBe('of-minute-12')
})

test('docs/webhooks.md describes every event that there is, in one row each', () => {
  const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const described = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, kind]) => kind)
  expect(described.toSorted()).toEqual([...WEBHOOK_KINDS].sort())
})
