/** Making and deleting tokens for programs, and who may. */
import { describe, expect, test } from 'vitest'
import { countOf, get, listOf, statuses, tokenOf } from '#testing/api-tokens.ts'
import { readTables } from '#testing/read-tables.ts'
import { type Person, START, setUpSharedWorld, world } from '#testing/world.ts'

const DAY = 24 * 3_600_000
const MISSING = '00000000-0000-4000-8000-00000000ffff'

/** Where sessions last longer than tokens do. */
const PATIENT = { session: { idleMs: 365 * DAY, maxMs: 365 * DAY } }

const shared = setUpSharedWorld()

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
    expect(JSON.stringify(await readTables(here.database))).not.toContain(token.slice('tangelo_'.length + 4, -4))
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
    const unknown = await ask('admin', 999)
    expect([unknown.statusCode, unknown.json().message]).toEqual([400, 'There is no such user'])
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
    for (const username of ['basic', 'unknown'])
      expect((await here.ask('pro', 'GET', `/api/auth/tokens?username=${username}`)).statusCode).toBe(403)
    expect((await here.ask('pro', 'GET', '/api/auth/tokens?username=Pro')).statusCode).toBe(200)
    expect((await here.ask('admin', 'GET', '/api/auth/tokens?username=unknown')).statusCode).toBe(404)
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
