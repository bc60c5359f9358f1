/** OWASP ASVS 5.0, V7: sessions. The table is docs/asvs.md. */
import { describe, expect, test } from 'vitest'
import { changePassword, SIGN_IN } from './asvs.ts'
import { signIn, statusWith } from './signing-in.ts'
import { codeStep, passwordStep, turnTwoFactorOn } from './two-factor.ts'
import { PASSWORD, type Person, world } from './world.ts'

const DAY = 24 * 3_600_000

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
    const here = await world()
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
    const third = (await changePassword(here, 'plum jam, two jars')).json().token
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
