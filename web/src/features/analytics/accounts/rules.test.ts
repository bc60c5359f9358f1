/** What names, addresses and changes of accounts mean. */
import { describe, expect, test } from 'vitest'
import { accountIdFrom, cleanUsername, profileUrl, usernameError } from './rules/account.ts'
import { engagementChangeText, followersChangeText, lastUpdatedText } from './rules/row.ts'

describe('names', () => {
  test.each([
    ['@marasea', 'marasea'],
    ['  marasea ', 'marasea'],
    [' @marasea', 'marasea'],
    ['@@marasea', '@marasea'],
  ])('%j is kept as %j', (typed, kept) => expect(cleanUsername(typed)).toBe(kept))
  test.each([
    ['', 'Username is required'],
    [' @ ', 'Username is required'],
    ['a'.repeat(31), 'Instagram usernames have at most 30 characters'],
    ['two words', 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['sea🍊', 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['@@marasea', 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['@studio_forno.2', undefined],
    ['a'.repeat(30), undefined],
  ])('%j: %j', (typed, error) => expect(usernameError(typed)).toBe(error))
})

test.each([
  [{ inputUrl: null, username: 'marasea' }, 'https://www.instagram.com/marasea/'],
  [{ inputUrl: '', username: 'marasea' }, 'https://www.instagram.com/marasea/'],
  [{ inputUrl: 'instagram.com/marasea', username: 'x' }, 'https://instagram.com/marasea'],
  [{ inputUrl: 'http://instagram.com/marasea', username: 'x' }, 'http://instagram.com/marasea'],
  [{ inputUrl: 'https://www.instagram.com/marasea/', username: 'x' }, 'https://www.instagram.com/marasea/'],
])('the profile of %j is %s', (account, url) => expect(profileUrl(account)).toBe(url))

const now = new Date('2026-11-20T12:00:00Z')
const week = { as: 'week' } as const
const since = { as: 'since', moment: '2026-10-01T12:00:00.000Z' } as const
const outdated = { as: 'outdated', moment: '2025-02-24T12:00:00.000Z' } as const
const broken = { as: 'broken', moment: '2026-11-19T12:00:00.000Z' } as const

test.each([
  [4_812, week, '+4.8K this week'],
  [-318, week, '−318 this week'],
  [0, week, '+0 this week'],
  [null, week, 'No change data'],
  [-1_318, since, '−1.3K since Oct 1'],
  [null, since, 'No change data'],
  [29, outdated, 'as of Feb 24, 2025'],
  [null, broken, 'New source'],
])('followers changed by %s, shown with %j: %s', (change, telling, text) => {
  expect(followersChangeText(change, telling, now)).toBe(text)
})

test.each([
  [12.2, week, '12.2% change'],
  [-6.4, week, '−6.4% change'],
  [0, week, '0% change'],
  [null, week, 'No change data'],
  [12.2, since, '12.2% since Oct 1'],
  [12.2, outdated, 'as of Feb 24, 2025'],
  [null, broken, 'New method'],
])('engagement changed by %s, shown with %j: %s', (change, telling, text) => {
  expect(engagementChangeText(change, telling, false, now)).toBe(text)
})

test('an account that never had figures says so; a broken date is unknown', () => {
  expect(lastUpdatedText(null)).toBe('No data yet')
  expect(lastUpdatedText('soon')).toBe('Unknown date')
})

test.each([
  ['7', 7],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['abc', null],
  ['', null],
])('the id in the address %j is %s', (text, id) => expect(accountIdFrom(text)).toBe(id))
