/** Two-factor sign-in is turned on, changed, required and turned off, through the routes. */
import { describe, expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { isLive, signIn } from '../../../testing/signing-in.ts'
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
    const res = await signIn(here, 'pro', PASSWORD)
    expect(Object.keys(res.json())).toEqual(['user', 'token'])
  })

  test('answers ten recovery codes, and ends the sessions that were opened without a code', async () => {
    const here = await world()
    const other = (await signIn(here, 'pro', PASSWORD)).json().token
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
    const rows = JSON.stringify(await readTables(here.database))
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
    const res = await signIn(here, 'pro', PASSWORD)
    expect(res.json()).toMatchObject({ user: { username: 'pro' } })
    const rows = await readTables(here.database, 'two_factor', 'recovery_codes')
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
    const res = await signIn(here, 'pro', PASSWORD)
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
