/** OWASP ASVS 5.0, V6.2: passwords. The table is docs/asvs.md. */
import { randomBytes } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { hashAcceptedPassword } from '#platform/passwords.ts'
import { changePassword } from './asvs.ts'
import { signIn } from './signing-in.ts'
import { PASSWORD, setUpSharedWorld, world } from './world.ts'

const DAY = 24 * 3_600_000

/** For questions that leave the world as it is. */
const unchanged = setUpSharedWorld()

const isRefused = (password: string, username = 'pro') =>
  hashAcceptedPassword(password, username).then(
    () => false,
    () => true,
  )

describe('V6.2 passwords', () => {
  test('ASVS 6.2.1 have at least 8 characters', async () => {
    const { ask } = await unchanged()
    const body = { currentPassword: PASSWORD, newPassword: 'sevench' }
    expect((await ask('basic', 'POST', '/api/auth/password', body)).statusCode).toBe(400)
  })

  test('ASVS 6.2.2, ASVS 6.2.9 can be changed, to one of 64 characters and more', async () => {
    const here = await world()
    const long = randomBytes(64).toString('hex')
    expect((await changePassword(here, long)).statusCode).toBe(200)
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
