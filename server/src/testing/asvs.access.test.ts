/** OWASP ASVS 5.0, V8: who may what. The table is docs/asvs.md. */
import { type RouteRow, routes } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { SIGN_IN } from './asvs.ts'
import { readTables } from './read-tables.ts'
import { setUpSharedWorld, world } from './world.ts'

/** For questions that leave the world as it is. */
const unchanged = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

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
    const before = await readTables(here.database, 'accounts')
    for (const [method, url, body] of [
      ['PUT', '/api/accounts/2', { notes: 'mine now' }],
      ['PUT', '/api/accounts/1', { companyId: 2 }],
      ['DELETE', '/api/accounts/2', undefined],
    ] as const)
      expect((await here.ask('pro', method, url, body)).statusCode).toBeGreaterThanOrEqual(403)
    expect(await readTables(here.database, 'accounts')).toEqual(before)
  })
})
