import { describe, expect, test } from 'vitest'
import { OutcomeUnknown, StoreUnavailable } from '#platform/database/store-faults.ts'
import { PermanentError, RetryAt } from '#ports/queue.ts'
import { afterFailure, afterMissedLease, backOffMs, releaseLease } from './outcomes.ts'

const NOW = 1_000_000
const failWith = (error: Error, attempt: number, random = 1) =>
  afterFailure(error, { attempt, attempts: 5, now: NOW, random: () => random })

describe('what becomes of a try', () => {
  test.each([
    [1, 2_000],
    [2, 4_000],
    [5, 32_000],
    [9, 512_000],
    [10, 600_000],
    [2_000, 600_000],
  ])('after try %i it waits up to %i ms', (attempt, longest) => {
    expect(backOffMs(attempt, () => 0)).toBe(0)
    expect(backOffMs(attempt, () => 0.5)).toBe(longest / 2)
    expect(backOffMs(attempt, () => 1)).toBe(longest)
  })

  test('a failure is repeated, the last one is not', () => {
    expect(failWith(new Error('no'), 4)).toEqual({ state: 'waiting', turn: null, run_at: NOW + 16_000, reason: 'no' })
    expect(failWith(new Error('no'), 5)).toEqual({ state: 'failed', turn: null, reason: 'no', finished_at: NOW })
    expect(failWith(new PermanentError('never'), 1)).toMatchObject({ state: 'failed', reason: 'never' })
    expect(failWith(new TypeError(), 5)).toMatchObject({ reason: 'TypeError' })
  })

  test('what is put off is not counted, and never comes back within the second', () => {
    expect(failWith(new RetryAt('later', NOW + 9_000), 5)).toMatchObject({ attempt: 4, run_at: NOW + 9_000 })
    expect(failWith(new RetryAt('later', 0), 5)).toMatchObject({ attempt: 4, run_at: NOW + 1_000 })
  })

  test('an unavailable database is not counted either, and the job is retried after a second', () => {
    const lost = new Error('Connection terminated unexpectedly')
    for (const error of [new StoreUnavailable(lost, { isRepeatable: false }), new OutcomeUnknown(lost)])
      expect(failWith(error, 5)).toMatchObject({ state: 'waiting', attempt: 4, run_at: NOW + 1_000 })
  })

  test('silence is counted apart from the tries; being given back counts nothing, and keeps the place', () => {
    const kept = { state: 'waiting', attempt: 4, silences: 3, reason: expect.any(String) }
    expect(afterMissedLease({ attempt: 5, silences: 2 }, NOW)).toEqual(kept)
    expect(afterMissedLease({ attempt: 1, silences: 19 }, NOW)).toMatchObject({ state: 'failed', finished_at: NOW })
    expect(releaseLease(3)).toEqual({ state: 'waiting', attempt: 2 })
  })
})
