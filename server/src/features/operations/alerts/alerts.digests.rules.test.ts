/** When a weekly digest is due, and what it says. */
import { describe, expect, test } from 'vitest'
import { type DigestFacts, sayDigest } from './rules/digest.ts'
import { followingDigest, nextDigest } from './rules/digest-times.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 9)

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
