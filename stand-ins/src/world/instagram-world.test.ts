import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from './figures.ts'
import { instagramWorld, syntheticName } from './instagram-world.ts'
import { specialAccounts } from './special-accounts.ts'

const begins = Date.parse('2026-11-21T12:00:00Z')
const world = instagramWorld({ seed: 7, now: begins })

const names = fc.oneof(
  fc.integer({ min: 1, max: 5_000_000 }).map(syntheticName),
  fc.constantFrom(...Object.keys(specialAccounts)),
  fc.stringMatching(/^[a-z][a-z0-9_]{0,28}$/),
)
const moments = fc.integer({ min: -700 * 24, max: 3000 * 24 }).map((hours) => begins + (hours * dayMs) / 24)

test('the same seed is the same world, whatever was asked before', () => {
  fc.assert(
    fc.property(names, moments, moments, (name, before, at) => {
      const again = instagramWorld({ seed: 7, now: begins })
      again.account(name, before)
      expect(again.account(name, at)).toEqual(world.account(name, at))
      expect(again.posts(name, at, { limit: 12 })).toEqual(world.posts(name, at, { limit: 12 }))
    }),
  )
})

test('another seed is another world', () => {
  const other = instagramWorld({ seed: 8, now: begins })
  const followers = (from: typeof world) =>
    Array.from({ length: 50 }, (_, place) => from.account(syntheticName(place + 1), begins)?.followers)
  expect(followers(other)).not.toEqual(followers(world))
})

test('figures are whole, not below zero and never more than there are people', () => {
  fc.assert(
    fc.property(names, moments, (name, at) => {
      const account = world.account(name, at)
      if (!account) return
      for (const figure of [account.followers, account.following, account.postCount]) {
        expect(Number.isSafeInteger(figure)).toBe(true)
        expect(figure).toBeGreaterThanOrEqual(0)
      }
      expect(account.followers).toBeLessThanOrEqual(1_000_000_000)
    }),
  )
})

test('growth of any size and sign ends at no follower or at the whole world', () => {
  const jumps = fc.array(
    fc.record({ afterDays: fc.integer({ min: -50, max: 50 }), factor: fc.double({ min: 0, max: 99 }) }),
  )
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), jumps, moments, (growthPerDay, changes, at) => {
      const accounts = {
        wild: { growthPerDay, jumps: changes.filter(({ factor }) => factor > 0), followers: 5_000 },
      }
      const followers = instagramWorld({ seed: 7, now: begins, accounts }).account('wild', at)?.followers ?? -1
      expect(followers).toBeGreaterThanOrEqual(0)
      expect(followers).toBeLessThanOrEqual(1_000_000_000)
    }),
  )
})

test('posts are newest first, keep what they are, and are only ever liked more', () => {
  fc.assert(
    fc.property(names, moments, fc.integer({ min: 1, max: 90 }), (name, at, days) => {
      const page = world.posts(name, at, { limit: 12 })
      const [newest] = page
      for (const [place, post] of page.entries()) {
        const older = page[place + 1]
        if (older) expect(BigInt(post.id)).toBeGreaterThan(BigInt(older.id))
        expect(post.takenAt ?? at).toBeLessThanOrEqual(at)
      }
      const later = world.posts(name, at + days * dayMs, { limit: 500 }).find(({ id }) => id === newest?.id)
      if (!newest || !later) return
      expect({ ...later, likes: 0, comments: 0, views: 0, isPinned: false }).toEqual({
        ...newest,
        likes: 0,
        comments: 0,
        views: 0,
        isPinned: false,
      })
      expect(Number(later.likes) >= Number(newest.likes) || later.likes === newest.likes).toBe(true)
      expect(later.comments).toBeGreaterThanOrEqual(newest.comments)
    }),
  )
})

test('a young post is still being liked', () => {
  const [post] = world.posts('huge_account', begins, { limit: 1 })
  const later = world.posts('huge_account', begins + 2 * dayMs, { limit: 12 }).find(({ id }) => id === post?.id)
  expect(Number(later?.likes)).toBeGreaterThan(Number(post?.likes))
})

test('pages of posts follow each other without a gap, and there are as many as are counted', () => {
  const { postCount = 0 } = world.account('few_posts', begins) ?? {}
  const all = world.posts('few_posts', begins, { limit: 100 })
  expect(all).toHaveLength(postCount)
  expect([
    ...world.posts('few_posts', begins, { limit: 2 }),
    ...world.posts('few_posts', begins, { skip: 2, limit: 100 }),
  ]).toEqual(all)
  expect(world.posts('few_posts', begins, { skip: postCount, limit: 5 })).toEqual([])
})

test('ten thousand accounts are ten thousand people, of many sizes', () => {
  const accounts = Array.from({ length: 10_000 }, (_, place) => world.account(syntheticName(place + 1), begins))
  expect(new Set(accounts.map((account) => account?.graphId)).size).toBe(10_000)
  expect(new Set(accounts.map((account) => account?.id)).size).toBe(10_000)
  const followers = accounts.map((account) => account?.followers ?? -1).sort((one, other) => one - other)
  expect(followers[100]).toBeLessThan(200)
  expect(followers[9_900]).toBeGreaterThan(1_000_000)
})

test('a name is the same in any case; some names have no account', () => {
  expect(world.account('HIDDEN_Likes', begins)).toEqual(world.account('hidden_likes', begins))
  for (const missing of ['missing_somebody', '', 'two..stops', 'ends.', '.begins', 'ü', 'x'.repeat(31)]) {
    expect(world.account(missing, begins), missing).toBeUndefined()
    expect(world.posts(missing, begins, { limit: 5 })).toEqual([])
  }
})

const figuresAfter = (name: string, days: number) => world.account(name, begins + days * dayMs)?.followers ?? 0

test('what happens to special accounts happens at its time', () => {
  expect(figuresAfter('bursting', 4)).toBeGreaterThan(2 * figuresAfter('bursting', 1))
  expect(figuresAfter('purged', 5)).toBeLessThan(0.7 * figuresAfter('purged', 2))
  expect(figuresAfter('shrinking', 60)).toBeLessThan(0.7 * figuresAfter('shrinking', 0))
  expect(figuresAfter('zero_followers', 100)).toBe(0)
  expect(figuresAfter('one_follower', 100)).toBe(1)
  expect(figuresAfter('huge_account', 0)).toBeGreaterThan(600_000_000)
  expect(world.account('restless', begins)?.biography).not.toBe(world.account('restless', begins + dayMs)?.biography)
})

test('who was renamed is the same person under the new name, and gone under the old one', () => {
  const at = (days: number) => begins + days * dayMs
  expect(world.account('renamed_old', begins)).toBeUndefined()
  expect(world.account('renamed_new', begins)?.id).toMatch(/^\d+$/)
  const before = world.account('renamed_soon', at(2))
  expect(world.account('renamed_later', at(2))).toBeUndefined()
  expect(world.account('renamed_soon', at(3))).toBeUndefined()
  expect(world.account('renamed_later', at(3))).toMatchObject({ id: before?.id, graphId: before?.graphId })
  expect(world.posts('renamed_later', at(3), { skip: 1, limit: 20 })).not.toEqual([])
  expect([world.account('vanished_soon', at(2)), world.account('vanished_soon', at(3))]).toEqual([
    expect.anything(),
    undefined,
  ])
})

test('an account can be given its own character', () => {
  const own = instagramWorld({
    seed: 7,
    now: begins,
    accounts: { 'Mine.Alone': { followers: 1_000, growthPerDay: 0, jumps: [] } },
  })
  expect(own.account('mine.alone', begins)?.followers).toBeGreaterThan(990)
  expect(own.account('mine.alone', begins)?.followers).toBeLessThan(1_010)
})
