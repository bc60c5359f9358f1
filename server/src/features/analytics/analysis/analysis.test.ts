/** The analysis of accounts through its route. What each method finds, and how often it errs, is tested at the rules. */
import { type Analysis, routes } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import {
  DAY_MS,
  HOUR_MS,
  importPlanted,
  type PlantedPost,
  plant,
  plantDays,
  plantPosts,
  shiftFrom,
  TODAY,
} from '../../../testing/planted-accounts.ts'
import { type Person, START, sharedWorld, type World, world } from '../../../testing/world.ts'

const get = (here: World, id: number, query = '', who: Person = 'admin') =>
  here.ask(who, 'GET', `/api/accounts/${id}/analysis${query}`)

async function analyse(here: World, id: number, query = ''): Promise<Analysis> {
  const res = await get(here, id, query)
  expect(res.statusCode, res.body).toBe(200)
  return routes.analysis.read.reply.parse(res.json())
}

/** For what imports hundreds of rows, or starts threads, while other tests run. */
const LONG_MS = 60_000

describe('accounts brought through the documented files', () => {
  test(
    'an evening effect is found, and nothing where there is none',
    async () => {
      const here = await world()
      const isEvening = (hour: number) => hour >= 18 && hour < 22
      const evening = await importPlanted(here, 'evening', {
        posts: plantPosts({ count: 240, seed: 11, effect: (hour) => (isEvening(hour) ? 1.7 : 1) }),
        days: plantDays({ count: 400, seed: 12 }),
      })
      const plain = await importPlanted(here, 'plain', {
        posts: plantPosts({ count: 240, seed: 21 }),
        days: plantDays({ count: 400, seed: 22 }),
      })

      const found = await analyse(here, evening)
      expect(found.posting.verdict).toBe('found')
      expect(found.posting.sentence).toMatch(
        /^Posts between 18:00 and 22:00 got \d+\u202f% more likes \(likely \d+ to \d+\u202f%\), from 49 of 240 posts\./,
      )
      const shown = found.posting.cells.filter(({ significant }) => significant)
      expect(shown).toMatchObject([{ family: 'hours', from: 18, to: 22, posts: 49 }])
      expect(shown[0]?.effect).toBeGreaterThan(0.5)
      expect(shown[0]?.effect).toBeLessThan(1)
      expect([found.formats.verdict, found.hashtags.verdict, found.moves]).toEqual([
        'no-difference',
        'too-few-posts',
        [],
      ])
      expect(found.posting.posted.flat().reduce((sum, count) => sum + count, 0)).toBe(240)
      expect(found.growth.sentence).toMatch(/^Followers grew by 10,\d{3} to 50\.8K\./)
      expect(found.period).toEqual({
        from: '2025-11-21',
        to: '2026-11-20',
        timeZone: 'UTC',
        posts: 240,
        readings: 365,
        leftOut: { sentence: null, hidden: 0, gone: 0, unread: 0 },
      })

      const none = await analyse(here, plain)
      expect([none.posting.verdict, none.formats.verdict, none.moves]).toEqual(['no-difference', 'no-difference', []])
      expect(none.posting.sentence).toMatch(/^No difference can be shown yet: with 240 posts only effects above about /)
    },
    LONG_MS,
  )

  test(
    'a purge and a viral reel are told apart, each with its evidence',
    async () => {
      const here = await world()
      const [purge, rise] = [TODAY - 120, TODAY - 60]
      const reel = { at: (rise - 1) * DAY_MS + 12 * HOUR_MS, likes: 9_000, format: 'reel' as const, caption: 'orchard' }
      const days = shiftFrom(shiftFrom(plantDays({ count: 400, seed: 36 }), purge, -0.03), rise, 0.04)
      const posts = [...plantPosts({ count: 240, seed: 31 }), reel]
      const moved = await importPlanted(here, 'moved', { posts, days }, '?companyId=2')
      for (const seed of [41, 42, 43, 44]) {
        const fell = shiftFrom(plantDays({ count: 400, seed }), purge, -0.025)
        await importPlanted(here, `beside${seed}`, { days: fell }, '?companyId=2')
      }
      // An account of another company is no witness.
      await importPlanted(here, 'elsewhere', { days: plantDays({ count: 400, seed: 51 }) })

      const { moves, posts: outstanding, posting } = await analyse(here, moved)
      expect(moves.map(({ day, kind, sentence }) => [day, kind, sentence.replaceAll(/[\d,]+ \(/g, 'N (')])).toEqual([
        [
          dayToText(purge),
          'cleanup',
          'Followers fell by N (3\u202f%) in one day, and so did 4 of your 4 other accounts: this looks like a cleanup by Instagram.',
        ],
        [
          dayToText(rise),
          'viral',
          expect.stringMatching(
            /^Followers rose by N \(4\u202f%\) in one day, after a reel of Sep 20 with \d\.\d times the likes expected of it\.$/,
          ),
        ],
      ])
      expect(moves[0]?.evidence).toMatchObject({ others: { accounts: 4, moved: 4 }, source: 'import', gap: 0 })
      expect(moves[1]?.evidence).toMatchObject({ others: { accounts: 4, moved: 0 } })
      expect(moves[1]?.evidence.posts).toContainEqual(expect.objectContaining({ caption: 'orchard', likes: 9_000 }))
      expect(outstanding.top[0]).toMatchObject({ caption: 'orchard', format: 'reel', likes: 9_000 })
      expect(posting.verdict).toBe('no-difference')
    },
    LONG_MS,
  )
})

/** For tests that only add accounts of their own, and compare no days. */
const shared = sharedWorld()

describe('thin and odd data', () => {
  const questions = ({ posting, formats, hashtags }: Analysis) => [posting.verdict, formats.verdict, hashtags.verdict]
  const NOTHING = ['too-few-posts', 'too-few-posts', 'too-few-posts']

  test('an account without any data answers in sentences', async () => {
    const here = await world({ accounts: ['own'] })
    const { period, posting, moves, posts, growth, ...rest } = await analyse(here, 1)
    expect(questions({ posting, ...rest } as Analysis)).toEqual(NOTHING)
    expect(period).toMatchObject({ posts: 0, readings: 0, leftOut: { sentence: null } })
    expect([moves, posts.top, posts.weak, growth.span, growth.previous]).toEqual([[], [], [], null, null])
    expect(posting.sentence).toBe('Too few posts to ask: 0 of the 60 posts needed are here.')
    expect(growth.sentence).toBe('There is no reading in this period; growth needs two.')
  })

  test('59 posts are one too few, and 60 are enough to ask', async () => {
    const here = await shared()
    const posts = plantPosts({ count: 60, seed: 61 })
    const few = await analyse(here, await plant(here, 'fiftynine', { posts: posts.slice(1) }))
    expect(few.posting).toMatchObject({ verdict: 'too-few-posts', posts: 59, detectable: null })
    expect(few.posting.sentence).toBe('Too few posts to ask: 59 of the 60 posts needed are here.')
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

describe('the evidence of a move', () => {
  test('changes when the figures of two days are swapped', async () => {
    const here = await world()
    const days = shiftFrom(plantDays({ count: 400, seed: 36 }), TODAY - 90, 0.05)
    const swapped = new Map(days)
    const [one, other] = [days.get(TODAY - 90), days.get(TODAY - 91)]
    if (one === undefined || other === undefined) throw new Error('Both days were planted')
    swapped.set(TODAY - 90, other).set(TODAY - 91, one)
    const straight = await analyse(here, await plant(here, 'straight', { days }))
    const crossed = await analyse(here, await plant(here, 'crossed', { days: swapped }, 2))
    const changeOn = ({ moves }: Analysis, day: number) =>
      moves.flatMap(({ evidence }) =>
        evidence.days.filter((one) => one.day === dayToText(day)).map(({ change }) => change),
      )
    expect(straight.moves.map(({ day }) => day)).toEqual([dayToText(TODAY - 90)])
    expect(changeOn(straight, TODAY - 90)[0]).toBeGreaterThan(1_500)
    expect(crossed.moves).not.toEqual(straight.moves)
    expect(changeOn(crossed, TODAY - 90)[0]).not.toBe(changeOn(straight, TODAY - 90)[0])
  })
})

describe('the period', () => {
  const refused = async (query: string) => (await get(await shared(), await known(), query)).json()
  const known = async () => plant(await shared(), 'period', { days: plantDays({ count: 30, seed: 81 }) })

  test('is the last year unless the request says otherwise, and ends today at the latest', async () => {
    const id = await known()
    expect((await analyse(await shared(), id)).period).toMatchObject({ from: '2025-11-21', to: '2026-11-20' })
    const ahead = await analyse(await shared(), id, '?from=2026-11-01&to=2027-03-01')
    expect(ahead.period).toMatchObject({ from: '2026-11-01', to: '2026-11-20', readings: 20 })
    const { period } = await analyse(await shared(), id, '?to=2026-11-10')
    expect(period).toMatchObject({ from: '2025-11-11', to: '2026-11-10', readings: 20 })
  })

  test('may be five years long, and not a day longer', async () => {
    expect((await analyse(await shared(), await known(), '?from=2021-11-20')).period.from).toBe('2021-11-20')
    expect(await refused('?from=2021-11-19')).toMatchObject({
      error: 'invalid_input',
      fields: { from: 'is more than five years before to' },
    })
  })

  test('does not end before it begins, and is made of days', async () => {
    expect(await refused('?from=2026-11-02&to=2026-11-01')).toMatchObject({
      status: 400,
      fields: { from: 'must not be after to' },
    })
    expect(await refused('?from=2026-02-30')).toMatchObject({ status: 400, error: 'invalid_input' })
    expect(await refused('?days=30')).toMatchObject({ status: 400, fields: { days: 'is not a field of this request' } })
  })
})

describe('the answer', () => {
  test('of another company’s account is the same 404 as of a missing one', async () => {
    const here = await world({ accounts: ['own', { username: 'foreign', companyId: 2 }] })
    const [foreign, missing] = [await get(here, 2, '', 'pro'), await get(here, 999, '', 'pro')]
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body])
  })

  test('is the same bytes each time, also when it is computed again, until a figure changes', async () => {
    const here = await world()
    const planted = { posts: plantPosts({ count: 90, seed: 91 }), days: plantDays({ count: 300, seed: 92 }) }
    const id = await plant(here, 'steady', planted)
    const first = await get(here, id)
    expect((await get(here, id)).body).toBe(first.body)
    const tagged = await here.ask('admin', 'GET', `/api/accounts/${id}/analysis`, undefined, {
      'if-none-match': String(first.headers.etag),
    })
    expect([tagged.statusCode, tagged.body]).toEqual([304, ''])

    // Another account of the company without any move: computed again, and nothing is said otherwise.
    await plant(here, 'another', { days: new Map([[TODAY, 5]]) })
    expect((await get(here, id)).body).toBe(first.body)

    const typed = { followers: 48_000, date: '2026-06-01' }
    expect((await here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, typed)).statusCode).toBe(201)
    const second = await get(here, id)
    expect(second.body).not.toBe(first.body)

    const more = plantPosts({ count: 12, seed: 93, endsBefore: 200 })
    await plant(here, 'steady', { posts: more.map((post) => ({ ...post, at: post.at + 7_000 })), days: planted.days })
    expect((await analyse(here, id)).period.posts).toBe(102)
  })

  test('knows what other accounts of the company did, and nothing of other companies', async () => {
    const here = await world()
    const fall = TODAY - 30
    const fallen = (seed: number) => shiftFrom(plantDays({ count: 200, seed }), fall, -0.03)
    const id = await plant(here, 'first', { days: fallen(36) })
    const kinds = async () => (await analyse(here, id)).moves.map(({ kind, evidence }) => [kind, evidence.others])
    expect(await kinds()).toEqual([['unexplained', { accounts: 0, moved: 0 }]])
    for (const seed of [37, 38]) await plant(here, `foreign${seed}`, { days: fallen(seed) }, 2)
    expect(await kinds()).toEqual([['unexplained', { accounts: 0, moved: 0 }]])
    for (const seed of [39, 40]) await plant(here, `own${seed}`, { days: fallen(seed) })
    expect(await kinds()).toEqual([['cleanup', { accounts: 2, moved: 2 }]])
  })

  test(
    'of the thread is the one that is computed here, for many requests at once',
    async () => {
      const planted = { posts: plantPosts({ count: 80, seed: 95 }), days: plantDays({ count: 200, seed: 96 }) }
      const beside = await world({ importsIn: 'worker' })
      const id = await plant(beside, 'threaded', planted)
      const answers = await Promise.all(Array.from({ length: 60 }, () => get(beside, id)))
      const here = await world()
      expect(await plant(here, 'threaded', planted)).toBe(id)
      const { body } = await get(here, id)
      expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set([body]))
    },
    LONG_MS,
  )

  test(
    'is refused for a moment where too many different ones wait',
    async () => {
      const beside = await world({ importsIn: 'worker' })
      const id = await plant(beside, 'wanted', {})
      const asked = Array.from({ length: 60 }, (_, day) => get(beside, id, `?from=${dayToText(TODAY - 300 - day)}`))
      const statuses = Map.groupBy(await Promise.all(asked), ({ statusCode }) => statusCode)
      expect([...statuses.keys()].sort()).toEqual([200, 503])
      expect(statuses.get(503)?.[0]?.json()).toMatchObject({ error: 'too_many_analyses', retryAfterSeconds: 5 })
      expect(statuses.get(503)?.[0]?.headers['retry-after']).toBe('5')
      expect((await get(beside, id, `?from=${dayToText(TODAY - 359)}`)).statusCode).toBe(200)
    },
    LONG_MS,
  )
})
