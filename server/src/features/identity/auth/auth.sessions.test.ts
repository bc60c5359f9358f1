/** How long sessions live, what ends them, and what is stored of them (D4). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { inTurn, isLive, signIn, withToken } from '#testing/signing-in.ts'
import { PASSWORD, world } from '#testing/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a session', () => {
  test('ends after 24 hours without a request', async () => {
    const here = await world()
    here.clock.moveBy(DAY - 1)
    expect(await isLive(here, here.tokens.pro)).toBe(true)
    here.clock.moveBy(DAY)
    expect(await isLive(here, here.tokens.pro)).toBe(false)
  })

  test('is kept alive by use, but for no longer than 7 days', async () => {
    const here = await world()
    const states = await inTurn(9, async () => {
      here.clock.moveBy(20 * HOUR)
      return isLive(here, here.tokens.pro)
    })
    // Seven days are 168 hours: the use at hour 160 finds it alive, the one at hour 180 does not.
    expect(states).toEqual([true, true, true, true, true, true, true, true, false])
  })

  test('that may be idle for 5 minutes only is kept alive by use', async () => {
    const here = await world({ session: { idleMs: 5 * MINUTE, maxMs: DAY } })
    const states = await inTurn(6, async () => {
      here.clock.moveBy(2 * MINUTE)
      return isLive(here, here.tokens.pro)
    })
    expect(states).toEqual([true, true, true, true, true, true])
    here.clock.moveBy(5 * MINUTE)
    expect(await isLive(here, here.tokens.pro)).toBe(false)
  })

  test('ends at once with a sign-out, and a second sign-out is fine', async () => {
    const here = await world()
    for (const _ of ['first', 'second']) {
      const res = await here.ask('pro', 'POST', '/api/auth/logout')
      expect(res.statusCode).toBe(200)
      expect(res.json()).toEqual({ success: true })
    }
    expect(await isLive(here, here.tokens.pro)).toBe(false)
    expect(await isLive(here, here.tokens.basic)).toBe(true)
  })

  test('signed out elsewhere leaves the other sessions of the user alive', async () => {
    const here = await world()
    const { token } = (await signIn(here, 'pro', PASSWORD)).json()
    await withToken(here, token, 'POST', '/api/auth/logout')
    expect(await isLive(here, here.tokens.pro)).toBe(true)
  })

  test.each([
    ['a new role', 'PUT', { role: 'basic' }],
    ['a password reset', 'PUT', { password: 'quite another fruit' }],
    ['deletion', 'DELETE', undefined],
  ] as const)('ends at once with %s by an administrator', async (_, method, change) => {
    const here = await world()
    expect((await here.ask('admin', method, '/api/users/2', change)).statusCode).toBe(200)
    const res = await here.ask('pro', 'GET', '/api/accounts')
    expect(res.statusCode).toBe(401)
    expect(res.json().error).toBe('not_signed_in')
    expect((await here.ask('pro', 'GET', '/api/auth/status')).json()).toEqual({
      isAuthenticated: false,
      user: null,
      sendsPasswordLinks: false,
    })
  })

  test.each([
    ['the same role', { role: 'pro' }],
    ['another name', { username: 'prudence' }],
    ['another company', { companyId: 2 }],
  ])('goes on with %s, and shows the change', async (_, change) => {
    const here = await world()
    await here.ask('admin', 'PUT', '/api/users/2', change)
    expect((await here.ask('pro', 'GET', '/api/auth/status')).json().user).toMatchObject(change)
  })

  test('started while the user is deleted or gets a new password does not succeed', async () => {
    const here = await world()
    for (const [username, id] of [
      ['pro', 2],
      ['basic', 3],
    ] as const) {
      const change = username === 'pro' ? { password: 'quite another fruit' } : undefined
      const [session] = await Promise.all([
        signIn(here, username, PASSWORD),
        here.ask('admin', change ? 'PUT' : 'DELETE', `/api/users/${id}`, change),
      ])
      expect([200, 401]).toContain(session.statusCode)
      if (session.statusCode === 200) expect(await isLive(here, session.json().token)).toBe(false)
    }
  })

  test('leaves nothing to read in the store: neither token nor password', async () => {
    const here = await world()
    await here.ask('pro', 'POST', '/api/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'plum jam, two jars',
    })
    const rows = JSON.stringify(await readTables(here.database))
    const files = readdirSync(here.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    for (const text of [rows, ...files])
      for (const secret of [...Object.values(here.tokens), PASSWORD, 'plum jam, two jars'])
        expect(text.includes(secret)).toBe(false)
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  test('an expired one is purged, a live one is not', async () => {
    const here = await world()
    here.clock.moveBy(12 * HOUR)
    const { token } = (await signIn(here, 'pro', PASSWORD)).json()
    here.clock.moveBy(13 * HOUR)
    await here.services.auth.purge()
    expect((await readTables(here.database, 'sessions')).sessions).toHaveLength(1)
    expect(await isLive(here, token)).toBe(true)
  })
})
