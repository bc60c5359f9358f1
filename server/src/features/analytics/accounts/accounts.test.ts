/** Tracked accounts (spec §5, D6, D7, D12), through the routes. Who may call them is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { NO_FIGURES, OWN } from '../../../testing/new-account.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

describe('tracking an account', () => {
  test('drops a leading @, gives the default category and goes to the company of the administrator', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/accounts', { username: '@Orange.Grove_1' })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toEqual({ ...OWN, username: 'Orange.Grove_1', category: 'Fitness & Wellness' })
  })

  test('stores category, notes and company when they are given', async () => {
    const { ask } = await world()
    const fields = { username: 'grove', category: 'Other', notes: 'Ask first. 🍊', companyId: 2 }
    expect((await ask('admin', 'POST', '/api/accounts', fields)).json()).toEqual({ ...OWN, ...fields })
    const bare = { username: 'bare', category: null, notes: '' }
    expect((await ask('admin', 'POST', '/api/accounts', bare)).json()).toEqual({ ...OWN, ...bare, id: 2, notes: null })
  })

  test('goes to company 1 when the administrator has none', async () => {
    const { ask } = await world()
    await ask('admin', 'PUT', '/api/users/1', { companyId: null })
    expect((await ask('admin', 'POST', '/api/accounts', { username: 'grove' })).json().companyId).toBe(1)
  })

  test.each(['own', 'OWN', '@Own'])('as %j is refused where it is tracked already, in any case', async (username) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/accounts', { username })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'account_exists',
      message: `@${username.replace('@', '')} is already tracked in this company`,
      status: 409,
      success: false,
    })
    expect(await readTables(database)).toEqual(before)
  })

  test('in another company is fine', async () => {
    const { ask } = await world({ accounts: ['own'] })
    expect((await ask('admin', 'POST', '/api/accounts', { username: 'own', companyId: 2 })).statusCode).toBe(201)
  })

  test('twice at once makes one', async () => {
    const { ask } = await world()
    const both = await Promise.all(
      ['grove', 'GROVE'].map((username) => ask('admin', 'POST', '/api/accounts', { username })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })
})

describe('reading an account', () => {
  test('answers account, figures and posts', async () => {
    const { ask } = await shared()
    expect((await ask('basic', 'GET', '/api/accounts/1')).json()).toEqual({
      account: OWN,
      metrics: NO_FIGURES,
      posts: [],
    })
    expect((await ask('basic', 'GET', '/api/accounts/1/posts')).json()).toEqual([])
    expect((await ask('basic', 'GET', '/api/accounts/1/metrics')).json()).toEqual({
      ...NO_FIGURES,
      lastUpdated: null,
      source: null,
    })
  })
})
