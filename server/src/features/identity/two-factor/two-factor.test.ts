/** Two-factor sign-in, from the picture to the lost phone, through the routes. */
import { describe, expect, test } from 'vitest'
import { isLive } from '../../../testing/signing-in.ts'
import { stored } from '../../../testing/stored.ts'
import { codeStep, passwordStep, turnTwoFactorOn, withTwoFactor } from '../../../testing/two-factor.ts'
import { PASSWORD, type World, world } from '../../../testing/world.ts'

const MINUTE = 60_000

const read = async (here: World, who: 'pro' | 'admin' = 'pro') =>
  (await here.ask(who, 'GET', '/api/auth/two-factor')).json()

describe('turning it on', () => {
  test('takes the password, then a code; until the code nothing changes', async () => {
    const here = await world()
    const begun = await here.ask('pro', 'POST', '/api/auth/two-factor', { password: PASSWORD })
    expect(begun.json()).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      address: expect.stringMatching(/^otpauth:\/\/totp\/tangelo%3Apro\?secret=[A-Z2-7]{32}&issuer=tangelo&/),
    })
    expect(await read(here)).toEqual({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false })
    const wrong = await here.ask('pro', 'PUT', '/api/auth/two-factor', { code: '000000' })
    expect(wrong.json()).toMatchObject({ error: 'invalid_input', fields: { code: 'is not right' }, status: 400 })
    const { app } = here
    const login = { username: 'pro', password: PASSWORD }
    const res = await app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    expect(Object.keys(res.json())).toEqual(['user', 'token'])
  })

  test('answers ten recovery codes, and ends the sessions that were opened without a code', async () => {
    const here = await world()
    const login = { username: 'pro', password: PASSWORD }
    const other = (await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })).json().token
    const { secret, recoveryCodes } = await turnTwoFactorOn(here, 'pro')
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await isLive(here, here.tokens.pro)).toBe(true)
    expect(await isLive(here, other)).toBe(false)
    expect(await isLive(here, here.tokens.basic)).toBe(true)
    expect(await read(here)).toEqual({
      onSince: new Date(here.clock.now()).toISOString(),
      recoveryCodesLeft: 10,
      isRequiredOfAdmins: false,
    })
    const rows = JSON.stringify(await stored(here.database))
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows.includes(text), 'readable in the store').toBe(false)
  })

  test('is slowed down after five wrong codes, and refused without a beginning and a second time', async () => {
    const here = await world()
    const turnOn = () => here.ask('pro', 'PUT', '/api/auth/two-factor', { code: '000000' })
    expect((await turnOn()).json().error).toBe('not_begun')
    await here.ask('pro', 'POST', '/api/auth/two-factor', { password: PASSWORD })
    for (let at = 0; at < 5; at += 1) expect((await turnOn()).statusCode).toBe(400)
    expect((await turnOn()).statusCode).toBe(429)
    here.clock.moveBy(16 * MINUTE)
    const { code } = await turnTwoFactorOn(here, 'pro')
    const again = { password: PASSWORD, code: code() }
    expect((await here.ask('pro', 'POST', '/api/auth/two-factor', again)).json().error).toBe('two_factor_on')
    expect((await turnOn()).json().error).toBe('two_factor_on')
  })
})

describe('signing in', () => {
  test('takes the password, then a code, and each code opens once', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const login = { username: 'pro', password: PASSWORD }
    const first = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    expect(first.json()).toEqual({
      secondStep: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: new Date(here.clock.now() + 5 * MINUTE).toISOString(),
      },
    })
    const { challenge } = first.json().secondStep
    expect(await isLive(here, challenge)).toBe(false)
    const right = code()
    const second = await codeStep(here, challenge, right)
    expect(second.statusCode).toBe(200)
    expect(second.json()).toEqual({
      user: {
        id: 2,
        username: 'pro',
        role: 'pro',
        companyId: 1,
        companyName: 'Citrus Studio',
        mustChangePassword: false,
      },
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await isLive(here, second.json().token)).toBe(true)
    const replayed = await codeStep(here, await passwordStep(here, 'pro'), right)
    expect(replayed.json()).toEqual({
      error: 'wrong_code',
      message: 'This code is wrong. Please try again.',
      status: 401,
      success: false,
    })
  })

  test('lets one in of many who bring the same code at once', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const steps = await Promise.all([1, 2, 3].map(() => passwordStep(here, 'pro')))
    const right = code()
    const all = await Promise.all(steps.map((challenge) => codeStep(here, challenge, right)))
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
  })

  test('takes each recovery code once, however it is written', async () => {
    const here = await world()
    const { recoveryCodes } = await turnTwoFactorOn(here, 'pro')
    const [one = '', two = ''] = recoveryCodes
    expect((await codeStep(here, await passwordStep(here, 'pro'), one)).statusCode).toBe(200)
    expect((await codeStep(here, await passwordStep(here, 'pro'), one)).json().error).toBe('wrong_code')
    const written = ` ${two.replace('-', ' ').toUpperCase()} `
    expect((await codeStep(here, await passwordStep(here, 'pro'), written)).statusCode).toBe(200)
    expect(await read(here)).toMatchObject({ recoveryCodesLeft: 8 })
  })

  test('is blocked for the user at the sixth wrong code, from any address and any first step', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1)
      statuses.push((await codeStep(here, await passwordStep(here, 'pro', `10.0.0.${at}`), '000000')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const challenge = await passwordStep(here, 'pro')
    here.clock.moveBy(-30_000)
    expect((await codeStep(here, challenge, code())).headers['retry-after']).toBe('30')
    here.clock.moveBy(30_000)
    expect((await codeStep(here, challenge, code())).statusCode).toBe(200)
  })

  test('the two-factor step is over after five minutes, after use, and with a new password', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const over = { error: 'second_step_over', message: 'Signing in took too long. Enter your password again.' }
    const [late, used, before] = [
      await passwordStep(here, 'pro'),
      await passwordStep(here, 'pro'),
      await passwordStep(here, 'pro'),
    ]
    expect((await codeStep(here, used, code())).statusCode).toBe(200)
    expect((await codeStep(here, used, code())).json()).toMatchObject(over)
    await here.ask('admin', 'PUT', '/api/users/2', { password: 'quite another fruit' })
    expect((await codeStep(here, before, code())).json()).toMatchObject(over)
    await here.ask('admin', 'PUT', '/api/users/2', { password: PASSWORD })
    here.clock.moveBy(5 * MINUTE)
    expect((await codeStep(here, late, code())).json()).toMatchObject(over)
    expect((await codeStep(here, 'made-up', '123456')).json()).toMatchObject(over)
    here.clock.moveBy(24 * 60 * MINUTE)
    await here.purge()
    expect((await stored(here.database, 'two_factor_challenges')).two_factor_challenges).toEqual([])
  })
})

describe('changing it', () => {
  test.each([['/api/auth/two-factor/off'], ['/api/auth/two-factor/recovery-codes']])(
    '%s takes the password and a code',
    async (url) => {
      const here = await world()
      const { code } = await withTwoFactor(here, 'pro')
      const ask = (body: object) => here.ask('pro', 'POST', url, body)
      expect((await ask({ password: 'not it', code: code() })).json().fields).toEqual({ password: 'is not right' })
      expect((await ask({ password: PASSWORD })).json().fields).toEqual({ code: 'is missing' })
      expect((await ask({ password: PASSWORD, code: '000000' })).json().fields).toEqual({ code: 'is not right' })
      expect((await ask({ password: PASSWORD, code: code() })).statusCode).toBe(200)
    },
  )

  test('off means that the password alone opens again', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    await here.ask('pro', 'POST', '/api/auth/two-factor/off', { password: PASSWORD, code: code() })
    const login = { username: 'pro', password: PASSWORD }
    const res = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    expect(res.json()).toMatchObject({ user: { username: 'pro' } })
    const rows = await stored(here.database, 'two_factor', 'recovery_codes')
    expect(rows).toEqual({ two_factor: [], recovery_codes: [] })
  })

  test('new recovery codes end the old ones', async () => {
    const here = await world()
    const { code, recoveryCodes } = await turnTwoFactorOn(here, 'pro')
    const body = { password: PASSWORD, code: code() }
    const fresh = (await here.ask('pro', 'POST', '/api/auth/two-factor/recovery-codes', body)).json().recoveryCodes
    expect((await codeStep(here, await passwordStep(here, 'pro'), recoveryCodes[0] ?? '')).statusCode).toBe(401)
    expect((await codeStep(here, await passwordStep(here, 'pro'), fresh[0])).statusCode).toBe(200)
  })

  test('an administrator turns it off for a user who lost it, which ends their sessions; not for oneself', async () => {
    const here = await world()
    await withTwoFactor(here, 'pro')
    expect((await here.ask('admin', 'DELETE', '/api/users/1/two-factor')).json().error).toBe('own_user')
    const readOf = async () => (await here.ask('admin', 'GET', '/api/users/2/two-factor')).json().onSince
    expect(await readOf()).toEqual(expect.any(String))
    expect((await here.ask('admin', 'DELETE', '/api/users/2/two-factor')).json()).toEqual({ success: true })
    expect(await readOf()).toBeNull()
    expect(await isLive(here, here.tokens.pro)).toBe(false)
    const login = { username: 'pro', password: PASSWORD }
    const res = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    expect(res.json()).toMatchObject({ user: { username: 'pro' } })
  })
})

describe('required of administrators', () => {
  const require = (here: World, isRequiredOfAdmins: boolean) =>
    here.ask('admin', 'PUT', '/api/auth/two-factor/rule', { isRequiredOfAdmins })

  test('by one who has it, and then every other one sets it up before anything else', async () => {
    const here = await world()
    expect((await require(here, true)).json()).toMatchObject({ error: 'two_factor_off', status: 409 })
    const { code } = await withTwoFactor(here, 'admin')
    expect((await require(here, true)).statusCode).toBe(200)
    expect((await here.ask('admin', 'GET', '/api/users')).statusCode).toBe(200)

    await here.database.queries.updateTable('users').set({ role: 'admin' }).where('id', '=', 2).execute()
    const status = await here.ask('pro', 'GET', '/api/auth/status')
    expect(status.json().user).toMatchObject({ role: 'admin', mustSetUpTwoFactor: true })
    for (const [method, url] of [
      ['GET', '/api/users'],
      ['GET', '/api/accounts'],
      ['DELETE', '/api/users/3'],
      ['PUT', '/api/auth/two-factor/rule'],
      ['GET', '/api/sessions'],
    ] as const)
      expect((await here.ask('pro', method, url)).json()).toEqual({
        error: 'two_factor_due',
        message: 'Administrators sign in with two factors here: set it up first',
        status: 403,
        success: false,
      })
    expect((await here.ask('basic', 'GET', '/api/accounts')).statusCode).toBe(200)

    await withTwoFactor(here, 'pro')
    expect((await here.ask('pro', 'GET', '/api/users')).statusCode).toBe(200)
    const off = await here.ask('admin', 'POST', '/api/auth/two-factor/off', { password: PASSWORD, code: code() })
    expect(off.json()).toMatchObject({ error: 'two_factor_required', status: 409 })
    expect((await require(here, false)).statusCode).toBe(200)
    expect(await read(here, 'admin')).toMatchObject({ isRequiredOfAdmins: false })
  })
})

test('changes of how a user signs in, and failed sign-ins, are in the audit log', async () => {
  const here = await world()
  const { code, recoveryCodes } = await turnTwoFactorOn(here, 'pro')
  await codeStep(here, await passwordStep(here, 'pro'), '000000')
  await codeStep(here, await passwordStep(here, 'pro'), recoveryCodes[0] ?? '')
  await here.ask('pro', 'POST', '/api/auth/two-factor/recovery-codes', { password: PASSWORD, code: code() })
  await here.ask('pro', 'POST', '/api/auth/two-factor/off', { password: PASSWORD })
  await here.ask('admin', 'DELETE', '/api/users/2/two-factor')
  const { audit_entries: entries = [] } = await stored(here.database, 'audit_entries')
  const told = entries
    .sort((one, other) => Number(one.number) - Number(other.number))
    .map(({ act, user_name, object_name }) => `${act} ${user_name || '-'} ${object_name}`)
  expect(told).toEqual([
    'second-factor.switched-on pro pro',
    'session.refused - pro',
    'recovery-code.used pro pro',
    'session.opened pro pro',
    'recovery-codes.made pro pro',
    'second-factor.switched-off admin pro',
  ])
})

test('a user who has it changes the password, and stays signed in', async () => {
  const here = await world()
  const { code } = await withTwoFactor(here, 'pro')
  const body = { currentPassword: PASSWORD, newPassword: 'quite another fruit' }
  const res = await here.ask('pro', 'POST', '/api/auth/password', body)
  expect(res.statusCode, res.body).toBe(200)
  expect(await isLive(here, res.json().token)).toBe(true)
  const login = { username: 'pro', password: 'quite another fruit' }
  const again = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
  expect((await codeStep(here, again.json().secondStep.challenge, code())).statusCode).toBe(200)
})
