/** Every item of Apify in the contract is read with its figures, or reported with its name. */
import { type ApifyItem, apifyItemProblems, apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { reading, reason } from './testing/read-item.ts'

const documented = apifyProfiles.loadDocumented().map(({ item }) => item)
const { items: synthetic, errorItems } = apifyProfiles.synthetic()
const answered = apifyProfiles.samples().flatMap(({ part, body }) => (part === 'response' ? (body as ApifyItem[]) : []))
const profiles = [...documented, ...synthetic, ...answered.filter((item) => item.error === undefined)]
const failures = [...errorItems.map(({ item }) => item), ...answered.filter((item) => item.error !== undefined)]

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
