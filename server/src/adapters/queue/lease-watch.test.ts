import { expect, test } from 'vitest'
import { leaseWatch } from './lease-watch.ts'

const row = (beats: number, token = 't') => ({
  id: 'a',
  kind: 'work',
  key: 'a',
  company_id: 1,
  lease_token: token,
  beats,
  attempt: 1,
  silences: 0,
})
const SECOND = 1_000

/** Looks once a second, from and to a second, at a row that stands still. */
function lookAt(watch: ReturnType<typeof leaseWatch>, shown: ReturnType<typeof row>, from: number, to: number) {
  let found = 0
  for (let at = from; at <= to; at += 1) found += watch.findMissed([shown], at * SECOND).length
  return found
}

test('nine seconds without a sign of life are a death, eight are not', () => {
  const watch = leaseWatch()
  expect(lookAt(watch, row(0), 0, 8)).toBe(0)
  expect(lookAt(watch, row(0), 9, 9)).toBe(1)
})

test('a sign of life, or another call, begins anew', () => {
  const watch = leaseWatch()
  expect(lookAt(watch, row(0), 0, 8)).toBe(0)
  expect(lookAt(watch, row(1), 9, 17)).toBe(0)
  expect(lookAt(watch, row(1, 'u'), 18, 26)).toBe(0)
  expect(lookAt(watch, row(1, 'u'), 27, 27)).toBe(1)
})

test('a worker that slept for an hour has not watched for an hour', () => {
  const watch = leaseWatch()
  expect(lookAt(watch, row(0), 0, 1)).toBe(0)
  expect(lookAt(watch, row(0), 3_600, 3_605)).toBe(0)
  expect(lookAt(watch, row(0), 3_606, 3_606)).toBe(1)
})
