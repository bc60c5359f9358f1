/** What the button says, what readers hear, and which events are understood. */
import { expect, test } from 'vitest'
import { someWork } from '../../../testing/work.ts'
import { buttonLabel, countWork, describeNews, parseEvent, stateText } from './rules.ts'

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

test.each([
  [counts(0, 0, 0), 'Activity'],
  [counts(2, 0, 1), 'Activity: 2 running, 1 failed'],
  [counts(0, 12, 0), 'Activity: 12 waiting'],
])('%j: %s', (given, label) => expect(buttonLabel(given)).toBe(label))

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
