/** Figures are compared within one source and one method; where these change, the series breaks. */
import { describe, expect, test } from 'vitest'
import { bring, history, latest, typeIn } from '../../../testing/account-figures.ts'
import { formWith, type World, world } from '../../../testing/world.ts'
import { DAY, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'

describe('a change of source or method', () => {
  const provenanceOf = async (here: World) =>
    (await here.ask('basic', 'GET', '/api/accounts/1/metrics/provenance')).json()

  /** A profile with posts, whose rate is computed: (2 × 30 likes and 2 × 10 comments) / 1,000 followers. */
  const profile = (timestamp: string) =>
    JSON.stringify([
      {
        username: 'own',
        fullName: 'Own',
        followersCount: 1_000,
        followsCount: 5,
        postsCount: 2,
        timestamp,
        latestPosts: [1, 2].map((id) => ({ id: `${id}`, type: 'Image', likesCount: 30, commentsCount: 10 })),
      },
    ])

  test('from a stated rate to one computed from posts leaves no percentage, and says since when', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-11,900,1.5', 'own,2026-11-12,910,1.5')
    const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(profile('2026-11-20T08:00:00.000Z')))
    expect(res.json()).toMatchObject({ snapshots: 1, refused: [] })
    const figures = await latest(here)
    expect(figures).toMatchObject({
      engagementRate: 4,
      engagementRateChange: null,
      engagementBrokenAt: figures.lastUpdated,
      // A file is a file: its followers are of one kind.
      countsBrokenAt: null,
      followerChange: 90,
    })
    expect(await provenanceOf(here)).toMatchObject({ engagementBrokenAt: figures.lastUpdated, countsBrokenAt: null })
    expect(
      (await history(here)).map((entry) => [entry.engagementMethod, entry.isCountsBreak, entry.isEngagementBreak]),
    ).toEqual([
      ['stated', false, false],
      ['stated', false, false],
      ['computed', false, true],
    ])
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })

  test('from a file to the Graph API breaks followers too, until a week of the new source is there', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    await here.ask(
      'admin',
      'POST',
      '/api/accounts/import',
      formWith('username,date,followers,engagement_rate\nnasa,2026-11-01,5,1\nnasa,2026-11-18,7,1\n'),
    )
    expect(await latest(here)).toMatchObject({ followerChange: 2, followersTrend: [5, 7] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const first = await latest(here)
    expect(first).toMatchObject({
      source: 'graph',
      followerChange: null,
      followingChange: null,
      postsChange: null,
      engagementRateChange: null,
      comparedWith: '2026-11-01T00:00:00.000Z',
      countsBrokenAt: first.lastUpdated,
      engagementBrokenAt: first.lastUpdated,
      followersTrend: [first.followers],
    })
    expect((await here.ask('admin', 'GET', '/api/metrics/global')).json()).toMatchObject({ followerChange: null })
    expect((await history(here)).map(({ isCountsBreak }) => isCountsBreak)).toEqual([false, false, true])
    await here.round(5 * DAY)
    expect(await latest(here)).toMatchObject({ followerChange: null, countsBrokenAt: first.lastUpdated })
    await here.round(4 * DAY)
    const later = await latest(here)
    expect(later).toMatchObject({ countsBrokenAt: null, engagementBrokenAt: null })
    expect(later.followerChange).toEqual(expect.any(Number))
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })

  test('that was taken back within the week still breaks the series', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    // The first round takes the name in, the next one reads it.
    await here.round()
    await here.round(DAY)
    here.clock.moveBy(3 * DAY)
    await typeIn(here, { followers: 3 })
    await here.round(5 * DAY)
    expect(await latest(here)).toMatchObject({ followerChange: null, countsBrokenAt: expect.any(String) })
    expect((await history(here, '')).map(({ isCountsBreak }) => isCountsBreak)).toEqual([false, true, true])
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })
})
