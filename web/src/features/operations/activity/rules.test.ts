/** What the button says, what readers hear, and which events are understood. */
import { expect, test } from 'vitest'
import { someWork } from '../../../testing/work.ts'
import {
  buttonLabel,
  countWork,
  describeNews,
  estimateSeconds,
  headline,
  overallProgress,
  parseEvent,
  shortLeft,
  stateText,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const counts = (running: number, waiting: number, failed: number) => ({ running, waiting, failed })

test('work is counted by how it does', () => {
  const work = [
    someWork(),
    someWork({ state: 'waiting' }),
    someWork({ state: 'waiting' }),
    someWork({ state: 'failed' }),
  ]
  expect(countWork(work)).toEqual(counts(1, 2, 1))
})

const manyOf = (state: 'running' | 'waiting' | 'failed', count: number) =>
  Array.from({ length: count }, () => someWork({ state }))

test.each([
  [[], null, 'Activity'],
  [[...manyOf('running', 2), ...manyOf('failed', 1)], null, 'Activity: 2 running, 1 failed'],
  [manyOf('waiting', 12), null, 'Activity: 12 waiting'],
  [[...manyOf('running', 1), ...manyOf('waiting', 1)], '40 s left', 'Activity: 1 running, 1 waiting, 40 s left'],
  [manyOf('failed', 3), null, 'Activity: 3 failed'],
  [[someWork({ subject: '@nasa' })], '1 min left', 'Activity: Refreshing @nasa, 1 min left'],
])('what readers hear of the pill: %#', (work, left, label) => expect(buttonLabel(work, left)).toBe(label))

test.each([
  [[], null],
  [[someWork({ subject: '@nasa' }), ...manyOf('failed', 1)], 'Refreshing @nasa'],
  [[...manyOf('running', 3), ...manyOf('waiting', 1)], '3 running'],
  [manyOf('waiting', 2), '2 waiting'],
  [manyOf('failed', 1), '1 failed'],
])('what the pill shows: %#', (work, text) => expect(headline(work)).toBe(text))

test.each([
  [[], null],
  [[null, null], null],
  [[0.5, null], 0.5],
  [[0.2, 0.6], 0.4],
])('how far %j is: %j', (progresses, progress) => expect(overallProgress(progresses)).toBe(progress))

test.each([
  ['too soon', { at: 0, progress: 0.1 }, { at: 1_000, progress: 0.5 }, null],
  ['no step yet', { at: 0, progress: 0.1 }, { at: 9_000, progress: 0.11 }, null],
  ['half in ten seconds', { at: 0, progress: 0 }, { at: 10_000, progress: 0.5 }, 10],
])('an estimate, %s', (_, first, now, seconds) => expect(estimateSeconds(first, now)).toBe(seconds))

test.each([
  [1, '10 s left'],
  [41, '50 s left'],
  [55, '1 min left'],
  [125, '2 min left'],
  [5_400, '2 h left'],
])('%j seconds: %s', (seconds, text) => expect(shortLeft(seconds)).toBe(text))

test.each([
  ['a beginning', counts(0, 0, 0), counts(0, 1, 0), 'Work is running in the background.'],
  ['a step', counts(0, 3, 0), counts(1, 2, 0), null],
  ['an end', counts(1, 0, 0), counts(0, 0, 0), 'All work in the background is done.'],
  ['a failure', counts(1, 0, 0), counts(0, 0, 1), 'Work in the background has failed. See Activity.'],
  ['an old failure', counts(0, 0, 1), counts(0, 0, 1), null],
])('readers and %s', (_, before, after, news) => expect(describeNews(before, after)).toBe(news))

test.each([
  [{ progress: 0.469 }, '46%, requested 5 minutes ago'],
  [{ progress: null }, 'Running, requested 5 minutes ago'],
  [{ state: 'waiting' as const, runAt: '2026-11-20T12:11:30.000Z' }, 'Waiting, runs in 12 minutes'],
  [{ state: 'waiting' as const, runAt: '2026-11-20T11:59:00.000Z' }, 'In the queue'],
  [{ state: 'failed' as const }, 'Failed, requested 5 minutes ago'],
])('%j: %s', (part, text) => {
  expect(stateText(someWork({ createdAt: '2026-11-20T11:55:00.000Z', ...part }), now)).toBe(text)
})

test('how long it still takes stands in the place of its age', () => {
  expect(stateText(someWork({ progress: 0.639 }), now, 'about 1 minute left')).toBe('63%, about 1 minute left')
})

test.each([
  ['{"id":1,"kind":"refresh-done","accountId":4,"message":null,"at":"x"}', { kind: 'refresh-done', accountId: 4 }],
  ['{"kind":"activity-changed"}', { kind: 'activity-changed', accountId: null }],
  ['{"kind":"of-tomorrow","accountId":4}', null],
  ['null', null],
  ['<html>', null],
])('the event %s', (data, event) => expect(parseEvent(data)).toEqual(event))
