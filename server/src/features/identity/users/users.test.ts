/** Making a user (spec §5 and §6, D5, D6), through the routes. Who may call them is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { LISTED_PRO, NEWCOMER } from '#testing/listed-users.ts'
import { readTables } from '#testing/read-tables.ts'
import { canSignIn } from '#testing/signing-in.ts'
import { setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld()

describe('making a user', () => {
  test('gives the role basic and no company by default', async () => {
    const here = await world()
    const res = await here.ask('admin', 'POST', '/api/users', NEWCOMER)
    expect(res.statusCode).toBe(201)
    expect(res.json()).toEqual({
      ...LISTED_PRO,
      id: 6,
      username: 'newcomer',
      role: 'basic',
      companyId: null,
      companyName: null,
    })
    expect(await canSignIn(here, 'newcomer', NEWCOMER.password)).toBe(true)
  })

  test('takes a role and a company, and never answers the password', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/users', { ...NEWCOMER, role: 'admin', companyId: 2 })
    expect(res.json()).toMatchObject({ role: 'admin', companyId: 2, companyName: 'Grove Agency' })
    expect(res.body).not.toMatch(/password|argon|plum/)
  })

  test.each([
    ['no username', { username: undefined }, 'Username is required'],
    ['an empty username', { username: '' }, 'Username is required'],
    ['only spaces', { username: '  ' }, 'Username is required'],
    ['null for a username', { username: null }, 'Username is required'],
    ['65 characters', { username: 'x'.repeat(65) }, 'Usernames have at most 64 characters'],
    ['a line break', { username: 'new\ncomer' }, 'Usernames hold no control characters'],
    ['an invisible character', { username: 'new\u200bcomer' }, 'Usernames hold no control characters'],
    ['a password of seven', { password: 'sevench' }, 'Passwords have at least 8 characters'],
    ['a password of 257', { password: `${'ab'.repeat(128)}c` }, 'Passwords have at most 256 characters'],
    ['a common password', { password: 'iloveyou' }, 'This password is easy to guess: choose another one'],
    [
      'a common password in full-width letters',
      { password: 'ｉｌｏｖｅｙｏｕ' },
      'This password is easy to guess: choose another one',
    ],
    [
      'the username as password',
      { username: 'Clementine', password: 'clementine' },
      'This password is easy to guess: choose another one',
    ],
    ['an unknown role', { role: 'owner' }, 'role must be one of: admin, pro, basic'],
    ["company '0' as text", { companyId: '0' }, 'companyId must be a whole number from 1 to 2147483647'],
    ['company 0', { companyId: 0 }, 'companyId must be a whole number from 1 to 2147483647'],
    ['a company that is not there', { companyId: 77 }, 'There is no such company'],
    ['a number for a username', { username: 12 }, 'Username is required'],
    ['a number for a password', { password: 12_345_678 }, 'password must be text'],
    ['no password', { password: undefined }, 'password is missing'],
    ['an unknown field', { isOwner: true }, 'isOwner is not a field of this request'],
    ['half a character', { username: 'new\ud800comer' }, 'username must be well-formed Unicode text'],
  ])('with %s is refused and stores nothing', async (_, wrong, message) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/users', { ...NEWCOMER, ...wrong })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await readTables(database)).toEqual(before)
  })

  test.each(['pro', 'PRO', '  Pro '])('named %j is refused: the name is taken in any case', async (username) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/users', { ...NEWCOMER, username })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'username_taken',
      message: `A user named ${username.trim()} already exists`,
      status: 409,
      success: false,
    })
    expect(await readTables(database)).toEqual(before)
  })

  test('in a company that is just being deleted leaves no user without one', async () => {
    const { ask, database } = await world()
    const { id } = (await ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
    const [made, gone] = await Promise.all([
      ask('admin', 'POST', '/api/users', { ...NEWCOMER, companyId: id }),
      ask('admin', 'DELETE', `/api/companies/${id}`),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([made.statusCode, gone.statusCode])
    const { companies = [], users = [] } = await readTables(database, 'companies', 'users')
    expect(users.filter(({ company_id }) => company_id === id)).toHaveLength(made.statusCode === 201 ? 1 : 0)
    expect(companies.filter((row) => row.id === id)).toHaveLength(gone.statusCode === 200 ? 0 : 1)
  })

  test('twice at once makes one', async () => {
    const { ask } = await world()
    const both = await Promise.all([1, 2].map(() => ask('admin', 'POST', '/api/users', NEWCOMER)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })
})
