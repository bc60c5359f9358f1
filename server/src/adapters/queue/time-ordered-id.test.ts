import { expect, test } from 'vitest'
import { timeOrderedIds } from './time-ordered-id.ts'

test('ids go up within a millisecond, past its counter, and when the clock goes back', () => {
  const newId = timeOrderedIds()
  const now = Date.UTC(2026, 10, 20)
  const ids = Array.from({ length: 10_000 }, (_, at) => newId(at < 9_000 ? now : now - 1_000_000))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id is a UUID of version 7 that contains its moment', () => {
  const id = timeOrderedIds((bytes) => new Uint8Array(bytes).fill(0xff))(0x0192_3456_789a)
  expect(id).toBe('01923456-789a-7000-bfff-ffffffffffff')
})
