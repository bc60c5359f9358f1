/** Signing in with two factors, through the routes: a password, then a code, or a recovery code. */
import { describe, expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { isLive, signIn } from '../../../testing/signing-in.ts'
import { codeStep, passwordStep, turnTwoFactorOn, withTwoFactor } from '../../../testing/two-factor.ts'
import { PASSWORD, type World, world } from '../../../testing/world.ts'

const MINUTE = 60_000

const read = async (here: World, who: 'pro' | 'admin' = 'pro') =>
  (await here.ask(who, 'GET', '/api/auth/two-factor')).json()

describe('signing in', () => {
  test('takes the password, then a code, and each code opens once', async () => {
    const here = await world()
    const { code } = await withTwoFactor(here, 'pro')
    const first = await signIn(here, 'pro', PASSWORD)
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
    expect((await readTables(here.database, 'two_factor_challenges')).two_factor_challenges).toEqual([])
  })
})

test('a code can be entered for the five minutes announced, also where sessions end after two idle minutes', async () => {
  const here = await world({ session: { idleMs: 2 * MINUTE, maxMs: 60 * MINUTE } })
  const { code } = await withTwoFactor(here, 'pro')
  const challenge = await passwordStep(here, 'pro')
  here.clock.moveBy(3 * MINUTE)
  await here.purge()
  expect((await codeStep(here, challenge, code())).statusCode).toBe(200)
})

test('changes of how a user signs in, and failed sign-ins, are in the audit log', async () => {
  const here = await world()
  const { code, recoveryCodes } = await turnTwoFactorOn(here, 'pro')
  await codeStep(here, await passwordStep(here, 'pro'), '000000')
  await codeStep(here, await passwordStep(here, 'pro'), recoveryCodes[0] ?? '')
  await here.ask('pro', 'POST', '/api/auth/two-factor/recovery-codes', { password: PASSWORD, code: code() })
  await here.ask('pro', 'POST', '/api/auth/two-factor/off', { password: PASSWORD })
  await here.ask('admin', 'DELETE', '/api/users/2/two-factor')
  const { audit_entries: entries = [] } = await readTables(here.database, 'audit_entries')
  const recorded = entries
    .sort((one, other) => Number(one.number) - Number(other.number))
    .map(({ act, user_name, object_name }) => `${act} ${user_name || '-'} ${object_name}`)
  expect(recorded).toEqual([
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
  const again = await signIn(here, 'pro', 'quite another fruit')
  expect((await codeStep(here, again.json().secondStep.challenge, code())).statusCode).toBe(200)
})
