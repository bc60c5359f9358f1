/** Refreshing an account by hand (spec §9, D14), through the routes. Permissions are in the access matrix. */
import { describe, expect, test } from 'vitest'
import { NEVER, refresh, stateOf } from '../../../testing/refresh.ts'
import { START, world } from '../../../testing/world.ts'
import { DAY, HOUR, makeWorldWithSources, snapshotsOf } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()

describe('a new account', () => {
  test('is read at once, in the background', async () => {
    const here = await makeWorldWithSources()
    const { ask, settle, graph } = here
    const added = await ask('admin', 'POST', '/api/accounts', { username: 'NASA' })
    expect(added.statusCode).toBe(201)
    expect(await stateOf(here)).toEqual({ ...NEVER, state: 'waiting' })
    await settle()
    const known = graph.world.account('nasa', START)
    const account = (await ask('admin', 'GET', '/api/accounts/1')).json()
    expect(account).toMatchObject({
      account: {
        username: 'NASA',
        source: 'graph',
        lastUpdated: at(START),
      },
      metrics: {
        followers: known?.followers,
        following: known?.following,
        posts: known?.postCount,
        bioText: known?.biography,
      },
    })
    expect((await ask('admin', 'GET', '/api/accounts/1/posts')).json()).toHaveLength(12)
  })

  test('has had its refresh of the day with that first read, and returns when the next one is allowed', async () => {
    const here = await makeWorldWithSources()
    await here.ask('admin', 'POST', '/api/accounts', { username: 'NASA' })
    await here.settle()
    expect(await stateOf(here)).toMatchObject({ lastSucceededAt: at(START), allowedAgainAt: at(START + DAY) })
    here.clock.moveBy(6_000)
    const res = await refresh(here)
    expect(res.statusCode).toBe(429)
    expect(res.json()).toMatchObject({ error: 'too_soon', status: 429, success: false, hoursRemaining: 24 })
    expect(here.graph.calls.timesAsked('nasa')).toBe(1)
    here.clock.moveBy(DAY)
    expect((await refresh(here)).statusCode).toBe(202)
  })

  test('whose first read failed may be refreshed at once', async () => {
    const here = await makeWorldWithSources()
    await here.ask('admin', 'POST', '/api/accounts', { username: 'missing_one' })
    await here.settle()
    expect(await stateOf(here)).toMatchObject({ failure: { kind: 'not_found' }, allowedAgainAt: null })
    expect((await refresh(here)).statusCode).toBe(202)
  })

  test('that no source can read waits for files, and a request explains it', async () => {
    const { ask, database } = await world()
    await ask('admin', 'POST', '/api/accounts', { username: 'nasa' })
    expect(await database.queries.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect((await ask('pro', 'GET', '/api/accounts/1/refresh')).json()).toEqual({ ...NEVER, source: null })
    const res = await ask('admin', 'POST', '/api/accounts/1/refresh')
    expect(res.statusCode).toBe(409)
    expect(res.json()).toMatchObject({
      error: 'no_source',
      message:
        'No source for Instagram figures is connected. Import a file, type in a figure, or connect one under Connections.',
    })
  })
})

describe('once in 24 hours', () => {
  test('counts from the success, and says how many hours remain', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    const first = await refresh(here)
    expect(first.statusCode).toBe(202)
    expect(first.json()).toEqual({ ...NEVER, state: 'waiting' })
    await here.settle()
    expect(await stateOf(here)).toMatchObject({ state: 'idle', allowedAgainAt: at(START + DAY) })
    for (const [passed, hours] of [
      [0, 24],
      [HOUR, 23],
      [22 * HOUR + 1, 1],
      [HOUR - 2, 1],
    ] as const) {
      here.clock.moveBy(passed)
      const res = await refresh(here)
      expect(res.statusCode).toBe(429)
      expect(res.headers['retry-after']).toBe(String(hours * 3_600))
      expect(res.json()).toEqual({
        error: 'too_soon',
        message: `Account data can only be refreshed once per day. Please try again in ${hours} hours.`,
        status: 429,
        success: false,
        hoursRemaining: hours,
      })
    }
    here.clock.moveBy(1)
    expect((await refresh(here)).statusCode).toBe(202)
    await here.settle()
    expect((await snapshotsOf(here))['1:nasa']).toEqual([START, START + DAY])
  })

  test('20 simultaneous requests are one read; later ones are asked to wait', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    const workers = here.work()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(here)))
    await workers.end()
    await here.settle()
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(202)
    expect(statuses.filter((status) => status !== 202 && status !== 429)).toEqual([])
    expect(here.graph.calls.timesAsked('nasa')).toBe(1)
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(1)
    const later = await Promise.all(Array.from({ length: 20 }, () => refresh(here)))
    expect(new Set(later.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
  })

  test('a failure does not count', async () => {
    const here = await makeWorldWithSources({ accounts: ['missing_one'] })
    await refresh(here)
    await here.settle()
    expect(await stateOf(here)).toMatchObject({
      state: 'idle',
      failure: { kind: 'not_found', since: at(START) },
      lastSucceededAt: null,
      allowedAgainAt: null,
    })
    expect((await refresh(here)).statusCode).toBe(202)
  })

  test('a round does not count, and a request after it reads again', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    await here.round()
    await here.round(DAY)
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(1)
    expect((await refresh(here)).statusCode).toBe(202)
  })

  test.each([25 * HOUR, -25 * HOUR])('a clock moved by %i ms does not block requests', async (moved) => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    await refresh(here)
    await here.settle()
    here.clock.moveBy(moved)
    expect((await refresh(here)).statusCode).toBe(202)
    await here.round()
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(2)
  })
})
