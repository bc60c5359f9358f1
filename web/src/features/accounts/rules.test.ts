/** What names, addresses and changes of accounts mean. */
import { describe, expect, test } from 'vitest'
import {
  accountIdFrom,
  cleanUsername,
  engagementChangeText,
  followersChangeText,
  lastUpdatedText,
  profileUrl,
  usernameError,
} from './rules.ts'

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

test.each([
  [4_812, '+4,812 this week'],
  [-318, '-318 this week'],
  [0, '+0 this week'],
  [null, 'No change data'],
])('followers changed by %s: %s', (change, text) => expect(followersChangeText(change)).toBe(text))

test.each([
  [12.2, '12.2% change'],
  [-6.4, '-6.4% change'],
  [0, '0% change'],
  [null, 'No change data'],
])('engagement changed by %s: %s', (change, text) => expect(engagementChangeText(change)).toBe(text))

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
