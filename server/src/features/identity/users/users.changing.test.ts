/** Changing a user: fields, passwords, roles, and the last administrator. */
import { describe, expect, test } from 'vitest'
import { operatorFrom } from '#platform/viewer.ts'
import { LISTED_PRO, NEWCOMER } from '#testing/listed-users.ts'
import { readTables } from '#testing/read-tables.ts'
import { canSignIn } from '#testing/signing-in.ts'
import { PASSWORD, setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld()

describe('changing a user', () => {
  const FULL = { profileId: 'rec123', defaultPromptId: 'recABC', webhookUrl: 'https://hooks.example.test/in' }

  test('leaves alone what is absent, clears what is null, and empties what is empty', async () => {
    const { ask } = await world()
    const change = async (body: object) => (await ask('admin', 'PUT', '/api/users/2', body)).json()
    expect(await change(FULL)).toEqual({ ...LISTED_PRO, ...FULL })
    expect(await change({})).toEqual({ ...LISTED_PRO, ...FULL })
    expect(await change({ webhookUrl: null })).toEqual({ ...LISTED_PRO, ...FULL, webhookUrl: null })
    await change({ webhookUrl: FULL.webhookUrl })
    expect(await change({ webhookUrl: '' })).toEqual({ ...LISTED_PRO, ...FULL, webhookUrl: null })
    expect(await change({ profileId: '' })).toEqual({ ...LISTED_PRO, ...FULL, webhookUrl: null, profileId: null })
    expect(await change({ companyId: null })).toMatchObject({
      companyId: null,
      companyName: null,
      defaultPromptId: 'recABC',
    })
  })

  test('that has no company sees an empty list, not all accounts', async () => {
    const { ask } = await world({ accounts: ['own'] })
    await ask('admin', 'PUT', '/api/users/2', { companyId: null })
    expect((await ask('pro', 'GET', '/api/accounts')).json()).toEqual([])
    expect((await ask('pro', 'GET', '/api/accounts/1')).statusCode).toBe(404)
  })

  test('sets a password only when one is sent', async () => {
    const here = await world()
    await here.ask('admin', 'PUT', '/api/users/2', { username: 'prudence' })
    expect(await canSignIn(here, 'prudence', PASSWORD)).toBe(true)
    await here.ask('admin', 'PUT', '/api/users/2', { password: NEWCOMER.password })
    expect(await canSignIn(here, 'prudence', PASSWORD)).toBe(false)
    expect(await canSignIn(here, 'prudence', NEWCOMER.password)).toBe(true)
  })

  test('leaves the own password to the profile, which requires the present one', async () => {
    const here = await world()
    const res = await here.ask('admin', 'PUT', '/api/users/1', { password: NEWCOMER.password })
    expect([res.statusCode, res.json().error]).toEqual([409, 'own_password'])
    expect(await canSignIn(here, 'admin', NEWCOMER.password)).toBe(false)
  })

  test('allows the own name in another case, but not the name of another user', async () => {
    const { ask } = await world()
    expect((await ask('admin', 'PUT', '/api/users/2', { username: 'Pro' })).json().username).toBe('Pro')
    const res = await ask('admin', 'PUT', '/api/users/2', { username: 'BASIC' })
    expect(res.statusCode).toBe(409)
    expect(res.json().message).toBe('A user named BASIC already exists')
  })

  test.each([
    ['an empty username', { username: '' }],
    ['null for a username', { username: null }],
    ['null for a role', { role: null }],
    ['null for a password', { password: null }],
    ['an empty password', { password: '' }],
    ['an ftp address', { webhookUrl: 'ftp://hooks.example.test' }],
    ['a script address', { webhookUrl: 'javascript:alert(1)' }],
    ['no address', { webhookUrl: 'hooks' }],
    ['a company that is not there', { companyId: 77 }],
    ['an unknown field', { id: 9 }],
    ['a good and a bad field', { username: 'prudence', role: 'owner' }],
  ])('with %s is refused and changes nothing', async (_, body) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'PUT', '/api/users/2', body)
    expect(res.statusCode).toBe(400)
    expect(await readTables(database)).toEqual(before)
  })

  test('never leaves the house without an administrator', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'PUT', '/api/users/1', { role: 'pro', username: 'retired' })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'last_admin',
      message: 'This is the last administrator: make another one first',
      status: 409,
      success: false,
    })
    expect((await ask('admin', 'GET', '/api/auth/status')).json().user).toMatchObject({
      username: 'admin',
      role: 'admin',
    })
  })

  test('of two administrators who step down at once keeps one', async () => {
    const { ask, services, database } = await world()
    const second = (await ask('admin', 'POST', '/api/users', { ...NEWCOMER, role: 'admin' })).json().id
    // Past the door, so that neither of the two can be turned away there by what the other has just done.
    const both = await Promise.allSettled(
      [1, second].map((id) => services.users.update(operatorFrom(null), id, { role: 'basic' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { users = [] } = await readTables(database, 'users')
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })
})
