/** Accounts that are changed, moved to another company, or deleted, and what becomes of their figures and posts. */
import { describe, expect, test } from 'vitest'
import type { Tables } from '#platform/database/schema.ts'
import { drafted } from '../../../testing/content-items.ts'
import { NO_FIGURES, OWN } from '../../../testing/new-account.ts'
import { stored } from '../../../testing/stored.ts'
import { formWith, type World, world } from '../../../testing/world.ts'

const OPERATOR = {
  userId: null,
  username: 'operator',
  role: 'admin',
  companyId: 1,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'operator',
} as const

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
    const before = await stored(database)
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
    expect(await stored(database)).toEqual(before)
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
    expect(await stored(here.database, 'metric_snapshots')).toEqual({ metric_snapshots: [] })
  })

  test('to a company that tracks the name, or that is not there, moves nothing', async () => {
    const here = await world({ accounts: ['own', { username: 'Own', companyId: 2 }] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90 })
    const before = await stored(here.database)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })).statusCode).toBe(409)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 77 })).statusCode).toBe(400)
    expect(await stored(here.database)).toEqual(before)
  })
})

describe('deleting an account', () => {
  test('removes its history and posts, and nothing of the others', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    await here.ask('admin', 'POST', '/api/accounts/2/metrics', { followers: 7 })
    const before = await stored(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    await importPosts(here)
    const res = await here.ask('admin', 'DELETE', '/api/accounts/1')
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({ success: true })
    const after = await stored(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    expect(after).toEqual({ ...before, accounts: before.accounts?.filter(({ id }) => id === 2) })
    expect((await here.ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(404)
    expect((await here.ask('admin', 'GET', '/api/accounts/1')).statusCode).toBe(404)
  })

  test('removes its rows of every table, and leaves what refers to it without an account', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    const { ask, database } = here
    for (const id of [1, 2]) {
      await ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers: 7 })
      const draft = await drafted(here, { accountId: id })
      expect(draft.accountId).toBe(id)
    }
    const tagged = await ask('admin', 'PUT', '/api/account-tags', { accountIds: [1, 2], add: ['Launch'] })
    expect(tagged.json()).toMatchObject({ changed: 2 })
    const tables = (await database.queries.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'account_id'),
    )
    const rowsOf = async (id: number) =>
      Object.fromEntries(
        Object.entries(await stored(database, ...tables.map(({ name }) => name as keyof Tables)))
          .map(([table, rows]) => [table, rows.filter((row) => Number(row.account_id) === id)] as const)
          .filter(([table, rows]) => rows.length > 0 && table !== 'events'),
      )
    const others = await rowsOf(2)
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(['account_periods', 'account_tags', 'content_items', 'metric_snapshots']),
    )
    expect((await ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(200)
    expect(await rowsOf(1)).toEqual({})
    expect(await rowsOf(2)).toEqual(others)
    const drafts = (await ask('pro', 'GET', '/api/content/posts')).json()
    expect(drafts.map(({ accountId }: { accountId: number | null }) => accountId).toSorted()).toEqual([2, null])
  })

  test('and tracking it again begins from nothing, under a new id', async () => {
    const { ask } = await world({ accounts: ['own'] })
    await ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 7 })
    await ask('admin', 'DELETE', '/api/accounts/1')
    const again = await ask('admin', 'POST', '/api/accounts', { username: 'own' })
    expect(again.json()).toMatchObject({ id: 2, metrics: NO_FIGURES })
    expect((await ask('admin', 'GET', '/api/accounts/2/metrics/history?from=2020-01-01')).json()).toEqual([])
  })
})

/** A profile with one post, brought as a file. */
async function importPosts(here: World) {
  const profile = {
    username: 'nasa',
    followersCount: 80,
    latestPosts: [
      {
        id: '1',
        type: 'Image',
        shortCode: 'abc',
        likesCount: 4,
        commentsCount: 2,
        timestamp: '2026-11-05T10:00:00.000Z',
      },
    ],
  }
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(JSON.stringify([profile]), 'nasa.json'))
  expect(res.json()).toMatchObject({ snapshots: 1, posts: 1, refused: [] })
}
