/** Tokens for programs: made once, good for six addresses, counted, and dead at once when they should be. */
import { type RouteRow, routes } from '@tangelo/contract'
import { tangelo } from '@tangelo/contract/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { openLog } from '#platform/log.ts'
import { readiness } from '#platform/readiness.ts'
import { buildApp } from '../../../app.ts'
import { compose } from '../../../composition/compose.ts'
import { sourceOpener } from '../../../composition/vendors.ts'
import { stored } from '../../../testing/stored.ts'
import { emptyFolders, NO_SERVERS, type Person, START, sharedWorld, type World, world } from '../../../testing/world.ts'

const SECOND = 1_000
const DAY = 24 * 3_600_000
const LIMIT = 100
const MISSING = '00000000-0000-4000-8000-00000000ffff'

const READABLE = [
  '/api/accounts',
  '/api/accounts/1',
  '/api/accounts/1/metrics',
  '/api/accounts/1/metrics/history',
  '/api/accounts/1/posts',
  '/api/accounts/1/analysis',
]

/** Where sessions last longer than tokens do. */
const PATIENT = { session: { idleMs: 365 * DAY, maxMs: 365 * DAY } }

const shared = sharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

async function tokenOf({ ask }: World, who: Person, body: object = {}): Promise<string> {
  const res = await ask(who, 'POST', '/api/auth/generate-api-token', body)
  expect(res.statusCode, res.body).toBe(201)
  return res.json().token
}

const get = ({ app }: Pick<World, 'app'>, token: string, url = '/api/accounts', headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })

const listOf = async ({ ask }: World, who: Person, query = '') =>
  (await ask(who, 'GET', `/api/auth/tokens${query}`)).json()

const statuses = async (times: number, ask: () => Promise<{ statusCode: number }>) =>
  Promise.all(Array.from({ length: times }, async () => (await ask()).statusCode))

const countOf = (all: readonly number[], status: number) => all.filter((one) => one === status).length

describe('making one', () => {
  test('returns the token once, good for 90 days; what is stored and listed does not contain it', async () => {
    const here = await world()
    const made = await here.ask('pro', 'POST', '/api/auth/generate-api-token', {})
    const expiresAt = new Date(START + 90 * DAY).toISOString()
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({ token: expect.stringMatching(/^tangelo_[\w-]{43}$/), expiresAt })
    const { token } = made.json()
    expect(await listOf(here, 'pro')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: null,
        prefix: token.slice(0, 12),
        lastFour: token.slice(-4),
        createdAt: new Date(START).toISOString(),
        expiresAt,
        lastUsedAt: null,
        status: 'Active',
      },
    ])
    expect(JSON.stringify(await stored(here.database))).not.toContain(token.slice('tangelo_'.length + 4, -4))
  })

  test('keeps the name its owner gives it, which the list and the audit log show', async () => {
    const here = await world()
    await tokenOf(here, 'pro', { name: '  Weekly report ' })
    expect(await listOf(here, 'pro')).toEqual([expect.objectContaining({ name: 'Weekly report' })])
    const entries = await here.database.queries.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(entries)).toContain('Weekly report (tangelo_')
  })

  test.each(['', '   ', 'x'.repeat(61), 'two\nlines'])('refuses the name %j, and stores nothing', async (name) => {
    const here = await shared()
    const res = await here.ask('pro', 'POST', '/api/auth/generate-api-token', { name })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ success: false, fields: { name: expect.any(String) } })
  })

  test('is for oneself, and as an administrator for any user', async () => {
    const here = await world()
    await tokenOf(here, 'basic')
    await tokenOf(here, 'basic', { userId: 3 })
    const foreigners = await tokenOf(here, 'admin', { userId: 4 })
    expect((await get(here, foreigners, '/api/accounts')).statusCode).toBe(200)
    expect(await listOf(here, 'foreigner')).toHaveLength(1)
    expect(await listOf(here, 'admin')).toEqual([])
    expect(await listOf(here, 'admin', '?username=FOREIGNER')).toHaveLength(1)
  })

  test('is refused for another user, alike whether they exist or not, and for no user', async () => {
    const here = await shared()
    const ask = (who: Person, userId: unknown) => here.ask(who, 'POST', '/api/auth/generate-api-token', { userId })
    const [other, missing] = [await ask('pro', 3), await ask('pro', 999)]
    expect(other.statusCode).toBe(403)
    expect(missing.body).toBe(other.body)
    const nobody = await ask('admin', 999)
    expect([nobody.statusCode, nobody.json().message]).toEqual([400, 'There is no such user'])
    expect((await ask('admin', '3')).statusCode).toBe(400)
  })

  test('is refused for a sixth that is active; one that has expired makes room', async () => {
    const here = await world(PATIENT)
    await tokenOf(here, 'pro')
    here.clock.moveBy(30 * DAY)
    const ask = () => here.ask('admin', 'POST', '/api/auth/generate-api-token', { userId: 2 })
    const all = await statuses(8, ask)
    expect([countOf(all, 201), countOf(all, 409)]).toEqual([4, 4])
    expect((await ask()).json()).toEqual({
      error: 'too_many_tokens',
      message: 'pro has 5 active API tokens, as many as there may be. Delete one first.',
      status: 409,
      success: false,
    })
    const own = await here.ask('pro', 'POST', '/api/auth/generate-api-token', {})
    expect(own.json().message).toBe('You have 5 active API tokens, as many as there may be. Delete one first.')
    here.clock.moveBy(60 * DAY)
    const states = (await listOf(here, 'pro')).map(({ status }: { status: string }) => status)
    expect(states).toEqual(['Active', 'Active', 'Active', 'Active', 'Expired'])
    expect((await ask()).statusCode).toBe(201)
  })
})

describe('deleting', () => {
  test('ends a token at once; those of others are as good as missing', async () => {
    const here = await world()
    const [token, other] = [await tokenOf(here, 'pro'), await tokenOf(here, 'basic')]
    const [{ id }] = await listOf(here, 'pro')
    const remove = (who: Person, which: string) => here.ask(who, 'DELETE', `/api/auth/tokens/${which}`)
    const [foreign, missing] = [await remove('basic', id), await remove('basic', MISSING)]
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(missing.body)
    expect((await get(here, token)).statusCode).toBe(200)
    expect((await remove('pro', id)).json()).toEqual({ success: true })
    expect((await get(here, token)).statusCode).toBe(401)
    expect((await remove('pro', id)).statusCode).toBe(404)
    const [others] = await listOf(here, 'admin', '?username=basic')
    expect((await remove('admin', others.id)).statusCode).toBe(200)
    expect((await get(here, other)).statusCode).toBe(401)
  })

  test('all of them says how many there were, and leaves those of others', async () => {
    const here = await world()
    const kept = await tokenOf(here, 'admin', { userId: 2 })
    for (let time = 0; time < 2; time += 1) await tokenOf(here, 'admin', { userId: 1 })
    expect((await here.ask('admin', 'DELETE', '/api/auth/tokens')).json()).toEqual({ count: 2 })
    expect((await here.ask('admin', 'DELETE', '/api/auth/tokens')).json()).toEqual({ count: 0 })
    expect((await get(here, kept)).statusCode).toBe(200)
  })

  test("other people's lists are for administrators", async () => {
    const here = await shared()
    for (const username of ['basic', 'nobody'])
      expect((await here.ask('pro', 'GET', `/api/auth/tokens?username=${username}`)).statusCode).toBe(403)
    expect((await here.ask('pro', 'GET', '/api/auth/tokens?username=Pro')).statusCode).toBe(200)
    expect((await here.ask('admin', 'GET', '/api/auth/tokens?username=nobody')).statusCode).toBe(404)
  })

  test('is in the audit log, as making one is', async () => {
    const here = await world()
    const token = await tokenOf(here, 'admin', { userId: 4 })
    const [{ id }] = await listOf(here, 'foreigner')
    await here.ask('foreigner', 'DELETE', '/api/auth/tokens')
    const entries = await here.database.queries.selectFrom('audit_entries').selectAll().orderBy('number').execute()
    const name = `${token.slice(0, 12)}…${token.slice(-4)}`
    const common = { object_kind: 'token', object_id: id, object_name: name, company_id: 2, address: '127.0.0.1' }
    expect(entries.filter(({ object_kind }) => object_kind === 'token')).toMatchObject([
      { ...common, act: 'token.made', user_name: 'admin', details: '{"for":"foreigner"}' },
      { ...common, act: 'token.deleted', user_name: 'foreigner', details: '{"of":"foreigner"}' },
    ])
  })
})

describe('a token', () => {
  test.each(['admin', 'pro', 'basic', 'foreigner', 'loner'] as const)(
    'of %s reads what its owner reads, at the six addresses',
    async (who) => {
      const here = await shared()
      const token = await tokenOf(here, who)
      for (const url of READABLE) {
        const [mine, theirs] = [await get(here, token, url), await here.ask(who, 'GET', url)]
        expect([mine.statusCode, mine.body]).toEqual([theirs.statusCode, theirs.body])
      }
    },
  )

  test('opens no other address of the contract, also an administrator’s, and leaves no trace there', async () => {
    const here = await shared()
    const token = await tokenOf(here, 'admin')
    const before = await stored(here.database)
    const closed = Object.values(routes)
      .flatMap((room) => Object.values<RouteRow>(room))
      .filter(({ access }) => access === 'signedIn' || access === 'admin')
    expect(closed.length).toBeGreaterThan(40)
    for (const { method, path } of closed) {
      const url = path.replaceAll(/:\w+/g, '1')
      const res = await here.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
      // After the hundredth, the limit speaks first.
      expect([403, 429], `${method} ${path}`).toContain(res.statusCode)
      if (res.statusCode === 403)
        expect(res.json()).toEqual({
          error: 'access_denied',
          message: 'An API token opens the addresses of the public API and nothing else',
          status: 403,
          success: false,
        })
    }
    const after = await stored(here.database)
    for (const dump of [before, after]) forgetUse(dump)
    expect(after).toEqual(before)
  })

  test('counts as signed out at sign-in and sign-out', async () => {
    const here = await shared()
    const token = await tokenOf(here, 'pro')
    expect((await get(here, token, '/api/auth/status')).json()).toEqual({
      isAuthenticated: false,
      user: null,
      sendsPasswordLinks: false,
    })
  })

  test.each([
    ['deleted', async (here: World) => void (await here.ask('pro', 'DELETE', '/api/auth/tokens'))],
    ['of a deleted user', async (here: World) => void (await here.ask('admin', 'DELETE', '/api/users/2'))],
    ['that has expired', async (here: World) => here.clock.moveBy(90 * DAY)],
  ])('%s answers 401 at once, like one that never was', async (_, end) => {
    const here = await world()
    const token = await tokenOf(here, 'pro')
    expect((await get(here, token)).statusCode).toBe(200)
    await end(here)
    const [dead, never] = [await get(here, token), await get(here, `tangelo_${'x'.repeat(43)}`)]
    expect(dead.json()).toEqual({
      error: 'invalid_token',
      message: 'This API token is not valid: it has expired, or was deleted',
      status: 401,
      success: false,
    })
    expect(dead.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect([dead.statusCode, never.statusCode, never.body]).toEqual([401, 401, dead.body])
  })

  test.each(['tangelo_', 'tangelo_short', `tangelo_${'x'.repeat(300)}`, 'tangelo_with spaces', 'tangelo_a.b/c=='])(
    'a damaged one (%s) and a missing one get different errors',
    async (mangled) => {
      const here = await world()
      const res = await get(here, mangled)
      expect([res.statusCode, res.json().error]).toEqual([401, 'invalid_token'])
      expect((await get(here, mangled, '/api/auth/status')).statusCode).toBe(200)
      expect((await get(here, 'no token at all')).json().error).toBe('not_signed_in')
    },
  )

  test('follows its owner: another company, another role', async () => {
    const here = await world({ accounts: ['own', { username: 'foreign', companyId: 2 }] })
    const token = await tokenOf(here, 'pro')
    const names = async () => (await get(here, token)).json().map(({ username }: { username: string }) => username)
    expect(await names()).toEqual(['own'])
    await here.ask('admin', 'PUT', '/api/users/2', { companyId: 2 })
    expect(await names()).toEqual(['foreign'])
    await here.ask('admin', 'PUT', '/api/users/2', { role: 'admin' })
    expect(await names()).toHaveLength(2)
    await here.ask('admin', 'PUT', '/api/users/2', { role: 'basic', companyId: null })
    expect(await names()).toEqual([])
  })

  test('shows when it was used last, to the minute', async () => {
    const here = await world()
    const token = await tokenOf(here, 'pro')
    const lastUsed = async () => (await listOf(here, 'pro'))[0].lastUsedAt
    await get(here, token)
    expect(await lastUsed()).toBe(new Date(START).toISOString())
    here.clock.moveBy(59 * SECOND)
    await get(here, token)
    expect(await lastUsed()).toBe(new Date(START).toISOString())
    here.clock.moveBy(SECOND)
    await get(here, token)
    expect(await lastUsed()).toBe(new Date(START + 60 * SECOND).toISOString())
  })

  test('that has expired leaves the list after another 90 days', async () => {
    const here = await world(PATIENT)
    await tokenOf(here, 'pro')
    here.clock.moveBy(180 * DAY)
    await here.purge()
    expect(await listOf(here, 'pro')).toHaveLength(1)
    here.clock.moveBy(1)
    await here.purge()
    expect(await listOf(here, 'pro')).toEqual([])
  })
})

/** When a token was used, and what counts against its limit, is recorded for any request. */
function forgetUse(dump: Awaited<ReturnType<typeof stored>>): void {
  Reflect.deleteProperty(dump, 'token_rate_limits')
  Reflect.deleteProperty(dump, 'api_tokens')
}

describe.each([
  ['counted in the store', false],
  ['counted in memory, by a process alone', true],
])('the limit, %s', (_, isAlone) => {
  test('lets a hundred requests pass in any 60 seconds, and says when the next one may come', async () => {
    const here = await world({ isAlone })
    const token = await tokenOf(here, 'pro')
    const first = await get(here, token)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '99' })
    here.clock.moveBy(20 * SECOND)
    expect(countOf(await statuses(LIMIT - 1, () => get(here, token)), 200)).toBe(LIMIT - 1)
    here.clock.moveBy(27.5 * SECOND)
    const refused = await get(here, token)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({
      error: 'too_many_requests',
      message: 'This API token has made 100 requests within a minute. Try again in 13 seconds.',
      status: 429,
      success: false,
      retryAfterSeconds: 13,
    })
    expect(refused.headers).toMatchObject({ 'retry-after': '13', 'ratelimit-remaining': '0' })
    here.clock.moveBy(12.5 * SECOND)
    expect([(await get(here, token)).statusCode, (await get(here, token)).statusCode]).toEqual([200, 429])
    here.clock.moveBy(20 * SECOND)
    expect(countOf(await statuses(LIMIT, () => get(here, token)), 200)).toBe(LIMIT - 1)
  })

  test('is of the token: no header, letter or other token changes it', async () => {
    const here = await world({ isAlone })
    const [token, other] = [await tokenOf(here, 'pro'), await tokenOf(here, 'pro')]
    await statuses(LIMIT, () => get(here, token))
    for (const [url, headers] of [
      ['/api/accounts', { 'x-forwarded-for': '203.0.113.7' }],
      ['/api/accounts', { 'x-forwarded-for': '203.0.113.8, 198.51.100.1', forwarded: 'for=198.51.100.2' }],
      ['/api/accounts', { 'x-http-method-override': 'HEAD' }],
      ['/api/accounts', { authorization: `bearer ${token}` }],
      ['/api/accounts?q=x', {}],
      ['/api/accounts/1', {}],
      ['/api/users', {}],
    ] as const)
      expect((await get(here, token, url, { ...headers })).statusCode, url).toBe(429)
    for (const url of ['/API/accounts', '/api/Accounts']) expect((await get(here, token, url)).statusCode).toBe(404)
    const head = await here.app.inject({
      method: 'HEAD',
      url: '/api/accounts',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(head.statusCode).toBe(429)
    expect((await get(here, other)).statusCode).toBe(200)
    expect((await here.ask('pro', 'GET', '/api/accounts')).headers).not.toHaveProperty('ratelimit-limit')
  })
})

test('a GET that names another method in a header stays a GET', async () => {
  const here = await world({ accounts: ['own'] })
  const token = await tokenOf(here, 'admin')
  const before = await stored(here.database)
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    expect((await get(here, token, '/api/accounts/1', { [header]: 'DELETE' })).statusCode).toBe(200)
  const after = await stored(here.database)
  for (const dump of [before, after]) forgetUse(dump)
  expect(after).toEqual(before)
})

test('nodes count together: of many requests at once to three of them, a hundred pass', async () => {
  const here = await world()
  const nodes = [here, await anotherNode(here), await anotherNode(here)]
  const token = await tokenOf(here, 'pro')
  const answers = await Promise.all(nodes.map((node) => statuses(60, () => get(node, token))))
  const all = answers.flat()
  expect([countOf(all, 200), countOf(all, 429)]).toEqual([LIMIT, 180 - LIMIT])
})

async function anotherNode({ database, folder, clock, renderer, encryption }: World) {
  const pictures = { fetch: () => Promise.reject(new Error('Nothing is fetched here')) }
  const log = openLog('silent')
  const session = { idleMs: DAY, maxMs: DAY }
  const paths = { path: folder, blobsPath: `${folder}/blobs`, temporaryPath: folder }
  const { services } = compose({
    database,
    folder: paths,
    session,
    encryption,
    clock,
    log,
    pictures,
    renderer,
    webhooks: {},
    warnings: async () => [],
    nodes: { label: 'here', list: async () => [] },
    driveOf: emptyFolders(),
    payments: sandboxPayments({ database, clock, encryption }),
    openSource: sourceOpener(NO_SERVERS, clock),
  })
  const app = await buildApp({ services, log, readiness: readiness([], { log }) })
  onTestFinished(() => app.close())
  return { app }
}

describe('an answer that has not changed', () => {
  test.each(READABLE)('need not be sent again: %s', async (url) => {
    const here = await shared()
    const token = here.tokens.pro
    const first = await get(here, token, url)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get(here, token, url, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
      expect(again.headers).not.toHaveProperty('content-type')
    }
    expect((await get(here, token, url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is sent again when it has, and counts as a request either way', async () => {
    const here = await world({ accounts: ['own', 'other'] })
    const token = await tokenOf(here, 'pro')
    const tagOf = async (url: string) => String((await get(here, token, url)).headers.etag)
    const [one, list] = [await tagOf('/api/accounts/1'), await tagOf('/api/accounts?limit=1')]
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 })
    const changed = await get(here, token, '/api/accounts/1', { 'if-none-match': one })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(one)
    // The same row on the page, and yet another page: the list has grown.
    const page = await tagOf('/api/accounts?limit=1')
    expect(page).not.toBe(list)
    await here.ask('admin', 'POST', '/api/accounts', { username: 'third' })
    expect(await tagOf('/api/accounts?limit=1')).not.toBe(page)
    const known = await get(here, token, '/api/accounts/1', { 'if-none-match': String(changed.headers.etag) })
    expect([known.statusCode, known.headers['ratelimit-remaining']]).toEqual([304, '94'])
  })

  test('may be cached by a program that revalidates each time, and by no screen', async () => {
    const here = await shared()
    const token = await tokenOf(here, 'basic')
    const kept = { 'cache-control': 'private, no-cache', vary: 'authorization' }
    expect((await get(here, token)).headers).toMatchObject(kept)
    expect((await get(here, token, '/api/accounts/2')).headers['cache-control']).toBe('no-store')
    expect((await here.ask('basic', 'GET', '/api/accounts')).headers['cache-control']).toBe('no-store')
  })
})

describe('the client', () => {
  const clientOf = async (here: World, more: object = {}) => {
    const token = await tokenOf(here, 'pro')
    const asked: { url: string; status: number }[] = []
    const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const { pathname, search } = new URL(String(url))
      const res = await here.app.inject({ url: `${pathname}${search}`, headers })
      asked.push({ url: `${pathname}${search}`, status: res.statusCode })
      const body = res.statusCode === 304 ? null : res.body
      return new Response(body, {
        status: res.statusCode,
        headers: Object.entries(res.headers).map(([k, v]) => [k, String(v)]),
      })
    }
    return { api: tangelo({ address: 'http://here/', token, fetch, ...more }), asked }
  }

  test('reads the six addresses, each with the types of the contract', async () => {
    const here = await world({ accounts: ['own'] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 })
    const { api } = await clientOf(here)
    const params = { accountId: 1 }
    const [first] = await api.get('GET /api/accounts', { query: { sort: 'recent', limit: 5 } })
    expect(first?.metrics.followers).toBe(12)
    expect((await api.get('GET /api/accounts/:accountId', { params })).account.username).toBe('own')
    expect((await api.get('GET /api/accounts/:accountId/metrics', { params })).source).toBe('import')
    const days = await api.get('GET /api/accounts/:accountId/metrics/history', {
      params,
      query: { from: '2026-11-01' },
    })
    expect(days.map(({ followers }) => followers)).toEqual([12])
    expect(await api.get('GET /api/accounts/:accountId/posts', { params })).toEqual([])
    const { posting } = await api.get('GET /api/accounts/:accountId/analysis', { params })
    expect(posting.verdict).toBe('too-few-posts')
  })

  test('goes through a list page by page, and does not fetch again what it has', async () => {
    const here = await world({ accounts: ['a', 'b', 'c', 'd', 'e'] })
    const { api, asked } = await clientOf(here)
    const names: string[] = []
    for await (const { username } of api.each('GET /api/accounts', { query: { limit: 2, sort: 'recent' } }))
      names.push(username)
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
    const page = await api.page('GET /api/accounts', { query: { limit: 2, sort: 'recent' } })
    expect([page.rows.length, page.total, typeof page.nextCursor]).toEqual([2, 5, 'string'])
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 304])
  })

  test('waits as long as required when the token has used up its requests, and no longer than its own limit', async () => {
    const here = await world()
    const waits: number[] = []
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds)
      here.clock.moveBy(milliseconds)
    }
    const { api } = await clientOf(here, { pause })
    const read = () => api.get('GET /api/accounts')
    await Promise.all(Array.from({ length: LIMIT }, read))
    await read()
    expect(waits).toEqual([60 * SECOND])
    const { api: hasty } = await clientOf(here, { pause, patienceMs: 5 * SECOND })
    await Promise.all(Array.from({ length: LIMIT }, () => hasty.get('GET /api/accounts')))
    await expect(hasty.get('GET /api/accounts')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  test('says what the server said', async () => {
    const { api } = await clientOf(await shared())
    const refused = api.get('GET /api/accounts/:accountId', { params: { accountId: 999 } })
    await expect(refused).rejects.toMatchObject({
      name: 'TangeloError',
      status: 404,
      code: 'not_found',
      message: 'Account not found',
    })
  })
})
