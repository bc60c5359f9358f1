/** What becomes of a refresh by hand (D14), through the routes: what is stored, and what is reported of accounts that fail. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { metricsOf, refresh, stateOf } from '../../../testing/refresh.ts'
import { START } from '../../../testing/world.ts'
import { DAY, type Measured, MINUTE, makeWorldWithSources, snapshotsOf } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()

describe('what is stored', () => {
  test.each([
    ['zero_followers', { followers: 0, engagementRate: null }],
    ['one_follower', { followers: 1 }],
    ['no_posts', { posts: 0, engagementRate: null }],
    ['hidden_likes', { engagementRate: null }],
    ['no_texts', { bioText: null }],
    ['huge_account', { following: 0 }],
  ])('%s is shown as it is', async (name, expected) => {
    const here = await makeWorldWithSources({ accounts: [name] })
    const known = here.graph.world.account(name, START)
    await refresh(here)
    await here.settle()
    expect(await metricsOf(here)).toMatchObject({ followers: known?.followers, ...expected })
  })

  test('markup, other directions and emoji come back letter by letter', async () => {
    const here = await makeWorldWithSources({ accounts: ['markup_bio'] })
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
    const here = await makeWorldWithSources({ accounts: [name], connected: [source] })
    await refresh(here)
    await here.settle()
    const posts: { likes: number | null }[] = (await here.ask('pro', 'GET', '/api/accounts/1/posts')).json()
    expect(posts.every(({ likes }) => likes === null || likes >= 0)).toBe(true)
    expect(await metricsOf(here)).toMatchObject({ followers: here.apify.world.account(name, START)?.followers })
  })

  test.each(['private.person', 'personal_account', 'age_gated', 'renamed_old', 'missing_one'])(
    '%s gives no figures and says why',
    async (name) => {
      const here = await makeWorldWithSources({ accounts: [name] })
      await refresh(here)
      await here.settle()
      expect((await metricsOf(here)).followers).toBeNull()
      expect((await stateOf(here)).failure).toEqual({
        kind: 'not_found',
        message: expect.stringContaining(`found no professional account named @${name}`),
        since: at(START),
        lastTryAt: at(START),
      })
    },
  )

  test('an account that fails again says when it failed first, and when last', async () => {
    const here = await makeWorldWithSources({ accounts: ['missing_one'] })
    await refresh(here)
    await here.settle()
    here.clock.moveBy(DAY)
    await refresh(here)
    await here.settle()
    expect((await stateOf(here)).failure).toMatchObject({ since: at(START), lastTryAt: at(START + DAY) })
  })

  test.each([
    ['wrongTypes', 'not_understood'],
    ['emptyList', 'not_understood'],
    ['html', 'unavailable'],
    ['truncated', 'unavailable'],
    ['huge', 'unavailable'],
    ['reset', 'unavailable'],
    [graphErrors.temporary(), 'unavailable'],
  ] as const)('an answer broken by %j changes no figure', async (fault, kind) => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
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
    const here = await makeWorldWithSources({ accounts: ['nasa', { username: 'NASA', companyId: 2 }] })
    await refresh(here, 2)
    await here.settle()
    expect(await snapshotsOf(here)).toEqual({ '1:nasa': [START], '2:NASA': [START] })
    expect(here.graph.calls.timesAsked('nasa')).toBe(1)
    // The request concerned that one account.
    expect((await refresh(here, 1)).statusCode).toBe(202)
    expect((await refresh(here, 2)).statusCode).toBe(429)
  })

  test('an account that is removed while it waits leaves nothing behind', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    await refresh(here)
    await here.ask('admin', 'DELETE', '/api/accounts/1')
    await here.settle()
    expect(here.graph.calls.total).toBe(0)
    expect(await snapshotsOf(here)).toEqual({})
  })

  test('an account that got another name is read under it', async () => {
    const here = await makeWorldWithSources({ accounts: ['renamed_old'] })
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
    const here = await makeWorldWithSources({
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
    const here = await makeWorldWithSources({ accounts: ['missing_1', 'missing_2', 'missing_3'] })
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
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    here.graph.faults.next(1, 'wrongTypes')
    await refresh(here)
    await here.settle()
    expect((await failing(here, 'pro')).json()).toMatchObject([{ kind: 'not_understood' }])
    await here.round(2 * MINUTE)
    expect((await failing(here, 'pro')).json()).toEqual([])
  })
})
