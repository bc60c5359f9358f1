/** What joins, what a threshold does at its edge, when silence counts, and what is said of one cause and of many. */
import { describe, expect, test } from 'vitest'
import { isBeyond, isSameMove, joins, silenceFrom } from './alerts.rules.ts'
import type { Cause } from './rules/causes.ts'
import { kindsOf, settingsFor, usualSettings } from './rules/defaults.ts'
import { type DigestFacts, sayDigest } from './rules/digest.ts'
import { followingDigest, nextDigest } from './rules/digest-times.ts'
import { sayAlert } from './rules/sentences.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 9)

test('a move found again under a neighbouring day is the same; its opposite, and one a week later, is another', () => {
  const move = { day: 100, change: 900 }
  expect(isSameMove(move, { day: 98, change: 1_100 })).toBe(true)
  expect(isSameMove(move, { day: 101, change: -900 })).toBe(false)
  expect(isSameMove(move, { day: 107, change: 900 })).toBe(false)
})

test('a threshold opens beyond its value and stays open until the value is back by the margin', () => {
  const above = { side: 'above' as const, value: 1_000, margin: 50 }
  const walk = (rule: Parameters<typeof isBeyond>[0], values: number[]) => {
    let isOpen = false
    return values.map((value) => {
      isOpen = isBeyond(rule, value, isOpen)
      return isOpen
    })
  }
  expect(walk(above, [990, 1_000, 1_001, 999, 1_002, 951, 950, 999, 1_001])).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ])
  expect(walk({ ...above, side: 'below' }, [1_000, 999, 1_049, 1_050])).toEqual([false, true, true, false])
})

test('what is found within a day joins, also when the clock was set back a little; later it does not', () => {
  const alert = { kind: 'anomaly' as const, opened_at: NOW }
  expect([NOW + DAY - 1, NOW + DAY, NOW - HOUR, NOW - 30 * DAY].map((now) => joins(alert, now))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('after a pause, and after a jump of the clock, silence counts only when sources had time', () => {
  const last = { evaluated_at: NOW, silence_from: 5 }
  expect(silenceFrom(last, NOW + HOUR)).toBe(5)
  for (const later of [NOW + 3 * DAY, NOW - 3 * DAY]) expect(silenceFrom(last, later)).toBe(later + 12 * HOUR)
})

describe('What is usual', () => {
  test('a basic user gets no mail, and nobody gets kinds of another role', () => {
    expect(kindsOf('basic')).toEqual(['anomaly', 'unread', 'approval'])
    expect(kindsOf('pro')).not.toContain('token')
    expect(usualSettings('basic').rules.some(({ channels }) => channels.mail)).toBe(false)
    expect(usualSettings('admin').rules.every(({ isOn }) => isOn)).toBe(true)
  })

  test('what an administrator had chosen is no longer theirs as a basic user, and comes back', () => {
    const chosen = usualSettings('admin')
    const rules = chosen.rules.map((rule) => ({ ...rule, isOn: false }))
    expect(settingsFor('basic', { ...chosen, rules }).rules.map(({ kind }) => kind)).toEqual(kindsOf('basic'))
    expect(settingsFor('admin', { ...chosen, rules }).rules.every(({ isOn }) => !isOn)).toBe(true)
  })
})

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
    ['3 accounts without a reading for 2 days', '@nasa, @esa and 1 more'],
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

describe('A weekly digest', () => {
  test('is due once a week at its hour on the clocks, also where summer time begins', () => {
    const monday = { weekday: 1, hour: 8 }
    const march = nextDigest(monday, Date.UTC(2026, 2, 24), 'Europe/Berlin')
    expect(new Date(march.next_at).toISOString()).toBe('2026-03-30T06:00:00.000Z')
    const before = nextDigest(monday, Date.UTC(2026, 2, 20), 'Europe/Berlin')
    expect(new Date(before.next_at).toISOString()).toBe('2026-03-23T07:00:00.000Z')
    expect(followingDigest(before, before.next_at, 'Europe/Berlin')).toEqual(march)
  })

  test('is due today when its hour is still to come, and in a week when it has passed', () => {
    const friday = { weekday: 5, hour: 10 }
    expect(nextDigest(friday, NOW, 'UTC').next_at).toBe(NOW + HOUR)
    expect(nextDigest(friday, NOW + HOUR, 'UTC').next_at).toBe(NOW + HOUR + 7 * DAY)
  })

  test('leaves out the weeks that were missed', () => {
    const due = nextDigest({ weekday: 1, hour: 8 }, NOW, 'UTC')
    const now = due.next_at + 30 * DAY
    const next = followingDigest(due, now, 'UTC')
    expect(next.next_at).toBeGreaterThan(now)
    expect(next.next_at - now).toBeLessThanOrEqual(7 * DAY)
  })

  const nothing: DigestFacts = { from: 20_770, to: 20_776, moves: [], clients: [], due: 0, waiting: [] }
  test('of a week in which nothing happened is not sent', () => {
    const client = { name: 'Citrus Studio', accounts: 2, followers: 900, followerChange: 0, posts: 0 }
    expect(sayDigest({ ...nothing, clients: [client] })).toBeNull()
  })

  test('says what moved, what each client won, what is due and what waits', () => {
    const digest = sayDigest({
      ...nothing,
      moves: [{ username: 'nasa', day: 20_775, change: -1_204 }],
      clients: [{ name: 'Citrus Studio', accounts: 2, followers: 41_200, followerChange: -310, posts: 4 }],
      due: 3,
      waiting: [{ sentence: '2 approvals pending', cause: 'Oldest sent on Friday' }],
    })
    expect(digest?.title).toBe('Your week: Nov 13 to Nov 19')
    expect(digest?.sections.map(({ heading, lines }) => [heading, ...lines])).toEqual([
      ['What moved', '@nasa lost 1,204 followers on Nov 18'],
      ['Clients', 'Citrus Studio (2 accounts): 41,200 followers, −310 this week, 4 new posts'],
      ['This week', '3 posts due in the next seven days'],
      ['What waits for you', '2 approvals pending: Oldest sent on Friday'],
    ])
  })
})
