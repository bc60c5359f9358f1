/** Signing in, what is refused, and the own profile (D5), through the routes. */
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { PRO, signIn, withToken } from '#testing/signing-in.ts'
import { PASSWORD, world } from '#testing/world.ts'

describe('signing in', () => {
  test('answers the user and a token that opens the other routes', async () => {
    const here = await world()
    const res = await signIn(here, 'pro', PASSWORD)
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({ user: PRO, token: expect.stringMatching(/^[\w-]{43}$/) })
    const status = await withToken(here, res.json().token, 'GET', '/api/auth/status')
    expect(status.json()).toEqual({ isAuthenticated: true, user: PRO, sendsPasswordLinks: false })
  })

  test('takes the username in any case and with spaces around it', async () => {
    const res = await signIn(await world(), '  PRO ', PASSWORD)
    expect(res.json().user).toEqual(PRO)
  })

  test('gives every session a token of its own', async () => {
    const here = await world()
    const tokens = await Promise.all([1, 2, 3].map(async () => (await signIn(here, 'pro', PASSWORD)).json().token))
    expect(new Set(tokens).size).toBe(3)
  })

  test('answers a wrong password and an unknown user alike', async () => {
    const here = await world()
    const [wrong, unknown] = [await signIn(here, 'pro', 'not it at all'), await signIn(here, 'unknown', PASSWORD)]
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      error: 'wrong_credentials',
      message: 'Invalid username or password',
      status: 401,
      success: false,
    })
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
  })

  test.each([
    ['no username', { password: 'x' }, 'Username is required'],
    ['an empty username', { username: '', password: 'x' }, 'Username is required'],
    ['only spaces', { username: '   ', password: 'x' }, 'Username is required'],
    ['no password', { username: 'pro' }, 'Password is required'],
    ['an empty password', { username: 'pro', password: '' }, 'Password is required'],
    ['a password of 257', { username: 'pro', password: 'x'.repeat(257) }, 'Passwords have at most 256 characters'],
    ['a number for a password', { username: 'pro', password: 12_345_678 }, 'Password is required'],
    ['an unknown field', { username: 'pro', password: 'x', role: 'admin' }, 'role is not a field of this request'],
    [
      'an unknown field whose name every object knows',
      { username: 'pro', password: 'x', constructor: 'admin' },
      'constructor is not a field of this request',
    ],
    ['a NUL in the username', { username: 'pro\0', password: 'x' }, 'username must not hold the character U+0000'],
    ['a NUL in the password', { username: 'pro', password: 'x\0' }, 'password must not hold the character U+0000'],
  ])('with %s is refused and counts as no attempt', async (_, payload, message) => {
    const { app, database } = await world()
    const before = await readTables(database)
    const res = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await readTables(database)).toEqual(before)
  })

  test('reports a stranger and an expired token as signed out', async () => {
    const { ask } = await world()
    for (const who of ['stranger', 'garbage'] as const) {
      const res = await ask(who, 'GET', '/api/auth/status')
      expect(res.json()).toEqual({ isAuthenticated: false, user: null, sendsPasswordLinks: false })
    }
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', `Bearer ${'x'.repeat(5_000)}`, 'Bearer a b c'])(
    'accepts no user by the header %j',
    async (authorization) => {
      const { app } = await world()
      const res = await app.inject({ url: '/api/accounts', headers: { authorization } })
      expect(res.statusCode).toBe(401)
      expect(res.json()).toEqual({
        error: 'not_signed_in',
        message: 'Sign in to continue',
        status: 401,
        success: false,
      })
    },
  )
})

test('the own profile has the user, and the clock of the company', async () => {
  const { ask } = await world()
  const profile = async (who: 'pro' | 'loner') => (await ask(who, 'GET', '/api/auth/profile')).json()
  const common = { memberSince: '2026-11-20T09:00:00.000Z', guessedAt: null, hasWebhook: false }
  const pro = { username: 'pro', role: 'pro', companyName: 'Citrus Studio', timeZone: 'UTC' }
  expect(await profile('pro')).toEqual({ ...pro, ...common })
  const loner = { username: 'loner', role: 'basic', companyName: null, timeZone: null }
  expect(await profile('loner')).toEqual({ ...loner, ...common })
  await ask('admin', 'PUT', '/api/users/2', { webhookUrl: 'https://example.com/hook' })
  expect(await profile('pro')).toMatchObject({ hasWebhook: true })
})
