/** OWASP ASVS 5.0, chapters V6 to V8: a test for each row that applies, named after it. The table is docs/asvs.md. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RouteRow, routes } from '@tangelo/contract'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditLogService } from '#features/core/index.ts'
import { newRecoveryCodes, newTwoFactorSecret } from '#features/identity/two-factor/two-factor.rules.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { acceptedPassword, WORDS_OF_THE_HOUSE } from '#platform/passwords.ts'
import { composeIdentity } from '../composition/identity.ts'
import { NO_MAIL } from './no-mail.ts'
import { stored } from './stored.ts'
import { testStore } from './test-store.ts'
import { codeStep, passwordStep, turnTwoFactorOn, withTwoFactor } from './two-factor.ts'
import { PASSWORD, type Person, sharedWorld, type World, world } from './world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SIGN_IN = readFileSync(join(ROOT, 'docs/sign-in.md'), 'utf8')
const DAY = 24 * 3_600_000

/** For questions that leave the world as it is. */
const unchanged = sharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

const signIn = ({ app }: World, username: string, password: string, headers = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password }, headers })

const statusWith = async ({ app }: World, token: string) =>
  (await app.inject({ url: '/api/accounts', headers: { authorization: `Bearer ${token}` } })).statusCode

const change = (here: World, newPassword: string, currentPassword = PASSWORD) =>
  here.ask('pro', 'POST', '/api/auth/password', { currentPassword, newPassword })

const isRefused = (password: string, username = 'pro') =>
  acceptedPassword(password, username).then(
    () => false,
    () => true,
  )

describe('V6.1 what is written down', () => {
  test('ASVS 6.1.1 how guessing is slowed down, and that no user is locked out by another', () => {
    for (const rule of [
      '5 wrong passwords',
      '30 seconds',
      '15 minutes',
      '50 failures',
      'no user can lock a colleague out',
    ])
      expect(SIGN_IN).toContain(rule)
  })

  test('ASVS 6.1.2 the words that make no password here', () => {
    for (const word of WORDS_OF_THE_HOUSE) expect(SIGN_IN).toContain(`\`${word}\``)
  })

  test('ASVS 6.1.3 every way in, with its strength', () => {
    for (const way of ['username and password', 'the same, then a code', 'API token', 'operator key'])
      expect(SIGN_IN).toContain(`| ${way} |`)
  })
})

describe('V6.2 passwords', () => {
  test('ASVS 6.2.1 have at least 8 characters', async () => {
    const { ask } = await unchanged()
    const body = { currentPassword: PASSWORD, newPassword: 'sevench' }
    expect((await ask('basic', 'POST', '/api/auth/password', body)).statusCode).toBe(400)
  })

  test('ASVS 6.2.2, ASVS 6.2.9 can be changed, to one of 64 characters and more', async () => {
    const here = await world()
    const long = randomBytes(64).toString('hex')
    expect((await change(here, long)).statusCode).toBe(200)
    expect((await signIn(here, 'pro', long)).statusCode).toBe(200)
    expect((await signIn(here, 'pro', long.slice(0, -1))).statusCode).toBe(401)
  })

  test('ASVS 6.2.3 are changed with the current one alone', async () => {
    const { ask } = await unchanged()
    const body = { currentPassword: 'a wrong guess', newPassword: 'plum jam, two jars' }
    expect((await ask('basic', 'POST', '/api/auth/password', body)).statusCode).toBe(400)
  })

  test('ASVS 6.2.4 are none of the 3,000 that are most common', async () => {
    const common = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3_000)
    expect(common).toHaveLength(3_000)
    const taken: string[] = []
    for (const password of common) if (!(await isRefused(password.toUpperCase()))) taken.push(password)
    expect(taken).toEqual([])
  })

  test('ASVS 6.2.5 may be made of anything', async () => {
    const all = await Promise.all(
      ['quincetrees', '7203918465', '🍊🍋🍇🍓🍒🍍🥝🍌', '    a   b    '].map((one) => isRefused(one)),
    )
    expect(all).toEqual([false, false, false, false])
  })

  test('ASVS 6.2.8 are compared as they were typed', async () => {
    const here = await unchanged()
    for (const almost of [PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(0, -1)])
      expect((await signIn(here, 'basic', almost)).statusCode).toBe(401)
    expect((await signIn(here, 'basic', PASSWORD)).statusCode).toBe(200)
  })

  test('ASVS 6.2.10 do not expire by age', async () => {
    const here = await world()
    here.clock.moveBy(3 * 365 * DAY)
    expect((await signIn(here, 'pro', PASSWORD)).json().user).toMatchObject({ mustChangePassword: false })
  })

  test('ASVS 6.2.11 are no words of the house, nor one’s own name', async () => {
    for (const password of ['Tangelo2026!', 'instagram-1', 'DASHBOARD99', 'marenbecker7'])
      expect(await isRefused(password, 'marenbecker'), password).toBe(true)
  })
})

describe('V6.3 signing in', () => {
  test('ASVS 6.3.1 slows guessing down', async () => {
    const here = await world()
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await signIn(here, 'pro', 'a wrong guess')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('ASVS 6.3.2, ASVS 6.4.1 begins with one administrator, whose random password must be changed', async () => {
    const [one, other] = [await begun(), await begun()]
    expect(one.made?.generatedPassword).not.toBe(other.made?.generatedPassword)
    expect(one.made?.generatedPassword).toMatch(/^[a-z2-9-]{23}$/)
    expect((await stored(one.database, 'users')).users).toEqual([
      expect.objectContaining({ username: 'admin', must_change_password: 1 }),
    ])
    const here = await world()
    await here.database.queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', 2).execute()
    expect(await statusWith(here, here.tokens.pro)).toBe(403)
    const same = await change(here, PASSWORD)
    expect(same.statusCode, 'it cannot be kept').toBe(400)
  })

  test('ASVS 6.3.3, ASVS 7.5.1 takes two factors where that is on; changing them asks who one is', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'admin')
    expect(Object.keys((await signIn(here, 'admin', PASSWORD)).json())).toEqual(['secondStep'])
    const rule = { isRequiredOfAdmins: true }
    expect((await here.ask('admin', 'PUT', '/api/auth/two-factor/rule', rule)).statusCode).toBe(200)
    await here.database.queries.updateTable('users').set({ role: 'admin' }).where('id', '=', 2).execute()
    expect((await here.ask('pro', 'GET', '/api/users')).json().error).toBe('two_factor_due')
    for (const [url, body] of [
      ['/api/auth/two-factor', { password: 'a wrong guess' }],
      ['/api/auth/two-factor/off', { password: PASSWORD }],
      ['/api/auth/two-factor/recovery-codes', { password: 'a wrong guess', code: code() }],
    ] as const)
      expect((await here.ask('admin', 'POST', url, body)).statusCode, url).toBe(400)
  })

  test('ASVS 6.3.4 has no way round the second step', async () => {
    const here = await world()
    await withTwoFactor(here, 'pro')
    const challenge = await passwordStep(here, 'pro')
    expect(await statusWith(here, challenge)).toBe(401)
    const headers = { authorization: `Bearer ${challenge}` }
    const status = await here.app.inject({ url: '/api/auth/status', headers })
    expect(status.json()).toEqual({ isAuthenticated: false, user: null, sendsPasswordLinks: false })
    const publicChanges = Object.values(routes)
      .flatMap((room) => Object.values<RouteRow>(room))
      .filter(({ access, method }) => access === 'public' && method !== 'GET')
    expect(publicChanges.map(({ path }) => path).sort()).toEqual([
      '/api/auth/login',
      '/api/auth/login/code',
      '/api/auth/logout',
      '/api/auth/password-reset',
      '/api/auth/password-reset/complete',
      '/api/mail/confirm',
      '/api/mail/unsubscribe/:token',
      '/api/s/:token/answers',
      '/api/s/:token/undo',
    ])
  })

  test('ASVS 6.3.8 does not reveal which names exist', async () => {
    const here = await unchanged()
    const [wrong, unknown] = [
      await signIn(here, 'loner', 'a wrong guess'),
      await signIn(here, 'missing', 'a wrong guess'),
    ]
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })
})

describe('V6.4 what is lost', () => {
  test('ASVS 6.4.2 no hint and no question stands in for a password', () => {
    const fields = Object.keys(routes.users.create.body.shape).concat(Object.keys(routes.users.update.body.shape))
    expect(fields.filter((name) => /hint|question|answer/i.test(name))).toEqual([])
  })

  test('ASVS 6.4.3 a password set by an administrator leaves the second step on', async () => {
    const here = await world()
    await withTwoFactor(here, 'pro')
    await here.ask('admin', 'PUT', '/api/users/2', { password: 'quite another fruit' })
    expect(Object.keys((await signIn(here, 'pro', 'quite another fruit')).json())).toEqual(['secondStep'])
  })

  test('ASVS 6.4.4, ASVS 6.5.6 a lost factor is taken back by an administrator, or with a recovery code', async () => {
    const here = await world()
    const { recoveryCodes } = await turnTwoFactorOn(here, 'pro')
    expect((await codeStep(here, await passwordStep(here, 'pro'), recoveryCodes[0] ?? '')).statusCode).toBe(200)
    for (const who of ['basic', 'foreigner', 'loner', 'pro'] as const)
      expect((await here.ask(who, 'DELETE', '/api/users/2/two-factor')).statusCode).toBe(403)
    expect((await here.ask('admin', 'DELETE', '/api/users/2/two-factor')).statusCode).toBe(200)
    expect(Object.keys((await signIn(here, 'pro', PASSWORD)).json())).toEqual(['user', 'token'])
  })
})

describe('V6.5 codes', () => {
  test('ASVS 6.5.1, ASVS 6.5.2 work once; recovery codes are kept as argon2id', async () => {
    const here = await world()
    const { code, recoveryCodes } = await turnTwoFactorOn(here, 'pro')
    const { recovery_codes: rows = [] } = await stored(here.database, 'recovery_codes')
    expect(rows).toHaveLength(10)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const given of [code(), recoveryCodes[0] ?? '']) {
      expect((await codeStep(here, await passwordStep(here, 'pro'), given)).statusCode).toBe(200)
      expect((await codeStep(here, await passwordStep(here, 'pro'), given)).statusCode).toBe(401)
    }
  })

  test('ASVS 6.5.3, ASVS 6.5.4 and secrets are random: fifty bits, and 160', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes).flat()
    expect(new Set(codes).size).toBe(1_000)
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31)
    expect(new Set(Array.from({ length: 100 }, newTwoFactorSecret)).size).toBe(100)
    expect(newTwoFactorSecret()).toHaveLength(160 / 5)
  })

  test('ASVS 6.5.5, ASVS 6.5.8 end with their time, by the server’s clock', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const early = code()
    here.clock.moveBy(60_000)
    const late = await codeStep(here, await passwordStep(here, 'pro'), early)
    expect(late.json().error).toBe('wrong_code')
    const { challenge } = (await signIn(here, 'pro', PASSWORD, { date: 'Fri, 20 Nov 2026 09:00:30 GMT' })).json()
      .secondStep
    expect((await codeStep(here, challenge, early)).statusCode).toBe(401)
    expect((await codeStep(here, challenge, code())).statusCode).toBe(200)
  })
})

describe('V7 sessions', () => {
  test('ASVS 7.1.1 live as long as is written down, with the reason', () => {
    for (const rule of ['24 hours without a request', '7 days in any case', 'NIST SP 800-63B'])
      expect(SIGN_IN).toContain(rule)
  })

  test('ASVS 7.1.2 may be as many as is written down', async () => {
    expect(SIGN_IN).toContain('Any number at once for one person')
    const here = await world()
    const tokens = await Promise.all([1, 2, 3].map(async () => (await signIn(here, 'pro', PASSWORD)).json().token))
    expect(await Promise.all(tokens.map((token) => statusWith(here, token)))).toEqual([200, 200, 200])
  })

  test('ASVS 7.2.1 are checked on the server, whatever a browser says of itself', async () => {
    const here = await unchanged()
    const token = here.tokens.basic
    const last = token.endsWith('A') ? 'B' : 'A'
    for (const forged of [`${token.slice(0, -1)}${last}`, `${token}A`, token.slice(1)])
      expect(await statusWith(here, forged)).toBe(401)
  })

  test('ASVS 7.2.2, ASVS 7.2.3, ASVS 7.2.4 are new with each sign-in, of 256 random bits; a new password ends the one that set it', async () => {
    const here = await world()
    const [first, second] = [await signIn(here, 'pro', PASSWORD), await signIn(here, 'pro', PASSWORD)]
    expect(second.json().token).not.toBe(first.json().token)
    expect(Buffer.from(second.json().token, 'base64url')).toHaveLength(32)
    const third = (await change(here, 'plum jam, two jars')).json().token
    expect([await statusWith(here, here.tokens.pro), await statusWith(here, third)]).toEqual([401, 200])
  })

  test('ASVS 7.3.1, ASVS 7.3.2 end after idle time, and after their longest life in any case', async () => {
    const here = await world()
    here.clock.moveBy(DAY)
    expect(await statusWith(here, here.tokens.pro)).toBe(401)
    const { token } = (await signIn(here, 'pro', PASSWORD)).json()
    const statuses: number[] = []
    for (let days = 1; days <= 8; days += 1) {
      here.clock.moveBy(DAY - 3_600_000)
      statuses.push(await statusWith(here, token))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 401])
  })

  test('ASVS 7.4.1, ASVS 7.4.2, ASVS 7.4.5 end with signing out, with deletion, and when an administrator says so', async () => {
    const here = await world()
    await here.ask('loner', 'POST', '/api/auth/logout')
    await here.ask('admin', 'DELETE', '/api/users/3')
    await here.ask('admin', 'DELETE', '/api/admin/sessions?userId=2')
    const ended: Person[] = ['loner', 'basic', 'pro']
    for (const who of ended) expect(await statusWith(here, here.tokens[who]), who).toBe(401)
    expect((await here.ask('admin', 'DELETE', '/api/admin/sessions')).json()).toEqual({ ended: 1 })
    expect(await statusWith(here, here.tokens.foreigner)).toBe(401)
  })

  test('ASVS 7.4.3 end, all but the one that asks, when a factor changes', async () => {
    const here = await world()
    const other = (await signIn(here, 'pro', PASSWORD)).json().token
    const { code } = await turnTwoFactorOn(here, 'pro')
    expect(await statusWith(here, other)).toBe(401)
    const again = (await codeStep(here, await passwordStep(here, 'pro'), code())).json().token
    await here.ask('pro', 'POST', '/api/auth/two-factor/off', { password: PASSWORD, code: code() })
    expect([await statusWith(here, again), await statusWith(here, here.tokens.pro)]).toEqual([401, 200])
  })

  test('ASVS 7.5.2 are seen and ended by their owner, who gives the password', async () => {
    const here = await world()
    const other = (await signIn(here, 'pro', PASSWORD)).json().token
    expect((await here.ask('pro', 'GET', '/api/sessions')).json()).toHaveLength(2)
    const end = (password: string) => here.ask('pro', 'POST', '/api/sessions/end-others', { password })
    expect((await end('a wrong guess')).statusCode).toBe(400)
    expect(await statusWith(here, other)).toBe(200)
    expect((await end(PASSWORD)).json()).toEqual({ ended: 1 })
    expect(await statusWith(here, other)).toBe(401)
  })
})

describe('V8 access', () => {
  test('ASVS 8.1.1, ASVS 8.1.2 is written down, by role, by object and by field', () => {
    const section = SIGN_IN.slice(SIGN_IN.indexOf('## Who may what'))
    for (const word of ['`public`', '`signedIn`', '`reader`', '`admin`', 'own company only', 'Fields:'])
      expect(section).toContain(word)
  })

  test('ASVS 8.2.1 to functions is for whom they are for', async () => {
    const { ask } = await unchanged()
    const forAdmins = Object.values(routes)
      .flatMap((room) => Object.values<RouteRow>(room))
      .filter(({ access }) => access === 'admin')
    expect(forAdmins.length).toBeGreaterThan(15)
    for (const { method, path } of forAdmins) {
      const url = path.replace(/:\w+/g, '1')
      const [stranger, pro] = [await ask('stranger', method, url), await ask('pro', method, url)]
      expect([stranger.statusCode, pro.statusCode], `${method} ${path}`).toEqual([401, 403])
    }
  })

  test('ASVS 8.2.2 to objects is for their company', async () => {
    const { ask } = await unchanged()
    for (const url of ['/api/accounts/2', '/api/accounts/2/metrics', '/api/companies/2/credits'])
      expect((await ask('pro', 'GET', url)).statusCode, url).toBe(404)
    expect((await ask('foreigner', 'GET', '/api/accounts/2')).statusCode).toBe(200)
  })

  test('ASVS 8.2.3 to fields is for whom they are for', async () => {
    const { ask } = await unchanged()
    expect((await ask('pro', 'PUT', '/api/accounts/1', { username: 'other' })).statusCode).toBe(403)
    expect((await ask('pro', 'PUT', '/api/accounts/1', { followers: 1 })).statusCode).toBe(400)
    const users = await ask('admin', 'GET', '/api/users')
    expect(users.body).not.toMatch(/hash|password|secret|token/i)
  })

  test('ASVS 8.3.1 is decided on the server, not by what a request says of itself', async () => {
    const { ask } = await unchanged()
    const headers = { 'x-role': 'admin', 'x-http-method-override': 'GET', 'x-user-id': '1' }
    expect((await ask('basic', 'GET', '/api/users', undefined, headers)).statusCode).toBe(403)
    expect((await ask('basic', 'DELETE', '/api/users/4', undefined, headers)).statusCode).toBe(403)
    expect((await ask('basic', 'GET', '/api/users?role=admin', undefined, headers)).statusCode).toBe(403)
  })

  test('ASVS 8.3.2 changes at once', async () => {
    const here = await world()
    await here.database.queries.updateTable('users').set({ role: 'admin' }).where('id', '=', 2).execute()
    expect((await here.ask('pro', 'GET', '/api/users')).statusCode).toBe(200)
    await here.database.queries.updateTable('users').set({ role: 'basic' }).where('id', '=', 2).execute()
    expect((await here.ask('pro', 'GET', '/api/users')).statusCode).toBe(403)
  })

  test('ASVS 8.4.1 never reaches into another company', async () => {
    const here = await unchanged()
    const before = await stored(here.database, 'accounts')
    for (const [method, url, body] of [
      ['PUT', '/api/accounts/2', { notes: 'mine now' }],
      ['PUT', '/api/accounts/1', { companyId: 2 }],
      ['DELETE', '/api/accounts/2', undefined],
    ] as const)
      expect((await here.ask('pro', method, url, body)).statusCode).toBeGreaterThanOrEqual(403)
    expect(await stored(here.database, 'accounts')).toEqual(before)
  })
})

test('every row of docs/asvs.md that applies names a file with a test of its name', () => {
  const rows = [...readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8').matchAll(/^\| (\d\.\d\.\d+) \|.*\| (\S+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(50)
  for (const [, row = '', file = ''] of rows) {
    const path = join(ROOT, file)
    expect(existsSync(path), file).toBe(true)
    expect(readFileSync(path, 'utf8'), `a test named ASVS ${row}`).toMatch(new RegExp(`test\\('[^']*ASVS ${row}[ ,]`))
  }
})

/** A first start on an empty store, without ADMIN_PASSWORD. */
async function begun() {
  const store = await testStore()
  onTestFinished(() => store.dispose())
  const { database } = store
  const clock = { now: () => Date.UTC(2026, 10, 20) }
  const audit = auditLogService({ database, clock })
  const session = { idleMs: DAY, maxMs: 7 * DAY }
  const { auth } = composeIdentity({
    ...NO_MAIL,
    database,
    clock,
    session,
    audit,
    log: openLog('silent'),
    encryption: encryptionWith(randomBytes(32)),
    isAlone: true,
    payments: { mode: 'sandbox' },
    webhookProblem: () => null,
  }).services
  return { database, made: await auth.bootstrap({ username: 'admin', password: null }) }
}
