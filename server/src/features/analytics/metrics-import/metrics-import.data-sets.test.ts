/** Data sets of a scraper brought by people (D11 to D14), through the route: accounts, figures and posts. */
import { readFileSync } from 'node:fs'
import { apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { accountNamed, bring, figures } from '../../../testing/import-files.ts'
import { world } from '../../../testing/world.ts'

describe('a data set of a scraper', () => {
  test('as its vendor documents it gives accounts, figures and posts', async () => {
    const here = await world()
    const res = await bring(here, readFileSync(apifyProfiles.path('profiles.documented.json')))
    expect(res.statusCode).toBe(200)
    // Two of the five profiles are NASA's: the older one adds a snapshot and its posts, and leaves the newer ones alone.
    expect(res.json()).toEqual({
      accounts: { made: 4, matched: 0 },
      snapshots: 5,
      posts: 11,
      refused: [],
      refusedCount: 0,
    })
    const nasa = await accountNamed(here, 'nasa')
    expect(nasa).toMatchObject({
      username: 'nasa',
      source: 'import',
      companyId: 1,
      inputUrl: 'https://www.instagram.com/nasa',
      lastUpdated: '2025-08-29T17:16:11.000Z',
    })
    expect(nasa.metrics).toMatchObject({
      followers: 96_323_377,
      followerChange: 96_323_377 - 96_718_778,
      following: 80,
      posts: 4_519,
      bioText: '(biography left out)',
    })
    const likes = (601_022 + 174_591 + 53_833 + 216_938) / 4
    const comments = (1_882 + 521 + 429 + 444) / 4
    expect(nasa.metrics.engagementRate).toBeCloseTo(((likes + comments) / 96_323_377) * 100, 12)
    const { posts } = (await here.ask('pro', 'GET', `/api/accounts/${nasa.id}`)).json()
    expect(
      posts.map(({ likes: some, comments: others }: { likes: number; comments: number }) => [some, others]),
    ).toEqual([
      [601_022, 1_882],
      [174_591, 521],
      [53_833, 429],
      [216_938, 444],
    ])
  })

  test('with impossible likes is taken, without a rate, and keeps the sums of the company whole', async () => {
    const here = await world()
    const profile = (username: string, followersCount: number, likesCount: number) => ({
      username,
      followersCount,
      postsCount: 1,
      latestPosts: [{ id: `${likesCount}`, type: 'Image', likesCount, timestamp: '2026-11-20T08:00:00Z' }],
    })
    const dataSet = [profile('one', 1, 100_000_000_000), profile('usual', 1_000, 20)]
    expect((await bring(here, JSON.stringify(dataSet))).json()).toMatchObject({ snapshots: 2, posts: 2, refused: [] })
    expect((await accountNamed(here, 'one')).metrics).toMatchObject({ followers: 1, engagementRate: null })
    const sums = (await here.ask('pro', 'GET', '/api/metrics/global')).json()
    expect(sums).toMatchObject({ followers: 1_001, averageEngagementRate: 2 })
  })

  test('with hidden likes, no followers and profiles that failed', async () => {
    const here = await world({ accounts: ['Behind.The.Gate'] })
    const { items, errorItems } = apifyProfiles.synthetic()
    const dataSet = [...items, ...errorItems.map(({ item }) => item)]
    expect((await bring(here, JSON.stringify(dataSet))).json()).toEqual({
      accounts: { made: 9, matched: 1 },
      snapshots: 10,
      posts: 89,
      refused: [
        { line: 11, reason: '@nobody.here.9x was not found on Instagram when these data were collected' },
        {
          line: 12,
          reason: '@behind.the.gate gave no figures when these data were collected: it is empty, private or blocked',
        },
      ],
      refusedCount: 2,
    })
    // Six of its twelve posts hide their likes: the mean is that of the other six.
    const likes = (2_286 + 1_238 + 2_477 + 1_994 + 853 + 2_172) / 6
    const comments = (65 + 78 + 136 + 112 + 114 + 82 + 84 + 85 + 138 + 140 + 53 + 150) / 12
    const { metrics } = await accountNamed(here, 'hidden_likes')
    expect(metrics.followers).toBe(90_211)
    expect(metrics.engagementRate).toBeCloseTo(((likes + comments) / 90_211) * 100, 12)
    expect((await accountNamed(here, 'newcomer_2026')).metrics).toMatchObject({ followers: 0, engagementRate: null })
    expect(await accountNamed(here, 'behind')).toMatchObject({
      id: 1,
      username: 'Behind.The.Gate',
      metrics: { followers: 871 },
    })
    const hidden = await accountNamed(here, 'hidden_likes')
    const { posts } = (await here.ask('pro', 'GET', `/api/accounts/${hidden.id}`)).json()
    expect(posts[0]).toMatchObject({ likes: null, comments: 65 })
  })

  test.each(['profiles.documented.json', 'profiles.synthetic.json'] as const)(
    '%s brought twice changes nothing the second time, even on another day',
    async (name) => {
      const here = await world()
      const file = readFileSync(apifyProfiles.path(name))
      const first = (await bring(here, file)).json()
      const before = await figures(here)
      here.clock.moveBy(20 * 60 * 60_000)
      const second = (await bring(here, file)).json()
      expect(second).toEqual({
        ...first,
        accounts: { made: 0, matched: first.accounts.made + first.accounts.matched },
        snapshots: 0,
        posts: 0,
      })
      expect(await figures(here)).toEqual(before)
    },
  )

  test('of a later day replaces posts and texts; one of an earlier day adds its snapshot and its post', async () => {
    const here = await world()
    const profile = (day: string, biography: string, followersCount: number) =>
      JSON.stringify([
        {
          username: 'grove',
          biography,
          followersCount,
          latestPosts: [
            {
              id: day,
              type: 'Image',
              shortCode: day,
              likesCount: 5,
              commentsCount: 1,
              timestamp: `${day}T10:00:00.000Z`,
            },
          ],
        },
      ])
    const importProfile = async (file: string) => (await bring(here, file)).json()
    expect(await importProfile(profile('2026-11-10', 'now', 500))).toMatchObject({ snapshots: 1, posts: 1 })
    expect(await importProfile(profile('2026-11-01', 'before', 400))).toMatchObject({ snapshots: 1, posts: 1 })
    expect(await accountNamed(here, 'grove')).toMatchObject({
      metrics: { followers: 500, followerChange: 100, bioText: 'now' },
    })
    expect(await importProfile(profile('2026-11-15', 'after', 510))).toMatchObject({ snapshots: 1, posts: 1 })
    const { account, posts } = (await here.ask('pro', 'GET', '/api/accounts/1')).json()
    expect(account.metrics).toMatchObject({ followers: 510, bioText: 'after' })
    expect(posts).toEqual([
      {
        id: '2026-11-15',
        type: 'image',
        caption: null,
        url: null,
        imageUrl: null,
        likes: 5,
        comments: 1,
        postedAt: '2026-11-15T10:00:00.000Z',
      },
    ])
  })
})
