/** Posts that files bring into the history of an account, through the route. */
import type { Post } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { formWith, type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'

const HOUR = 3_600_000
const FIRST_POST = Date.UTC(2026, 0, 5, 18)

const bring = async (here: World, content: string) => {
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(content))
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

async function historyOf(here: World, id: number): Promise<Post[]> {
  const posts: Post[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: string = cursor && `?cursor=${cursor}`
    const res = await here.ask('admin', 'GET', `/api/accounts/${id}/posts/history${query}`)
    posts.push(...res.json())
    cursor = /cursor=([^&>]+)/.exec(String(res.headers.link ?? ''))?.[1]
  }
  return posts
}

const auditOf = ({ database, clock }: World) => integrityCheckService({ database, clock }).run()

const apifyPost = (number: number, fields: object = {}) => ({
  id: `9000${number}`,
  type: 'Image',
  shortCode: `C${number}`,
  url: `https://www.instagram.com/p/C${number}/`,
  likesCount: 100 + number,
  commentsCount: 3,
  timestamp: new Date(FIRST_POST + number * 6 * HOUR).toISOString(),
  ...fields,
})

/** The newest first, as the scraper lists them. */
const apifyPosts = (count: number, fields?: object) =>
  Array.from({ length: count }, (_, at) => apifyPost(count - 1 - at, fields))

const dataSet = (username: string, scrapedAt: string, latestPosts: object[], fields: object = {}) =>
  JSON.stringify([{ username, followersCount: 1_000, postsCount: 500, scrapedAt, latestPosts, ...fields }])

describe('a data set of a scraper', () => {
  test('with any number of posts keeps all; the panel and the rate use the first twelve', async () => {
    const here = await world()
    const file = dataSet('grove', '2026-11-10T00:00:00Z', apifyPosts(600))
    expect(await bring(here, file)).toMatchObject({ accounts: { made: 1 }, snapshots: 1, posts: 600 })
    const history = await historyOf(here, 1)
    expect(history.map(({ url }) => url)).toEqual(apifyPosts(600).map(({ url }) => url))
    expect(history.some(({ isPinned, goneAt }) => isPinned || goneAt !== null)).toBe(false)
    const { posts, metrics } = (await here.ask('admin', 'GET', '/api/accounts/1')).json()
    expect(posts).toHaveLength(12)
    const likes = apifyPosts(600)
      .slice(0, 12)
      .reduce((sum, { likesCount }) => sum + likesCount, 0)
    expect(metrics.engagementRate).toBeCloseTo(((likes / 12 + 3) / 1_000) * 100, 10)
    here.clock.moveBy(HOUR)
    expect(await bring(here, file)).toMatchObject({ accounts: { matched: 1 }, snapshots: 0, posts: 0 })
    expect(await historyOf(here, 1)).toEqual(history)
    expect(await auditOf(here)).toMatchObject({ mismatchCount: 0 })
  })

  test('with twelve posts shows which are gone; a list that was cut or put together does not', async () => {
    const here = await world()
    const latest = apifyPosts(14)
    await bring(here, dataSet('grove', '2026-11-10T00:00:00Z', latest))
    const cut = latest.filter((_, at) => at % 3 === 0)
    await bring(here, dataSet('grove', '2026-11-11T00:00:00Z', cut))
    const putTogether = [...latest.slice(0, 3), ...latest.slice(5)].concat(apifyPosts(40).slice(30))
    await bring(here, dataSet('grove', '2026-11-12T00:00:00Z', putTogether))
    const goneOf = async () =>
      (await historyOf(here, 1)).flatMap(({ url, goneAt }) => (goneAt === null ? [] : [url?.split('/')[4], goneAt]))
    expect(await goneOf()).toEqual([])
    await bring(here, dataSet('grove', '2026-11-13T00:00:00Z', latest.toSpliced(4, 1).slice(0, 12)))
    expect(await goneOf()).toEqual(['C9', '2026-11-13T00:00:00.000Z'])
  })

  test('that lists its posts from the oldest on makes no post a pinned one', async () => {
    const here = await world()
    await bring(here, dataSet('grove', '2026-11-10T00:00:00Z', apifyPosts(30).toReversed()))
    expect((await historyOf(here, 1)).filter(({ isPinned }) => isPinned)).toEqual([])
  })

  test('in several items of one moment keeps the posts of each', async () => {
    const here = await world()
    const [newer, older] = [apifyPosts(60).slice(0, 30), apifyPosts(60).slice(30)]
    const items = [newer, older].flatMap((posts) => JSON.parse(dataSet('grove', '2026-11-10T00:00:00Z', posts)))
    expect(await bring(here, JSON.stringify(items))).toMatchObject({ posts: 60 })
    expect(await historyOf(here, 1)).toHaveLength(60)
  })

  test('of 2,000 posts with 2,200 emoji each fits into the importing thread', async () => {
    const here = await world({ importsIn: 'worker' })
    const caption = '🍊'.repeat(2_200)
    const items = ['grove', 'orchard'].map((name) =>
      JSON.stringify({ ...JSON.parse(dataSet(name, '2026-01-10T00:00:00Z', apifyPosts(2_000, { caption })))[0] }),
    )
    // The thread reads the real clock: the posts of the file are in its past only where they are old.
    const file = `[${items.join(',').replaceAll('"2026-', '"2020-').replaceAll('"2027-', '"2021-')}]`
    expect(await bring(here, file)).toMatchObject({
      accounts: { made: 2 },
      snapshots: 2,
      posts: 4_000,
      refusedCount: 0,
    })
    const { count } = await here.database.queries
      .selectFrom('posts')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('caption', '=', caption)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(4_000)
  })
})
