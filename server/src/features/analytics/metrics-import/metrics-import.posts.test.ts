/** A table of posts in a file brings them into the history of an account, through the route. */
import { describe, expect, test } from 'vitest'
import { importFile } from '../../../testing/import-files.ts'
import { apifyPost, apifyPosts, dataSet, FIRST_POST, historyOf } from '../../../testing/imported-posts.ts'
import { type World, world } from '../../../testing/world.ts'
import { checkIntegrity } from '../../../testing/world-with-weeks.ts'

const HOUR = 3_600_000

describe('a table of posts', () => {
  const HEADER = 'username,post_id,posted_at,type,likes,comments,views,caption,url'
  const row = (number: number, likes: number | '', fields: { comments?: number | ''; caption?: string } = {}) => {
    const { url, timestamp } = apifyPost(number)
    return `grove,C${number},${timestamp},image,${likes},${fields.comments ?? 3},,${fields.caption ?? ''},${url}`
  }
  const table = (...rows: string[]) => [HEADER, ...rows, ''].join('\n')
  const readingsOf = async (here: World, postId: number) =>
    (await here.ask('admin', 'GET', `/api/accounts/1/posts/${postId}/readings`)).json()

  test('adds posts of any origin to matched and to new accounts, and the same file again changes nothing', async () => {
    const here = await world({ accounts: ['Grove'] })
    const file = table(
      row(1, 10),
      row(2, ''),
      row(3, 30, { caption: '"Two\nlines"' }),
      row(4, 1).replace('grove', '@other'),
    )
    expect(await importFile(here, file)).toEqual({
      accounts: { made: 1, matched: 1 },
      snapshots: 0,
      posts: 4,
      refused: [],
      refusedCount: 0,
    })
    const history = await historyOf(here, 1)
    expect(history).toMatchObject([
      { url: apifyPost(3).url, caption: 'Two\nlines', likes: 30, comments: 3, views: null, isPinned: false },
      { url: apifyPost(2).url, likes: null, comments: 3 },
      { url: apifyPost(1).url, likes: 10, postedAt: apifyPost(1).timestamp },
    ])
    expect(history[0]?.lastSeenAt).toBe(new Date(here.clock.now()).toISOString())
    for (let times = 0; times < 2; times += 1) {
      here.clock.moveBy(10 * HOUR)
      expect(await importFile(here, file)).toMatchObject({ accounts: { made: 0, matched: 2 }, posts: 0 })
      expect(await historyOf(here, 1)).toEqual(history)
    }
    expect(await checkIntegrity(here)).toMatchObject({ mismatchCount: 0 })
  })

  test('without read_at has the figures of the import; brought again after newer ones it changes nothing', async () => {
    const here = await world()
    await importFile(here, table(row(1, 10)))
    const [post] = await historyOf(here, 1)
    here.clock.moveBy(HOUR)
    expect(await importFile(here, table(row(1, 20, { comments: '' })))).toMatchObject({ posts: 1 })
    here.clock.moveBy(HOUR)
    expect(await importFile(here, table(row(1, 10)))).toMatchObject({ posts: 0 })
    expect(await importFile(here, table(row(1, ''), row(1, 20)))).toMatchObject({ posts: 0 })
    expect(await readingsOf(here, Number(post?.id))).toMatchObject([
      { likes: 10, comments: 3 },
      { likes: 20, comments: 3 },
    ])
  })

  test('that names a post twice keeps both figures, the later row last', async () => {
    const here = await world()
    const file = table(row(1, 10), row(1, 12))
    expect(await importFile(here, file)).toMatchObject({ posts: 1 })
    here.clock.moveBy(HOUR)
    expect(await importFile(here, file)).toMatchObject({ posts: 0 })
    expect(await historyOf(here, 1)).toMatchObject([{ likes: 12 }])
  })

  test('with read_at gives every post its figures over time, in any order of rows', async () => {
    const here = await world()
    const hours = [1, 5, 23, 25, 71, 73, 160, 170]
    const rows = hours.map((hour) => {
      const readAt = new Date(FIRST_POST + 6 * HOUR + hour * HOUR).toISOString()
      return `${row(1, hour * 10)},${readAt}`
    })
    const file = [`${HEADER},read_at`, ...rows.toReversed(), ''].join('\n')
    expect(await importFile(here, file)).toMatchObject({ posts: 1 })
    expect(await importFile(here, file)).toMatchObject({ posts: 0 })
    expect(await historyOf(here, 1)).toMatchObject([
      { likes: 1_700, at24Hours: { likes: 240 }, at72Hours: { likes: 720 }, at7Days: { likes: 1_680 } },
    ])
    expect(await checkIntegrity(here)).toMatchObject({ mismatchCount: 0 })
  })

  test('finds posts of other sources by short code or id, keeps their pins and texts, and marks none as gone', async () => {
    const here = await world()
    const latest = apifyPosts(12, { caption: 'as it is' }).map((post, at) =>
      at === 0 ? { ...post, isPinned: true } : post,
    )
    await importFile(here, dataSet('grove', '2026-11-10T00:00:00Z', latest))
    expect(await importFile(here, table(row(11, 500), row(1, 7).replace(',C1,', ',90001,')))).toMatchObject({
      posts: 2,
    })
    const history = await historyOf(here, 1)
    expect(history).toHaveLength(12)
    expect(history[0]).toMatchObject({ likes: 500, isPinned: true, caption: 'as it is', goneAt: null })
    expect(history[10]).toMatchObject({ likes: 7, caption: 'as it is' })
    expect(history.filter(({ goneAt }) => goneAt !== null)).toEqual([])
  })

  test('keeps its good rows and names each bad one with its line and reason', async () => {
    const here = await world()
    const bad = row(2, 5).replace(',image,', ',story,')
    expect(await importFile(here, table(row(1, 5), bad, row(3, 5)))).toMatchObject({
      posts: 2,
      refused: [{ line: 3, reason: 'type must be image, video, carousel or reel, not "story"' }],
      refusedCount: 1,
    })
  })

  test('makes the months and the analysis of its accounts again', async () => {
    const here = await world()
    await importFile(here, 'username,date,followers\ngrove,2026-11-01,100\ngrove,2026-11-15,120\n')
    const countPosts = async () =>
      (await here.ask('admin', 'GET', '/api/accounts/1/analysis?from=2026-01-01&to=2026-11-20')).json().period.posts
    expect(await countPosts()).toBe(0)
    await importFile(here, table(...Array.from({ length: 80 }, (_, number) => row(number, 50 + number))))
    expect(await countPosts()).toBe(80)
    const months = await here.database.queries
      .selectFrom('account_months')
      .select(['month', 'posts'])
      .orderBy('month')
      .execute()
    expect(months.map(({ month, posts }) => [month - 2026 * 12, posts])).toEqual([
      [0, 80],
      [10, 0],
    ])
    expect(await checkIntegrity(here)).toMatchObject({ mismatchCount: 0 })
  })

  test('of 4,000 long captions is read in a thread with little memory', async () => {
    const here = await world({ importsIn: 'worker' })
    const caption = '🍊'.repeat(2_200)
    const rows = Array.from({ length: 4_000 }, (_, number) =>
      row(number, number, { caption }).replace(apifyPost(number).timestamp, '2021-01-05T18:00:00Z'),
    )
    expect(await importFile(here, table(...rows))).toMatchObject({ posts: 4_000, refusedCount: 0 })
  }, 60_000)
})
