/** Which days an analysis is about, and its answer: to whom, the same for the same figures, and to many requests at once. */
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { analyse, get, LONG_MS } from '../../../testing/analyse.ts'
import { plant, plantDays, plantPosts, shiftFrom, TODAY } from '../../../testing/planted-accounts.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

/** For tests that only add accounts of their own, and compare no days. */
const shared = setUpSharedWorld()

describe('the period', () => {
  const getRefusal = async (query: string) => (await get(await shared(), await plantAccount(), query)).json()
  const plantAccount = async () => plant(await shared(), 'period', { days: plantDays({ count: 30, seed: 81 }) })

  test('is the last year unless the request says otherwise, and ends today at the latest', async () => {
    const id = await plantAccount()
    expect((await analyse(await shared(), id)).period).toMatchObject({ from: '2025-11-21', to: '2026-11-20' })
    const ahead = await analyse(await shared(), id, '?from=2026-11-01&to=2027-03-01')
    expect(ahead.period).toMatchObject({ from: '2026-11-01', to: '2026-11-20', readings: 20 })
    const { period } = await analyse(await shared(), id, '?to=2026-11-10')
    expect(period).toMatchObject({ from: '2025-11-11', to: '2026-11-10', readings: 20 })
  })

  test('may be five years long, and not a day longer', async () => {
    expect((await analyse(await shared(), await plantAccount(), '?from=2021-11-20')).period.from).toBe('2021-11-20')
    expect(await getRefusal('?from=2021-11-19')).toMatchObject({
      error: 'invalid_input',
      fields: { from: 'is more than five years before to' },
    })
  })

  test('does not end before it begins, and is made of days', async () => {
    expect(await getRefusal('?from=2026-11-02&to=2026-11-01')).toMatchObject({
      status: 400,
      fields: { from: 'must not be after to' },
    })
    expect(await getRefusal('?from=2026-02-30')).toMatchObject({ status: 400, error: 'invalid_input' })
    expect(await getRefusal('?days=30')).toMatchObject({
      status: 400,
      fields: { days: 'is not a field of this request' },
    })
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
    const buildFallenDays = (seed: number) => shiftFrom(plantDays({ count: 200, seed }), fall, -0.03)
    const id = await plant(here, 'first', { days: buildFallenDays(36) })
    const kinds = async () => (await analyse(here, id)).moves.map(({ kind, evidence }) => [kind, evidence.others])
    expect(await kinds()).toEqual([['unexplained', { accounts: 0, moved: 0 }]])
    for (const seed of [37, 38]) await plant(here, `foreign${seed}`, { days: buildFallenDays(seed) }, 2)
    expect(await kinds()).toEqual([['unexplained', { accounts: 0, moved: 0 }]])
    for (const seed of [39, 40]) await plant(here, `own${seed}`, { days: buildFallenDays(seed) })
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
