/** Posts that the data set of a scraper brings into the history of an account, through the route. */
import { describe, expect, test } from 'vitest'
import { importFile } from '../../../testing/import-files.ts'
import { apifyPosts, dataSet, historyOf } from '../../../testing/imported-posts.ts'
import { world } from '../../../testing/world.ts'
import { checkIntegrity } from '../../../testing/world-with-weeks.ts'

const HOUR = 3_600_000

describe('a data set of a scraper', () => {
  test('with any number of posts keeps all; the panel and the rate use the first twelve', async () => {
    const here = await world()
    const file = dataSet('grove', '2026-11-10T00:00:00Z', apifyPosts(600))
    expect(await importFile(here, file)).toMatchObject({ accounts: { made: 1 }, snapshots: 1, posts: 600 })
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
    expect(await importFile(here, file)).toMatchObject({ accounts: { matched: 1 }, snapshots: 0, posts: 0 })
    expect(await historyOf(here, 1)).toEqual(history)
    expect(await checkIntegrity(here)).toMatchObject({ mismatchCount: 0 })
  })

  test('with twelve posts shows which are gone; a list that was cut or put together does not', async () => {
    const here = await world()
    const latest = apifyPosts(14)
    await importFile(here, dataSet('grove', '2026-11-10T00:00:00Z', latest))
    const cut = latest.filter((_, at) => at % 3 === 0)
    await importFile(here, dataSet('grove', '2026-11-11T00:00:00Z', cut))
    const putTogether = [...latest.slice(0, 3), ...latest.slice(5)].concat(apifyPosts(40).slice(30))
    await importFile(here, dataSet('grove', '2026-11-12T00:00:00Z', putTogether))
    const findGone = async () =>
      (await historyOf(here, 1)).flatMap(({ url, goneAt }) => (goneAt === null ? [] : [url?.split('/')[4], goneAt]))
    expect(await findGone()).toEqual([])
    await importFile(here, dataSet('grove', '2026-11-13T00:00:00Z', latest.toSpliced(4, 1).slice(0, 12)))
    expect(await findGone()).toEqual(['C9', '2026-11-13T00:00:00.000Z'])
  })

  test('that lists its posts from the oldest on makes no post a pinned one', async () => {
    const here = await world()
    await importFile(here, dataSet('grove', '2026-11-10T00:00:00Z', apifyPosts(30).toReversed()))
    expect((await historyOf(here, 1)).filter(({ isPinned }) => isPinned)).toEqual([])
  })

  test('in several items of one moment keeps the posts of each', async () => {
    const here = await world()
    const [newer, older] = [apifyPosts(60).slice(0, 30), apifyPosts(60).slice(30)]
    const items = [newer, older].flatMap((posts) => JSON.parse(dataSet('grove', '2026-11-10T00:00:00Z', posts)))
    expect(await importFile(here, JSON.stringify(items))).toMatchObject({ posts: 60 })
    expect(await historyOf(here, 1)).toHaveLength(60)
  })

  test('of 2,000 posts with 2,200 emoji each fits into the importing thread', async () => {
    const here = await world({ importsIn: 'worker' })
    const caption = '🍊'.repeat(2_200)
    // The thread reads the real clock.
    const posts = apifyPosts(2_000, { caption, timestamp: '2020-01-05T18:00:00Z' })
    const items = [
      dataSet('grove', '2020-01-10T00:00:00Z', posts),
      dataSet('orchard', '2020-01-10T00:00:00Z', posts.slice(0, 100)),
    ]
    const file = JSON.stringify(items.flatMap((text) => JSON.parse(text)))
    expect(await importFile(here, file)).toMatchObject({
      accounts: { made: 2 },
      snapshots: 2,
      posts: 2_100,
      refusedCount: 0,
    })
    const { count } = await here.database.queries
      .selectFrom('posts')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('caption', '=', caption)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2_100)
  }, 60_000)
})
