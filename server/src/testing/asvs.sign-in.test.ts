/** OWASP ASVS 5.0, V6.3 to V6.5: signing in, what is lost, and codes. The table is docs/asvs.md. */
import { type RouteRow, routes } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, newTwoFactorSecret } from '#features/identity/two-factor/two-factor.rules.ts'
import { changePassword } from './asvs.ts'
import { bootstrapStore } from './bootstrap.ts'
import { readTables } from './read-tables.ts'
import { signIn, statusWith } from './signing-in.ts'
import { codeStep, passwordStep, turnTwoFactorOn, withTwoFactor } from './two-factor.ts'
import { PASSWORD, world } from './world.ts'

describe('V6.3 signing in', () => {
  test('ASVS 6.3.1 slows guessing down', async () => {
    const here = await world()
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await signIn(here, 'pro', 'a wrong guess')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('ASVS 6.3.2, ASVS 6.4.1 begins with one administrator, whose random password must be changed', async () => {
    const [one, other] = [await bootstrapStore(), await bootstrapStore()]
    expect(one.made?.generatedPassword).not.toBe(other.made?.generatedPassword)
    expect(one.made?.generatedPassword).toMatch(/^[a-z2-9-]{23}$/)
    expect((await readTables(one.database, 'users')).users).toEqual([
      expect.objectContaining({ username: 'admin', must_change_password: 1 }),
    ])
    const here = await world()
    await here.database.queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', 2).execute()
    expect(await statusWith(here, here.tokens.pro)).toBe(403)
    const same = await changePassword(here, PASSWORD)
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

  test('ASVS 6.3.4 has no way round the two-factor code', async () => {
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
    const here = await world()
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

  test('ASVS 6.4.3 a password set by an administrator leaves two-factor sign-in on', async () => {
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
    const { recovery_codes: rows = [] } = await readTables(here.database, 'recovery_codes')
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
    const { challenge } = (
      await signIn(here, 'pro', PASSWORD, '127.0.0.1', { date: 'Fri, 20 Nov 2026 09:00:30 GMT' })
    ).json().secondStep
    expect((await codeStep(here, challenge, early)).statusCode).toBe(401)
    expect((await codeStep(here, challenge, code())).statusCode).toBe(200)
  })
})
