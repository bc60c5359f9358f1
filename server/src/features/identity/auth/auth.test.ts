/** Signing in and out, sessions, the own password, bootstrap (D3, D4, D5), through the routes. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditLogService } from '#features/core/index.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { composeIdentity } from '../../../composition/identity.ts'
import { NO_MAIL } from '../../../testing/no-mail.ts'
import { stored } from '../../../testing/stored.ts'
import { testStore } from '../../../testing/test-store.ts'
import { PASSWORD, type World, world } from '../../../testing/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const signIn = ({ app }: World, username: string, password: string, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password }, remoteAddress })

const withToken = ({ app }: World, token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })

const isLive = async (here: World, token: string) =>
  (await withToken(here, token, 'GET', '/api/accounts')).statusCode === 200

const PRO = {
  id: 2,
  username: 'pro',
  role: 'pro',
  companyId: 1,
  companyName: 'Citrus Studio',
  mustChangePassword: false,
}

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
    const [wrong, unknown] = [await signIn(here, 'pro', 'not it at all'), await signIn(here, 'nobody', PASSWORD)]
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
    ['a NUL in the username', { username: 'pro\0', password: 'x' }, 'username must not hold the character U+0000'],
    ['a NUL in the password', { username: 'pro', password: 'x\0' }, 'password must not hold the character U+0000'],
  ])('with %s is refused and counts as no attempt', async (_, payload, message) => {
    const { app, database } = await world()
    const before = await stored(database)
    const res = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await stored(database)).toEqual(before)
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

describe('guessing', () => {
  const guess = (here: World, times: number, username = 'pro', from = '127.0.0.1') =>
    inTurn(times, async () => (await signIn(here, username, 'a wrong guess', from)).statusCode)

  test('is stopped at the sixth wrong password, for the right one too', async () => {
    const here = await world()
    expect(await guess(here, 5)).toEqual([401, 401, 401, 401, 401])
    for (const password of ['a wrong guess', PASSWORD]) {
      const res = await signIn(here, 'PRO', password)
      expect(res.statusCode).toBe(429)
      expect(res.headers['retry-after']).toBe('30')
      expect(res.json()).toEqual({
        error: 'too_many_attempts',
        message: 'Too many failed attempts. Try again in 30 seconds.',
        status: 429,
        success: false,
        retryAfterSeconds: 30,
      })
    }
  })

  test('treats an unknown name in the same way', async () => {
    const here = await world()
    expect(await guess(here, 6, 'nobody')).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('waits twice as long after each further failure, up to 15 minutes', async () => {
    const here = await world()
    await guess(here, 5)
    const delays = await inTurn(8, async () => {
      const { retryAfterSeconds } = (await signIn(here, 'pro', 'a wrong guess')).json()
      here.clock.moveBy(retryAfterSeconds * 1000)
      expect((await signIn(here, 'pro', 'a wrong guess')).statusCode).toBe(401)
      return retryAfterSeconds
    })
    expect(delays).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('counts down, and lets the right password in when the time is over', async () => {
    const here = await world()
    await guess(here, 5)
    here.clock.moveBy(29_500)
    expect((await signIn(here, 'pro', PASSWORD)).json()).toMatchObject({
      message: 'Too many failed attempts. Try again in 1 second.',
      retryAfterSeconds: 1,
    })
    here.clock.moveBy(500)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(200)
  })

  test('starts from nothing 15 minutes after the last failure', async () => {
    const here = await world()
    expect(await guess(here, 4)).toEqual([401, 401, 401, 401])
    here.clock.moveBy(15 * MINUTE)
    expect(await guess(here, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is forgotten with a right password', async () => {
    const here = await world()
    await guess(here, 4)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(200)
    expect(await guess(here, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('blocks the name from that address only, and the address for that name only', async () => {
    const here = await world()
    await guess(here, 6)
    expect((await signIn(here, 'pro', PASSWORD, '10.0.0.7')).statusCode).toBe(200)
    expect((await signIn(here, 'basic', PASSWORD)).statusCode).toBe(200)
  })

  test('of many names from one address is stopped after 50 failures', async () => {
    const { app } = await world()
    const statuses = await inTurn(51, async (at) => {
      const payload = { username: `name${at}`, password: 'a wrong guess' }
      return (await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '10.0.0.8' }))
        .statusCode
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
  })

  test('with the password alone is not enough once a code is required', async () => {
    const here = await world()
    // So many are looked at first that there is time to turn it on.
    const others = Array.from({ length: 12 }, (_, at) => signIn(here, `name${at}`, 'a wrong guess', `10.0.1.${at}`))
    const late = signIn(here, 'pro', PASSWORD)
    const counted = async () => ((await stored(here.database, 'login_failures')).login_failures ?? []).length
    while ((await counted()) < 26) await new Promise(setImmediate)
    await new Promise(setImmediate)
    const on = { user_id: PRO.id, secret: 'sealed', on_since: here.clock.now(), last_period: 0 }
    await here.database.queries.insertInto('two_factor').values(on).execute()
    expect((await late).statusCode).toBe(401)
    await Promise.all(others)
  })

  test('of many names is stopped after 50 failures also from ever new addresses of one network', async () => {
    const { app } = await world()
    const statuses = await inTurn(51, async (at) => {
      const payload = { username: `name${at}`, password: 'a wrong guess' }
      const remoteAddress = `2001:db8:1:2:${at.toString(16)}::${at}`
      return (await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })).statusCode
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
  })

  test('twenty times at once has no more than five passwords looked at', async () => {
    const here = await world()
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(here, 'pro', 'a wrong guess')))
    const statuses = all.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)])
  })

  test('twenty names at once count one by one for their address', async () => {
    const here = await world()
    await Promise.all(Array.from({ length: 20 }, (_, at) => signIn(here, `name${at}`, 'a wrong guess', '10.0.0.9')))
    const { login_failures: rows = [] } = await stored(here.database, 'login_failures')
    expect(Math.max(...rows.map(({ failures }) => Number(failures)))).toBe(20)
  })
})

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
    const rows = JSON.stringify(await stored(here.database))
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
    expect((await stored(here.database, 'sessions')).sessions).toHaveLength(1)
    expect(await isLive(here, token)).toBe(true)
  })
})

describe('changing the own password', () => {
  const change = (here: World, currentPassword: string, newPassword: string) =>
    here.ask('pro', 'POST', '/api/auth/password', { currentPassword, newPassword })

  test('ends every other session, answers a new one, and the old password is dead', async () => {
    const here = await world()
    const other = (await signIn(here, 'pro', PASSWORD)).json().token
    const res = await change(here, PASSWORD, 'plum jam, two jars')
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({ revokedApiTokens: 0, user: PRO, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await isLive(here, res.json().token)).toBe(true)
    expect(await isLive(here, other)).toBe(false)
    expect(await isLive(here, here.tokens.pro)).toBe(false)
    expect(await isLive(here, here.tokens.basic)).toBe(true)
    expect((await signIn(here, 'pro', PASSWORD)).statusCode).toBe(401)
    expect((await signIn(here, 'pro', 'plum jam, two jars')).statusCode).toBe(200)
  })

  test.each([
    ['a wrong current one', 'not it', 'plum jam, two jars', 'The current password is wrong', 'currentPassword'],
    ['the same again', PASSWORD, PASSWORD, 'Choose a password other than the current one', 'newPassword'],
    ['one of seven characters', PASSWORD, 'sevench', 'Passwords have at least 8 characters', 'newPassword'],
    ['one of 257', PASSWORD, `${'ab'.repeat(128)}c`, 'Passwords have at most 256 characters', 'newPassword'],
    ['a common one', PASSWORD, 'Password1', 'This password is easy to guess: choose another one', 'newPassword'],
    [
      'one character again and again',
      PASSWORD,
      'ZZZZZZZZZZ',
      'This password is easy to guess: choose another one',
      'newPassword',
    ],
  ])('to %s is refused and changes nothing', async (_, current, next, message, field) => {
    const here = await world()
    const before = await stored(here.database, 'users', 'sessions')
    const res = await change(here, current, next)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(Object.keys(res.json().fields)).toEqual([field])
    expect(await stored(here.database, 'users', 'sessions')).toEqual(before)
  })

  test.each(['eight on', 'ab'.repeat(128), 'pässwörd mit ümläuten', '🍊🍊🍋🍋🍇🍇🍓🍓'])(
    'to %j is fine',
    async (next) => {
      const here = await world()
      expect((await change(here, PASSWORD, next)).statusCode).toBe(200)
      expect((await signIn(here, 'pro', next)).statusCode).toBe(200)
    },
  )

  test('takes the same letters composed in another way for the same password', async () => {
    const here = await world()
    await change(here, PASSWORD, 'crème brûlée'.normalize('NFC'))
    expect((await signIn(here, 'pro', 'crème brûlée'.normalize('NFD'))).statusCode).toBe(200)
  })

  test('with a stolen session gives no more guesses at the password than signing in does', async () => {
    const here = await world()
    const statuses = await inTurn(6, async () => (await change(here, 'a wrong guess', 'plum jam, two jars')).statusCode)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
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

describe('bootstrap', () => {
  test('makes company 1 and an administrator whose generated password opens nothing but its own change', async () => {
    const here = await bootstrapWorld()
    const { signIn: made } = here
    expect(made).toEqual({
      username: 'admin',
      generatedPassword: expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/),
    })
    const password = made?.generatedPassword ?? ''
    const { token, user } = await opened(here.auth, { username: 'admin', password })
    expect(user).toEqual({
      id: 1,
      username: 'admin',
      role: 'admin',
      companyId: 1,
      companyName: 'My company',
      mustChangePassword: true,
    })
    expect(await here.auth.viewerWith(token, null)).toMatchObject({ mustChangePassword: true })
    expect(JSON.stringify(await stored(here.database))).not.toContain(password)
  })

  test('every route but the password, the status and the sign-out is closed until the change', async () => {
    const here = await world()
    await here.database.queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', 1).execute()
    for (const [method, url] of [
      ['GET', '/api/accounts'],
      ['POST', '/api/accounts'],
      ['GET', '/api/accounts/1'],
      ['GET', '/api/metrics/global'],
      ['GET', '/api/users'],
      ['DELETE', '/api/users/2'],
      ['POST', '/api/accounts/import'],
    ] as const) {
      const res = await here.ask('admin', method, url)
      expect(res.json()).toEqual({
        error: 'password_change_due',
        message: 'Choose a new password first: the generated one only lets you do that',
        status: 403,
        success: false,
      })
      expect(res.statusCode).toBe(403)
    }
    const status = await here.ask('admin', 'GET', '/api/auth/status')
    expect(status.json()).toMatchObject({ isAuthenticated: true, user: { mustChangePassword: true } })

    const changed = await here.ask('admin', 'POST', '/api/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'plum jam, two jars',
    })
    expect(changed.json().user).toMatchObject({ username: 'admin', mustChangePassword: false })
    expect(await isLive(here, changed.json().token)).toBe(true)
  })

  test('with a configured password requires no change', async () => {
    const here = await bootstrapWorld({ username: 'Boss', password: 'chosen by the operator' })
    expect(here.signIn).toEqual({ username: 'Boss', generatedPassword: null })
    const { user } = await opened(here.auth, { username: 'boss', password: 'chosen by the operator' })
    expect(user).toMatchObject({ username: 'Boss', role: 'admin', mustChangePassword: false })
  })

  test('happens once: a second start creates no user, with any settings', async () => {
    const here = await bootstrapWorld()
    const before = await stored(here.database)
    expect(await here.auth.bootstrap({ username: 'other', password: 'chosen by the operator' })).toBeNull()
    expect(await stored(here.database)).toEqual(before)
  })

  test('of two servers on one store makes one administrator', async () => {
    const store = await testStore()
    onTestFinished(() => store.dispose())
    const auth = serviceOn(store.database)
    const both = await Promise.all([1, 2].map(() => auth.bootstrap({ username: 'admin', password: null })))
    expect(both.filter((made) => made !== null)).toHaveLength(1)
    expect((await stored(store.database, 'users', 'companies')).users).toHaveLength(1)
  })
})

const serviceOn = (database: World['database']) => {
  const clock = { now: () => Date.UTC(2026, 10, 20) }
  const session = { idleMs: DAY, maxMs: 7 * DAY }
  const audit = auditLogService({ database, clock })
  const webhookProblem = () => null
  return composeIdentity({
    ...NO_MAIL,
    database,
    clock,
    session,
    audit,
    log: openLog('silent'),
    webhookProblem,
    isAlone: true,
    payments: { mode: 'sandbox' },
    encryption: encryptionWith(randomBytes(32)),
  }).services.auth
}

async function opened(auth: World['services']['auth'], who: { username: string; password: string }) {
  const answer = await auth.logIn({ ...who, address: '127.0.0.1' })
  if ('secondStep' in answer) throw new Error('A second step is asked for')
  return answer
}

async function bootstrapWorld(
  admin: { username: string; password: string | null } = { username: 'admin', password: null },
) {
  const store = await testStore()
  onTestFinished(() => store.dispose())
  const auth = serviceOn(store.database)
  return { auth, database: store.database, signIn: await auth.bootstrap(admin) }
}

/** One after the other, so that each attempt sees what the one before left. */
async function inTurn<Result>(times: number, act: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < times; at += 1) results.push(await act(at))
  return results
}
