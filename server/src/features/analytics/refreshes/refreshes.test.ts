/** Refreshing an account by hand (spec §9, D14), through the routes. Permissions are in the access matrix. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, type Measured, MINUTE, measured, snapshotsOf } from '../../../testing/measured.ts'
import { START, world } from '../../../testing/world.ts'

const at = (moment: number) => new Date(moment).toISOString()
const refresh = ({ ask }: Measured, id = 1) => ask('admin', 'POST', `/api/accounts/${id}/refresh`)
const stateOf = async ({ ask }: Measured, id = 1) => (await ask('admin', 'GET', `/api/accounts/${id}/refresh`)).json()
const metricsOf = async ({ ask }: Measured, id = 1) => (await ask('admin', 'GET', `/api/accounts/${id}`)).json().metrics

const NEVER = {
  state: 'idle',
  source: 'graph',
  lastSucceededAt: null,
  failure: null,
  nextDueAt: null,
  allowedAgainAt: null,
  interval: 'daily',
  everyDays: 1,
}

describe('a new account', () => {
  test('is read at once, in the background', async () => {
    const here = await measured()
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
    const here = await measured()
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
    const here = await measured()
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
    const here = await measured({ accounts: ['nasa'] })
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
    const here = await measured({ accounts: ['nasa'] })
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
    const here = await measured({ accounts: ['missing_one'] })
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
    const here = await measured({ accounts: ['nasa'] })
    await here.round()
    await here.round(DAY)
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(1)
    expect((await refresh(here)).statusCode).toBe(202)
  })

  test.each([25 * HOUR, -25 * HOUR])('a clock moved by %i ms does not block requests', async (moved) => {
    const here = await measured({ accounts: ['nasa'] })
    await refresh(here)
    await here.settle()
    here.clock.moveBy(moved)
    expect((await refresh(here)).statusCode).toBe(202)
    await here.round()
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(2)
  })
})

describe('what is stored', () => {
  test.each([
    ['zero_followers', { followers: 0, engagementRate: null }],
    ['one_follower', { followers: 1 }],
    ['no_posts', { posts: 0, engagementRate: null }],
    ['hidden_likes', { engagementRate: null }],
    ['no_texts', { bioText: null }],
    ['huge_account', { following: 0 }],
  ])('%s is told as it is', async (name, expected) => {
    const here = await measured({ accounts: [name] })
    const known = here.graph.world.account(name, START)
    await refresh(here)
    await here.settle()
    expect(await metricsOf(here)).toMatchObject({ followers: known?.followers, ...expected })
  })

  test('markup, other directions and emoji come back letter by letter', async () => {
    const here = await measured({ accounts: ['markup_bio'] })
    await refresh(here)
    await here.settle()
    expect((await metricsOf(here)).bioText).toBe(here.graph.world.account('markup_bio', START)?.biography)
  })

  test.each([
    ['negative_likes', 'apify'],
    ['missing_likes', 'apify'],
    ['missing_times', 'apify'],
    ['private.person', 'apify'],
    ['personal_account', 'apify'],
  ] as const)('%s from %s: unknown likes are left out, never counted as zero or less', async (name, source) => {
    const here = await measured({ accounts: [name], connected: [source] })
    await refresh(here)
    await here.settle()
    const posts: { likes: number | null }[] = (await here.ask('pro', 'GET', '/api/accounts/1/posts')).json()
    expect(posts.every(({ likes }) => likes === null || likes >= 0)).toBe(true)
    expect(await metricsOf(here)).toMatchObject({ followers: here.apify.world.account(name, START)?.followers })
  })

  test.each(['private.person', 'personal_account', 'age_gated', 'renamed_old', 'missing_one'])(
    '%s gives no figures and says why',
    async (name) => {
      const here = await measured({ accounts: [name] })
      await refresh(here)
      await here.settle()
      expect((await metricsOf(here)).followers).toBeNull()
      expect((await stateOf(here)).failure).toEqual({
        kind: 'not_found',
        message: expect.stringContaining(`found no professional account named @${name}`),
        since: at(START),
      })
    },
  )

  test.each([
    ['wrongTypes', 'not_understood'],
    ['emptyList', 'not_understood'],
    ['html', 'unavailable'],
    ['truncated', 'unavailable'],
    ['huge', 'unavailable'],
    ['reset', 'unavailable'],
    [graphErrors.temporary(), 'unavailable'],
  ] as const)('an answer broken by %j changes no figure', async (fault, kind) => {
    const here = await measured({ accounts: ['nasa'] })
    await refresh(here)
    await here.settle()
    const before = await here.ask('admin', 'GET', '/api/accounts/1')
    here.clock.moveBy(DAY)
    here.graph.faults.always(fault)
    await refresh(here)
    await here.settle()
    expect((await here.ask('admin', 'GET', '/api/accounts/1')).json()).toEqual(before.json())
    expect((await stateOf(here)).failure).toMatchObject({ kind, since: expect.any(String) })
    here.graph.faults.clear()
    await here.round(2 * MINUTE)
    expect(await stateOf(here)).toMatchObject({ failure: null })
    expect((await snapshotsOf(here))['1:nasa']).toHaveLength(2)
  })

  test('two companies are served by one call', async () => {
    const here = await measured({ accounts: ['nasa', { username: 'NASA', companyId: 2 }] })
    await refresh(here, 2)
    await here.settle()
    expect(await snapshotsOf(here)).toEqual({ '1:nasa': [START], '2:NASA': [START] })
    expect(here.graph.calls.timesAsked('nasa')).toBe(1)
    // The request concerned that one account.
    expect((await refresh(here, 1)).statusCode).toBe(202)
    expect((await refresh(here, 2)).statusCode).toBe(429)
  })

  test('an account that is removed while it waits leaves nothing behind', async () => {
    const here = await measured({ accounts: ['nasa'] })
    await refresh(here)
    await here.ask('admin', 'DELETE', '/api/accounts/1')
    await here.settle()
    expect(here.graph.calls.total).toBe(0)
    expect(await snapshotsOf(here)).toEqual({})
  })

  test('an account that got another name is read under it', async () => {
    const here = await measured({ accounts: ['renamed_old'] })
    await refresh(here)
    await here.settle()
    await here.ask('admin', 'PUT', '/api/accounts/1', { username: 'renamed_new' })
    await refresh(here)
    await here.settle()
    const known = here.graph.world.account('renamed_new', START)
    expect(await metricsOf(here)).toMatchObject({ followers: known?.followers })
    expect(await stateOf(here)).toMatchObject({ failure: null, lastSucceededAt: at(START) })
  })
})

describe('accounts that fail', () => {
  const failing = async ({ ask }: Measured, who: 'admin' | 'pro' | 'foreigner' | 'loner', query = '') =>
    ask(who, 'GET', `/api/refreshes/failing${query}`)

  test('are listed with the cause, to the users who may see them', async () => {
    const here = await measured({
      accounts: ['missing_one', 'nasa', { username: 'missing_two', companyId: 2 }, 'missing_three'],
    })
    for (const id of [1, 2, 3, 4]) await refresh(here, id)
    await here.settle()
    const ids = async (who: 'admin' | 'pro' | 'foreigner' | 'loner') =>
      (await failing(here, who)).json().map(({ accountId }: { accountId: number }) => accountId)
    expect(await ids('admin')).toEqual([1, 3, 4])
    expect(await ids('pro')).toEqual([1, 4])
    expect(await ids('foreigner')).toEqual([3])
    expect(await ids('loner')).toEqual([])
    const [first] = (await failing(here, 'pro')).json()
    expect(first).toEqual({
      accountId: 1,
      username: 'missing_one',
      kind: 'not_found',
      message: expect.stringContaining('@missing_one'),
      since: at(START),
      nextTryAt: (await stateOf(here)).nextDueAt,
    })
  })

  test('come in pages', async () => {
    const here = await measured({ accounts: ['missing_1', 'missing_2', 'missing_3'] })
    for (const id of [1, 2, 3]) await refresh(here, id)
    await here.settle()
    const first = await failing(here, 'admin', '?limit=2')
    expect(first.json()).toHaveLength(2)
    const next = String(first.headers.link).match(/<([^>]+)>; rel="next"/)?.[1] ?? ''
    const second = await here.ask('admin', 'GET', next)
    expect(second.json().map(({ username }: { username: string }) => username)).toEqual(['missing_3'])
    expect(second.headers.link).toBeUndefined()
  })

  test('leave the list with their next success', async () => {
    const here = await measured({ accounts: ['nasa'] })
    here.graph.faults.next(1, 'wrongTypes')
    await refresh(here)
    await here.settle()
    expect((await failing(here, 'pro')).json()).toMatchObject([{ kind: 'not_understood' }])
    await here.round(2 * MINUTE)
    expect((await failing(here, 'pro')).json()).toEqual([])
  })
})
