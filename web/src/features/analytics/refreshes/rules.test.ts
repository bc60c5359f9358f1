/** What a state of reading says, and what an answer to 'Refresh' means. */
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#lib/api.ts'
import { aRefreshState } from '../../../testing/accounts.ts'
import { failureText, isUnderWay, nextRefreshText, refusalOf } from './rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const failure = {
  kind: 'limited' as const,
  message: 'No more calls for now',
  since: '2026-11-17T12:00:00.000Z',
  lastTryAt: '2026-11-20T11:57:00.000Z',
}

test.each([
  ['waiting', true],
  ['running', true],
  ['idle', false],
] as const)('%s is under way: %s', (state, expected) => expect(isUnderWay(aRefreshState({ state }))).toBe(expected))

const toRefusal = (status: number, body: object) => new ApiError(status, JSON.stringify(body))
test.each([
  [
    'the hours that are left',
    toRefusal(429, { error: 'too_soon', hoursRemaining: 7 }),
    'Account data can only be refreshed once per day. Please try again in 7 hours.',
  ],
  [
    'a day when it does not say',
    toRefusal(429, { error: 'too_soon' }),
    'Account data can only be refreshed once per day. Please try again in 24 hours.',
  ],
])('too soon says %s', (_, error, description) => {
  expect(refusalOf(error)).toEqual({ kind: 'limit', title: 'Refresh limit reached', description })
})

test.each([
  toRefusal(500, {}),
  toRefusal(409, { error: 'conflict' }),
  new ApiError(502, '<html>'),
  new NetworkError(undefined),
])('%s is a failure', (error) => {
  expect(refusalOf(error)).toEqual({
    kind: 'failed',
    title: 'Refresh failed',
    description: 'There was an error refreshing the account data',
  })
})

test('no source is neither', () => {
  expect(refusalOf(toRefusal(409, { error: 'no_source' }))).toEqual({ kind: 'no_source' })
})

test.each([
  [{ failure: null }, null],
  [{ failure, nextDueAt: null }, 'First failed 3 days ago. Last try 3 minutes ago: No more calls for now.'],
  [
    { failure: { ...failure, lastTryAt: null }, nextDueAt: null },
    'First failed 3 days ago. Last try: No more calls for now.',
  ],
  [
    { failure: { ...failure, message: 'Why?' }, nextDueAt: '2026-11-20T12:20:00.000Z' },
    'First failed 3 days ago. Last try 3 minutes ago: Why? Next try in 20 minutes.',
  ],
])('%j: %s', (part, text) => expect(failureText(aRefreshState(part), now)).toBe(text))

test.each([
  [{ source: 'graph' as const, nextDueAt: '2026-11-21T09:00:00.000Z' }, 'Next daily refresh in 21 hours'],
  [
    {
      source: 'graph' as const,
      nextDueAt: '2026-11-21T09:00:00.000Z',
      interval: 'weekly' as const,
      everyDays: 7 as const,
    },
    'Next refresh in 21 hours, every 7 days',
  ],
  [
    { source: 'graph' as const, nextDueAt: '2026-11-21T09:00:00.000Z', interval: 'activity' as const },
    'Next refresh in 21 hours, by activity every day',
  ],
  [{ source: 'graph' as const, nextDueAt: '2026-11-21T09:00:00.000Z', state: 'running' as const }, null],
  [{ source: 'graph' as const, nextDueAt: '2026-11-21T09:00:00.000Z', failure }, null],
  [{ source: null, nextDueAt: '2026-11-21T09:00:00.000Z' }, null],
  [{ source: 'graph' as const, nextDueAt: null }, null],
])('%j: %s', (part, text) => expect(nextRefreshText(aRefreshState(part), now)).toBe(text))
