/** What an alert says of one cause and of many. */
import { expect, test } from 'vitest'
import type { Cause } from './rules/causes.ts'
import { sayAlert } from './rules/sentences.ts'

const cause = (changes: Partial<Cause>): Cause => ({
  id: 1,
  kind: 'anomaly',
  subject: '1',
  marker: 20_776,
  groupKey: 'anomaly',
  companyId: 1,
  accountId: 7,
  userId: null,
  amount: -1_204,
  name: 'nasa',
  detail: 'unexplained',
  ...changes,
})
const say = (count: number, top: Cause[], cleanups = 0) => {
  const text = sayAlert({ kind: top[0]?.kind ?? 'anomaly', count, top, cleanups })
  return text && [text.sentence, text.cause]
}

test.each([
  [1, [cause({})], 0, ['@nasa lost 1,204 followers on Nov 19', 'Nothing we hold explains it']],
  [
    10_000,
    [cause({})],
    9_800,
    [
      'Figures of 10,000 accounts moved',
      'The largest: @nasa lost 1,204 followers on Nov 19. 9,800 look like a cleanup by Instagram',
    ],
  ],
  [
    3,
    [cause({ kind: 'unread' }), cause({ kind: 'unread', name: 'esa' })],
    0,
    ['3 accounts without a reading for more than 2 days', '@nasa, @esa and 1 more'],
  ],
  [
    1,
    [cause({ kind: 'failed', groupKey: 'failed:import', name: 'Harbour', detail: 'The folder is gone.' })],
    0,
    ['Harbour could not be imported', 'The folder is gone.'],
  ],
  [
    1,
    [cause({ kind: 'credits', name: 'Citrus Studio', amount: 0, detail: 'Of 10; a reel takes one' })],
    0,
    ['Citrus Studio has no credits left', 'Of 10; a reel takes one'],
  ],
  [
    1,
    [cause({ kind: 'token', name: 'Instagram Graph API', amount: 1 })],
    0,
    ['The token of the Instagram Graph API ends in a day', 'No figures are read without a new one'],
  ],
  [
    1,
    [cause({ kind: 'access', name: 'six.lemons', amount: 7, detail: null })],
    0,
    ['The access to @six.lemons ends in 7 days', 'Connect it again on the page of the account'],
  ],
  [
    1,
    [cause({ kind: 'access', name: 'six.lemons', amount: 0, detail: 'The access has expired.' })],
    0,
    ['The access to @six.lemons has ended', 'The access has expired.'],
  ],
  [
    1,
    [cause({ kind: 'backup', amount: 9 })],
    0,
    ['The newest backup is 9 days old', 'Make one in the Admin Panel, under System'],
  ],
] as const)('says of %i: %j', (count, top, cleanups, said) => {
  expect(say(count, [...top], cleanups)).toEqual(said)
})

test('nothing is said of no cause', () => {
  expect(sayAlert({ kind: 'unread', count: 0, top: [], cleanups: 0 })).toBeNull()
})
