/** One intention, one key, until it was answered. */
import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotency-keys.ts'

test('a try that is repeated carries the same key; another intention, and a new one, carry another', () => {
  const keys = idempotencyKeys()
  const first = keys.keyOf('render rec1')
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyOf('render rec1')).toBe(first)
  expect(keys.keyOf('render rec2')).not.toBe(first)
  keys.forget('render rec1')
  expect(keys.keyOf('render rec1')).not.toBe(first)
})
