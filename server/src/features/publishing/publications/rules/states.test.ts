import { PUBLICATION_STATES, type PublicationState } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { BEFORE_ORDER, isBeforeOrder, mayFollow } from './states.ts'

const after = (from: PublicationState) => PUBLICATION_STATES.filter((to) => mayFollow(from, to))

test('an order to publish leaves from one state only', () => {
  expect(PUBLICATION_STATES.filter((from) => mayFollow(from, 'publishing'))).toEqual(['ready'])
})

test('once an order has left, a new container is never made without a clear refusal', () => {
  expect(after('publishing')).toEqual(['ready', 'published', 'unclear', 'failed'])
  expect(after('unclear')).toEqual(['published', 'failed'])
})

test('what is published, failed or withdrawn stays so', () => {
  for (const state of ['published', 'failed', 'withdrawn'] as const) expect(after(state)).toEqual([])
})

test('a publication can be withdrawn until its order leaves', () => {
  expect(PUBLICATION_STATES.filter((from) => mayFollow(from, 'withdrawn'))).toEqual([...BEFORE_ORDER])
  expect(isBeforeOrder('publishing')).toBe(false)
})

test('from every state that is no end a person or a worker gets to an end', () => {
  const reaches = (from: PublicationState, seen = new Set<PublicationState>()): boolean =>
    after(from).length === 0 || after(from).some((to) => !seen.has(to) && reaches(to, new Set([...seen, to])))
  for (const state of PUBLICATION_STATES) expect(reaches(state), state).toBe(true)
})
