/** Accounts that are changed or moved to another company, and what becomes of their figures and posts. */
import { describe, expect, test } from 'vitest'
import { operatorFrom } from '#platform/viewer.ts'
import { importPosts, OWN } from '../../../testing/new-account.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { world } from '../../../testing/world.ts'

const OPERATOR = operatorFrom(null)

describe('changing an account', () => {
  test('leaves alone what is absent, clears what is null or empty', async () => {
    const { ask } = await world({ accounts: ['own'] })
    const change = async (body: object) => (await ask('admin', 'PUT', '/api/accounts/1', body)).json()
    expect(await change({ category: 'Other', notes: 'Ask first.' })).toEqual({
      ...OWN,
      category: 'Other',
      notes: 'Ask first.',
    })
    expect(await change({})).toEqual({ ...OWN, category: 'Other', notes: 'Ask first.' })
    expect(await change({ category: null })).toEqual({ ...OWN, notes: 'Ask first.' })
    expect(await change({ notes: '' })).toEqual(OWN)
    expect(await change({ notes: 'Again.' })).toEqual({ ...OWN, notes: 'Again.' })
    expect(await change({ notes: null })).toEqual(OWN)
  })

  test.each(['pro', 'basic'] as const)('%s: category and notes yes, name and company never', async (who) => {
    const { ask, database } = await world({ accounts: ['own'] })
    const fine = await ask(who, 'PUT', '/api/accounts/1', { category: 'Food & Recipes', notes: 'Tasty.' })
    expect(fine.json()).toEqual({ ...OWN, category: 'Food & Recipes', notes: 'Tasty.' })
    const before = await readTables(database)
    for (const body of [{ username: 'other' }, { companyId: 2 }, { companyId: 1 }, { notes: 'x', username: 'own' }]) {
      const res = await ask(who, 'PUT', '/api/accounts/1', body)
      expect(res.statusCode).toBe(403)
      expect(res.json()).toEqual({
        error: 'access_denied',
        message: 'Only administrators change the username or the company of an account',
        status: 403,
        success: false,
      })
    }
    expect(await readTables(database)).toEqual(before)
  })

  test('renames, also to another case of the same name, but not to a name that is taken', async () => {
    const { ask } = await world({ accounts: ['own', 'other'] })
    const rename = (username: string) => ask('admin', 'PUT', '/api/accounts/1', { username })
    expect((await rename('@OWN')).json().username).toBe('OWN')
    expect((await rename('renamed')).json().username).toBe('renamed')
    const taken = await rename('OTHER')
    expect(taken.statusCode).toBe(409)
    expect(taken.json().message).toBe('@OTHER is already tracked in this company')
  })

  test('moving it to another company takes its history and posts along', async () => {
    const here = await world({ accounts: ['nasa'] })
    await importPosts(here)
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90, date: '2026-11-10' })
    const history = (await here.ask('pro', 'GET', '/api/accounts/1/metrics/history?from=2020-01-01')).json()
    const { posts } = (await here.ask('pro', 'GET', '/api/accounts/1')).json()
    expect(history).toHaveLength(2)
    expect(posts).toHaveLength(1)

    const moved = await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })
    expect(moved.json()).toMatchObject({ companyId: 2, metrics: { followers: 90 } })
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).statusCode).toBe(404)
    expect((await here.ask('foreigner', 'GET', '/api/accounts/1')).json().posts).toEqual(posts)
    const after = await here.ask('foreigner', 'GET', '/api/accounts/1/metrics/history?from=2020-01-01')
    expect(after.json()).toEqual(history)
  })

  test('twice at once takes the history to where the account ends up', async () => {
    const here = await world({ accounts: ['own'] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90 })
    const third = (await here.ask('admin', 'POST', '/api/companies', { name: 'Third' })).json()
    const { accounts } = here.services
    // Both moves have found the account in its first company when the first of them may write.
    const { moves } = await here.database.transaction(async () => {
      const moves = [2, third.id].map((companyId) => accounts.update(OPERATOR, 1, { companyId }))
      for (let looks = 0; looks < 5; looks += 1) await accounts.visibleTo(OPERATOR, 1)
      return { moves }
    })
    await Promise.all(moves)
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/history')).json()).toMatchObject([
      { followers: 90 },
    ])
    await here.ask('admin', 'DELETE', '/api/accounts/1')
    expect(await readTables(here.database, 'metric_snapshots')).toEqual({ metric_snapshots: [] })
  })

  test('to a company that tracks the name, or that is not there, moves nothing', async () => {
    const here = await world({ accounts: ['own', { username: 'Own', companyId: 2 }] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90 })
    const before = await readTables(here.database)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })).statusCode).toBe(409)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 77 })).statusCode).toBe(400)
    expect(await readTables(here.database)).toEqual(before)
  })
})
