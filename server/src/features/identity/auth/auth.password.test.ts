/** The own password (D5), through the routes. */
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { inTurn, isLive, PRO, signIn } from '#testing/signing-in.ts'
import { PASSWORD, type World, world } from '#testing/world.ts'

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
    const before = await readTables(here.database, 'users', 'sessions')
    const res = await change(here, current, next)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(Object.keys(res.json().fields)).toEqual([field])
    expect(await readTables(here.database, 'users', 'sessions')).toEqual(before)
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
