import { type ApifyItem, apifyItemProblems, apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import type { FiguresReading } from '#ports/figures-file.ts'
import { apifyReading } from './apify-item.ts'
import { Refusal } from './fields.ts'
import { presentAt } from './moments.ts'
import { NOW } from './testing/read-content.ts'

const present = presentAt(NOW, 'UTC')
const documented = apifyProfiles.documented().map(({ item }) => item)
const { items: synthetic, errorItems } = apifyProfiles.synthetic()
const answered = apifyProfiles.samples().flatMap(({ part, body }) => (part === 'response' ? (body as ApifyItem[]) : []))
const profiles = [...documented, ...synthetic, ...answered.filter((item) => item.error === undefined)]
const failures = [...errorItems.map(({ item }) => item), ...answered.filter((item) => item.error !== undefined)]

function reading(item: unknown): FiguresReading {
  const read = apifyReading(item, present)
  if (read instanceof Refusal) throw new Error(read.reason)
  return read
}

function reason(item: unknown): string {
  const read = apifyReading(item, present)
  return read instanceof Refusal ? read.reason : 'was read'
}

const post = {
  id: '1',
  type: 'Image',
  shortCode: 'a',
  url: 'https://www.instagram.com/p/a/',
  commentsCount: 3,
  likesCount: 5,
}
const profile = (change: ApifyItem = {}): ApifyItem => ({
  username: 'nasa',
  followersCount: 10,
  latestPosts: [post],
  ...change,
})
const withPost = (change: ApifyItem) => profile({ latestPosts: [{ ...post, ...change }] })
const firstPost = (item: ApifyItem) => reading(item).profile?.latestPosts[0]

describe('items of the contract', () => {
  test('there are enough to prove something', () => {
    expect(profiles.length).toBeGreaterThan(15)
    expect(failures.length).toBeGreaterThan(2)
  })

  test.each(profiles.map((item) => [item.username, item] as const))('%s keeps its figures', (username, item) => {
    expect(apifyItemProblems(item)).toEqual([])
    const read = reading(item)
    expect(read).toMatchObject({
      username,
      day: null,
      followers: item.followersCount,
      following: item.followsCount,
      posts: item.postsCount,
      engagementRate: null,
    })
    expect(JSON.parse(read.profile?.raw ?? '')).toEqual(item)
    const sent = (item.latestPosts ?? []) as ApifyItem[]
    expect(read.profile?.latestPosts.map(({ id, shortCode, likes }) => ({ id, shortCode, likes }))).toEqual(
      sent.map(({ id, shortCode, likesCount }) => ({
        id,
        shortCode,
        likes: likesCount === -1 ? null : (likesCount ?? null),
      })),
    )
  })

  test.each(failures.map((item) => [item.error, item] as const))(
    '%s is reported with the name of the account',
    (_, item) => {
      expect(apifyItemProblems(item)).toEqual([])
      expect(reason(item)).toMatch(/^@(nobody\.here\.9x|behind\.the\.gate) (was not found|gave no figures)/)
    },
  )

  test('NASA, as the vendor published it', () => {
    const read = reading(documented[0])
    expect(read).toMatchObject({
      username: 'nasa',
      capturedAt: Date.UTC(2025, 7, 29, 17, 16, 11),
      followers: 96_323_377,
      profile: {
        fullName: 'NASA',
        externalUrl: 'https://www.nasa.gov/',
        inputUrl: 'https://www.instagram.com/nasa',
        sourcePictureUrl: 'https://cdn.example.test/ig/nasa_hd.jpg',
      },
    })
    expect(read.profile?.latestPosts.map(({ type, isPinned }) => [type, isPinned])).toEqual([
      ['carousel', true],
      ['image', true],
      ['reel', false],
      ['image', false],
    ])
    expect(read.profile?.latestPosts[0]).toEqual({
      id: '3697661021377407101',
      shortCode: 'DNQuxufAih9',
      type: 'carousel',
      caption: '(caption left out)',
      url: 'https://www.instagram.com/p/DNQuxufAih9/',
      sourceImageUrl: expect.stringMatching(/^https:/),
      likes: 601_022,
      comments: 1_882,
      views: null,
      postedAt: Date.UTC(2025, 7, 12, 16, 19, 28),
      isPinned: true,
    })
  })

  test('hidden likes are unknown, private and empty accounts are fine', () => {
    const byName = new Map(synthetic.map((item) => [item.username, reading(item)]))
    const likes = byName.get('hidden_likes_co')?.profile?.latestPosts.map((shown) => shown.likes)
    expect(likes).toEqual([...Array(6).fill(null), 2286, 1238, 2477, 1994, 853, 2172])
    expect(byName.get('behind.the.gate')).toMatchObject({
      followers: 871,
      capturedAt: null,
      profile: { latestPosts: [] },
    })
    expect(byName.get('newcomer_2026')).toMatchObject({ followers: 0, posts: 0 })
  })
})

describe('posts', () => {
  test.each([
    [{ type: 'Image' }, 'image'],
    [{ type: 'Sidecar' }, 'carousel'],
    [{ type: 'Video' }, 'video'],
    [{ type: 'Video', productType: 'igtv' }, 'video'],
    [{ type: 'Video', productType: 'clips' }, 'reel'],
  ])('%o is of type %s', (change, type) => {
    expect(firstPost(withPost(change))?.type).toBe(type)
  })

  test.each([-1, null, undefined])('%s likes or comments are unknown', (unknown) => {
    expect(firstPost(withPost({ likesCount: unknown, commentsCount: unknown }))).toMatchObject({
      likes: null,
      comments: null,
    })
  })

  test('no likes are zero likes', () => {
    expect(firstPost(withPost({ likesCount: 0, commentsCount: 0 }))).toMatchObject({ likes: 0, comments: 0 })
  })

  test('any number is kept, in the order of the source', () => {
    const latestPosts = Array.from({ length: 300 }, (_, at) => ({ ...post, id: String(at) }))
    const ids = reading(profile({ latestPosts })).profile?.latestPosts.map(({ id }) => id)
    expect(ids).toEqual(latestPosts.map(({ id }) => id))
  })

  test('a post that is listed twice counts once', () => {
    const latestPosts = [post, { ...post, id: '2' }, { ...post, likesCount: 9 }]
    const read = reading(profile({ latestPosts })).profile?.latestPosts
    expect(read?.map(({ id, likes }) => [id, likes])).toEqual([
      ['1', 5],
      ['2', 5],
    ])
  })

  test('texts that a store cannot keep are mended, addresses that a page must not link to are left out', () => {
    expect(firstPost(withPost({ caption: 'a\0b\ud800', url: 'javascript:alert(1)' }))).toMatchObject({
      caption: 'ab\ufffd',
      url: null,
    })
  })
})

describe('the moment of the figures', () => {
  const older = { ...post, id: '2', timestamp: '2026-10-01T00:00:00.000Z' }
  const newer = { ...post, id: '3', timestamp: '2026-11-01T00:00:00.000Z' }
  const none = { ...post, id: '4', timestamp: null }

  test.each([
    ['its own scrapedAt', { scrapedAt: '2026-11-05T00:00:00Z', latestPosts: [newer] }, Date.UTC(2026, 10, 5)],
    ['its own timestamp', { timestamp: '2026-11-06T00:00:00Z' }, Date.UTC(2026, 10, 6)],
    ['the newest post', { latestPosts: [older, none, newer] }, Date.UTC(2026, 10, 1)],
    ['unknown without a time', { latestPosts: [none] }, null],
    ['unknown without a post', { latestPosts: null }, null],
  ])('is %s', (_, change, at) => {
    expect(reading(profile(change)).capturedAt).toBe(at)
  })
})

describe('items that are refused', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)

  test.each([
    [null, 'is not a profile'],
    ['nasa', 'is not a profile'],
    [[], 'is not a profile'],
    [{}, 'username is missing'],
    [profile({ username: 5 }), 'username must be text, not 5'],
    [
      profile({ username: 'a b' }),
      'username "a b" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [profile({ followersCount: undefined }), '@nasa: followersCount is missing'],
    [profile({ followersCount: '10' }), '@nasa: followersCount must be a whole number, not "10"'],
    [profile({ followersCount: 1.5 }), '@nasa: followersCount must be a whole number, not 1.5'],
    [profile({ followersCount: -1 }), '@nasa: followersCount must not be negative, but is -1'],
    [profile({ followersCount: 1e12 }), '@nasa: followersCount 1000000000000 is more than 100,000,000,000'],
    [profile({ followsCount: {} }), '@nasa: followsCount must be a whole number, not an object'],
    [profile({ postsCount: [] }), '@nasa: postsCount must be a whole number, not a list'],
    [profile({ biography: 1 }), '@nasa: biography must be text, not 1'],
    [profile({ latestPosts: {} }), '@nasa: latestPosts must be a list, not an object'],
    [profile({ latestPosts: [post, 7] }), '@nasa: latestPosts[1] must be a post, not 7'],
    [profile({ scrapedAt: 1_700_000_000 }), '@nasa: scrapedAt must be text, not 1700000000'],
    [profile({ scrapedAt: '2026-11-21T00:00:00Z' }), '@nasa: scrapedAt "2026-11-21T00:00:00Z" is in the future'],
    [
      withPost({ timestamp: '2027-01-01T00:00:00Z' }),
      '@nasa: the newest post "2027-01-01T00:00:00.000Z" is in the future',
    ],
    [
      withPost({ timestamp: 'soon' }),
      '@nasa: latestPosts[0].timestamp must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "soon"',
    ],
    [withPost({ id: 12 }), '@nasa: latestPosts[0].id must be text, not 12'],
    [withPost({ id: '1 or 2' }), '@nasa: latestPosts[0].id "1 or 2" is not the id of a post'],
    [withPost({ id: undefined }), '@nasa: latestPosts[0].id is missing'],
    [withPost({ type: 'Story' }), '@nasa: latestPosts[0].type must be Image, Video or Sidecar, not "Story"'],
    [withPost({ likesCount: -2 }), '@nasa: latestPosts[0].likesCount must not be negative, but is -2'],
    [withPost({ likesCount: 'many' }), '@nasa: latestPosts[0].likesCount must be a whole number, not "many"'],
    [withPost({ isPinned: 'yes' }), '@nasa: latestPosts[0].isPinned must be true or false, not "yes"'],
    [profile({ about: deep }), '@nasa: is nested too deeply'],
    [
      { error: 'blocked', errorDescription: 'Try again' },
      'An account gave no figures when these data were collected: "Try again"',
    ],
    [
      { error: { type: 'run-failed', message: 'It failed' }, url: 'https://www.instagram.com/nasa/' },
      '@nasa gave no figures when these data were collected: "It failed"',
    ],
  ])('case %#', (item, expected) => {
    expect(reason(item)).toBe(expected)
  })

  test('unknown fields never hurt', () => {
    expect(reading(profile({ brandNew: { deep: [1] }, error: null, __proto__: { followersCount: 1 } })).followers).toBe(
      10,
    )
  })
})
