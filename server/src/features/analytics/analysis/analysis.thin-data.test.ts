/** The analysis of accounts with few, odd or very many data answers in sentences too. */
import type { Analysis } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { analyse } from '../../../testing/analyse.ts'
import {
  DAY_MS,
  HOUR_MS,
  type PlantedPost,
  plant,
  plantDays,
  plantPosts,
  shiftFrom,
  TODAY,
} from '../../../testing/planted-accounts.ts'
import { START, setUpSharedWorld, world } from '../../../testing/world.ts'

/** For tests that only add accounts of their own, and compare no days. */
const shared = setUpSharedWorld()

describe('thin and odd data', () => {
  const questions = ({ posting, formats, hashtags }: Analysis) => [posting.verdict, formats.verdict, hashtags.verdict]
  const NOTHING = ['too-few-posts', 'too-few-posts', 'too-few-posts']

  test('an account without any data answers in sentences', async () => {
    const here = await world({ accounts: ['own'] })
    const { period, posting, moves, posts, growth, ...rest } = await analyse(here, 1)
    expect(questions({ posting, ...rest } as Analysis)).toEqual(NOTHING)
    expect(period).toMatchObject({ posts: 0, readings: 0, leftOut: { sentence: null } })
    expect([moves, posts.top, posts.weak, growth.span, growth.previous]).toEqual([[], [], [], null, null])
    expect(posting.sentence).toBe('Too few posts to compare times: 0 of the 60 posts needed are here.')
    expect(growth.sentence).toBe('There is no reading in this period; growth needs two.')
  })

  test('59 posts are one too few, and 60 are enough to ask', async () => {
    const here = await shared()
    const posts = plantPosts({ count: 60, seed: 61 })
    const few = await analyse(here, await plant(here, 'fiftynine', { posts: posts.slice(1) }))
    expect(few.posting).toMatchObject({ verdict: 'too-few-posts', posts: 59, detectable: null })
    expect(few.posting.sentence).toBe('Too few posts to compare times: 59 of the 60 posts needed are here.')
    expect(few.posting.cells.every(({ effect, significant }) => effect === null && !significant)).toBe(true)
    const enough = await analyse(here, await plant(here, 'sixty', { posts }))
    expect(enough.posting.verdict).toBe('no-difference')
    expect(enough.posting.detectable?.effect).toBeGreaterThan(0.3)
  })

  test.each<[string, (post: PlantedPost, at: number) => Partial<PlantedPost>, string[]]>([
    [
      'all posts at one hour of one weekday and of one format',
      (_, at) => ({ at: (TODAY - 17 - 7 * (at % 40)) * DAY_MS + 9 * HOUR_MS + at * 1_000, format: 'image' }),
      NOTHING,
    ],
    ['no likes anywhere', () => ({ likes: 0, comments: 0 }), ['no-difference', 'no-difference', 'too-few-posts']],
    ['the same likes everywhere', () => ({ likes: 500 }), ['no-difference', 'no-difference', 'too-few-posts']],
    [
      'captions of 2,200 emoji',
      () => ({ caption: '🍊'.repeat(2_200) }),
      ['no-difference', 'no-difference', 'too-few-posts'],
    ],
    [
      'a hundred hashtags in each post',
      () => ({ caption: Array.from({ length: 100 }, (_, tag) => `#tag${tag}`).join(' ') }),
      ['no-difference', 'no-difference', 'too-few-posts'],
    ],
  ])('%s', async (name, change, verdicts) => {
    const here = await shared()
    const posts = plantPosts({ count: 80, seed: 65 }).map((post, at) => ({ ...post, ...change(post, at) }))
    const answer = await analyse(here, await plant(here, `odd${name.length}`, { posts }))
    expect(answer.period.posts).toBe(80)
    expect(questions(answer)).toEqual(verdicts)
  })

  test('2,000 posts', async () => {
    const here = await shared()
    const posts = plantPosts({ count: 2_000, seed: 67, every: 0.15 })
    const answer = await analyse(here, await plant(here, 'busy', { posts }))
    expect(answer.period.posts).toBe(2_000)
    expect(answer.posting.posts).toBe(2_000)
    expect(answer.period.leftOut.sentence).toBeNull()
  })

  test('of more than 2,000 posts the newest are looked at, and the answer says so', async () => {
    const here = await shared()
    const posts = plantPosts({ count: 2_001, seed: 68, every: 0.15 })
    const answer = await analyse(here, await plant(here, 'busier', { posts }))
    expect(answer.period.posts).toBe(2_000)
    expect(answer.period.leftOut.sentence).toBe('Only the newest 2,000 posts are looked at.')
  })

  test('hidden likes throughout leave every post out, and the answer says so', async () => {
    const here = await shared()
    const posts = plantPosts({ count: 70, seed: 69 }).map((post) => ({ ...post, likes: null }))
    const answer = await analyse(here, await plant(here, 'hiding', { posts }))
    expect(answer.period.leftOut).toEqual({
      sentence: '70 posts are left out: 70 with hidden likes.',
      hidden: 70,
      gone: 0,
      unread: 0,
    })
    expect(questions(answer)).toEqual(NOTHING)
  })

  test('posts too young for figures at 72 hours are left out, and so are those gone by then', async () => {
    const here = await shared()
    const young = [0, 1, 2].map((hour) => ({ at: START - DAY_MS - hour * HOUR_MS, likes: 10 }))
    const id = await plant(here, 'young', { posts: [...plantPosts({ count: 12, seed: 71, every: 1 }), ...young] })
    const [newest] = (await here.ask('admin', 'GET', `/api/accounts/${id}/posts/history?limit=1`)).json()
    await here.database.queries.updateTable('posts').set({ gone_at: START }).where('id', '=', newest.id).execute()
    const { period } = await analyse(here, id, '?from=2026-01-01')
    expect(period).toMatchObject({ posts: 12, leftOut: { hidden: 0, gone: 1, unread: 2 } })
    expect(period.leftOut.sentence).toBe(
      '3 posts are left out: 1 gone too soon and 2 without figures at a comparable age.',
    )
  })

  test('one follower, every day for two years', async () => {
    const here = await shared()
    const days = new Map(Array.from({ length: 730 }, (_, back) => [TODAY - 729 + back, 1]))
    const { moves, growth } = await analyse(here, await plant(here, 'lonely', { days }), '?from=2024-11-21')
    expect(moves).toEqual([])
    expect(growth.sentence).toContain('stayed at 1')
    expect(growth.span).toMatchObject({ before: 1, after: 1, change: 0, share: 0 })
  })

  test('two years of days imported at once, without any post', async () => {
    const here = await world()
    const days = shiftFrom(plantDays({ count: 730, seed: 36 }), TODAY - 200, 0.05)
    const answer = await analyse(here, await plant(here, 'grown', { days }), '?from=2024-11-21')
    expect(answer.period).toMatchObject({ readings: 730, posts: 0 })
    expect(answer.moves).toMatchObject([{ day: dayToText(TODAY - 200), kind: 'unexplained' }])
    expect(answer.moves[0]?.evidence.others).toEqual({ accounts: 0, moved: 0 })
    expect(answer.growth.breaks).toEqual([])
  })

  test('a change of source breaks the series, and growth is counted since then', async () => {
    const here = await world()
    const id = await plant(here, 'switched', { days: plantDays({ count: 200, seed: 75 }) })
    const live = here.database.queries.updateTable('metric_snapshots').set({ source: 'graph' })
    await live
      .where('account_id', '=', id)
      .where('day', '>', TODAY - 50)
      .execute()
    const { growth, moves } = await analyse(here, id)
    expect(growth.breaks).toEqual([{ day: dayToText(TODAY - 49), from: 'import', to: 'graph' }])
    expect(growth.span?.from).toBe(dayToText(TODAY - 49))
    expect(moves).toEqual([])
  })

  test('figures of the two live sources go on as one series', async () => {
    const here = await world()
    const id = await plant(here, 'taking-turns', { days: plantDays({ count: 200, seed: 75 }) })
    const snapshots = here.database.queries.updateTable('metric_snapshots').where('account_id', '=', id)
    await snapshots.set({ source: 'graph' }).execute()
    await snapshots
      .set({ source: 'apify' })
      .where('day', '>', TODAY - 50)
      .execute()
    const { growth } = await analyse(here, id)
    expect([growth.breaks, growth.span?.from]).toEqual([[], dayToText(TODAY - 199)])
  })

  test('hours and weekdays are those of the company’s time zone today', async () => {
    const here = await world()
    const posts = plantPosts({ count: 240, seed: 11, effect: (hour) => (hour >= 18 && hour < 22 ? 1.7 : 1) })
    const id = await plant(here, 'moving', { posts })
    const inDubai = { name: 'Citrus Studio', timeZone: 'Asia/Dubai' }
    expect((await analyse(here, id)).posting.sentence).toContain('Posts between 18:00 and 22:00 got ')
    expect((await here.ask('admin', 'PUT', '/api/companies/1', inDubai)).statusCode).toBe(200)
    const { posting, period } = await analyse(here, id)
    expect(period.timeZone).toBe('Asia/Dubai')
    expect(posting.sentence).toContain('Posts between 22:00 and 02:00 got ')
  })
})
