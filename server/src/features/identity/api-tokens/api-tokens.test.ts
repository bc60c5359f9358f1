/** Tokens for programs: good for six addresses of what their owner reads, and dead at once when they should be. */
import { type RouteRow, routes } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { forgetUse, get, listOf, READABLE, tokenOf } from '#testing/api-tokens.ts'
import { readTables } from '#testing/read-tables.ts'
import { START, setUpSharedWorld, type World, world } from '#testing/world.ts'

const SECOND = 1_000
const DAY = 24 * 3_600_000

/** Where sessions last longer than tokens do. */
const PATIENT = { session: { idleMs: 365 * DAY, maxMs: 365 * DAY } }

const shared = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

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
    const before = await readTables(here.database)
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
    const after = await readTables(here.database)
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

test('a GET that names another method in a header stays a GET', async () => {
  const here = await world({ accounts: ['own'] })
  const token = await tokenOf(here, 'admin')
  const before = await readTables(here.database)
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    expect((await get(here, token, '/api/accounts/1', { [header]: 'DELETE' })).statusCode).toBe(200)
  const after = await readTables(here.database)
  for (const dump of [before, after]) forgetUse(dump)
  expect(after).toEqual(before)
})
