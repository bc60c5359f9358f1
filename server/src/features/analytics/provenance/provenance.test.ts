/** Where figures come from (D38): every number can be recomputed from this response. */
import { describe, expect, test } from 'vitest'
import { formWith, START, world } from '../../../testing/world.ts'
import { DAY, HOUR, type Measured, MINUTE, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()
const provenanceOf = async ({ ask }: Measured, id = 1) =>
  (await ask('pro', 'GET', `/api/accounts/${id}/metrics/provenance`)).json()

async function makeRefreshedWorld(name = 'nasa') {
  const here = await makeWorldWithSources({ accounts: [name] })
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  return here
}

test('before there are figures there is no provenance', async () => {
  const { ask } = await world({ accounts: ['nasa'] })
  expect((await ask('pro', 'GET', '/api/accounts/1/metrics/provenance')).json()).toEqual({
    latest: null,
    base: null,
    countsBrokenAt: null,
    engagementBrokenAt: null,
    posts: [],
  })
  expect((await ask('admin', 'GET', '/api/accounts/1/metrics/raw')).statusCode).toBe(404)
})

describe('figures of a source', () => {
  test('name it, the moment, and the answer they were made from', async () => {
    const here = await makeRefreshedWorld()
    const known = here.graph.world.account('nasa', START)
    const { latest, base } = await provenanceOf(here)
    expect(latest).toMatchObject({
      capturedAt: at(START),
      recordedAt: at(START),
      source: 'graph',
      followers: known?.followers,
      following: known?.following,
      posts: known?.postCount,
      hasRaw: true,
    })
    expect(base).toBeNull()
    const raw = await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')
    expect(raw.json()).toMatchObject({ username: 'nasa', followers_count: known?.followers })
    expect(raw.body).not.toContain(here.graph.token)
  })

  test.each(['nasa', 'hidden_likes', 'pinned_posts', 'few_posts'])(
    'of %s: the rate follows from the sums, and the sums from the posts',
    async (name) => {
      const here = await makeRefreshedWorld(name)
      const { latest, posts } = await provenanceOf(here)
      const pickKnown = (figure: 'likes' | 'comments') =>
        posts
          .map((post: Record<string, number | null>) => post[figure])
          .filter((value: number | null) => value !== null)
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      const { likesSum, likesKnown, commentsSum, commentsKnown } = latest.engagement
      expect([likesSum, likesKnown]).toEqual([sum(pickKnown('likes')), pickKnown('likes').length])
      expect([commentsSum, commentsKnown]).toEqual([sum(pickKnown('comments')), pickKnown('comments').length])
      if (likesKnown === 0) return expect(latest.engagementRate).toBeNull()
      const mean = likesSum / likesKnown + (commentsKnown > 0 ? commentsSum / commentsKnown : 0)
      expect(latest.engagementRate).toBeCloseTo((mean / latest.followers) * 100, 9)
    },
  )

  test('of a week and more have the snapshot that the changes are counted from', async () => {
    const here = await makeRefreshedWorld()
    for (let day = 0; day < 9; day += 1) await here.round(DAY)
    const { latest, base } = await provenanceOf(here)
    expect(Date.parse(base.capturedAt)).toBeLessThanOrEqual(Date.parse(latest.capturedAt) - 7 * DAY)
    expect(Date.parse(base.capturedAt)).toBeGreaterThan(Date.parse(latest.capturedAt) - 9 * DAY)
    const { metrics } = (await here.ask('pro', 'GET', '/api/accounts/1')).json()
    expect(metrics.followerChange).toBe(latest.followers - base.followers)
  })

  test('are equal for both companies, each from its own snapshot', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa', { username: 'NASA', companyId: 2 }] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const theirs = (await here.ask('foreigner', 'GET', '/api/accounts/2/metrics/provenance')).json()
    expect(theirs.latest).toEqual((await provenanceOf(here)).latest)
  })
})

describe('figures of other ways', () => {
  test('typed in: no answer, no posts', async () => {
    const here = await makeRefreshedWorld()
    here.clock.moveBy(HOUR)
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1_234 })
    const { latest, posts } = await provenanceOf(here)
    expect(latest).toMatchObject({ source: 'import', followers: 1_234, rawHash: null, hasRaw: false, engagement: null })
    expect(posts).toEqual([])
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')).statusCode).toBe(404)
  })

  test('from a table: no answer', async () => {
    const { ask } = await world({ accounts: ['nasa'] })
    await ask('admin', 'POST', '/api/accounts/import', formWith('username,date,followers\nnasa,2026-11-01,5\n'))
    const { latest } = (await ask('pro', 'GET', '/api/accounts/1/metrics/provenance')).json()
    expect(latest).toMatchObject({ source: 'import', followers: 5, rawHash: null, hasRaw: false })
  })
})

test('a failed reading leaves the provenance of the figures before', async () => {
  const here = await makeRefreshedWorld()
  const before = await provenanceOf(here)
  here.clock.moveBy(DAY)
  here.graph.faults.always('wrongTypes')
  await here.round(10 * MINUTE)
  expect(await provenanceOf(here)).toEqual(before)
})
