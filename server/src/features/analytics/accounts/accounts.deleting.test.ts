/** Accounts that are deleted, with their figures and posts. */
import { describe, expect, test } from 'vitest'
import type { Tables } from '#platform/database/schema.ts'
import { createPost } from '../../../testing/content-items.ts'
import { importPosts, NO_FIGURES } from '../../../testing/new-account.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { world } from '../../../testing/world.ts'
import { accountsStore } from './accounts.store.ts'
import { renderAll } from './service/render-accounts.ts'

describe('deleting an account', () => {
  test('removes its history and posts, and nothing of the others', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    await here.ask('admin', 'POST', '/api/accounts/2/metrics', { followers: 7 })
    const before = await readTables(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    await importPosts(here)
    const res = await here.ask('admin', 'DELETE', '/api/accounts/1')
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({ success: true })
    const after = await readTables(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    expect(after).toEqual({ ...before, accounts: before.accounts?.filter(({ id }) => id === 2) })
    expect((await here.ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(404)
    expect((await here.ask('admin', 'GET', '/api/accounts/1')).statusCode).toBe(404)
  })

  test('removes its rows of every table, and leaves what refers to it without an account', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    const { ask, database } = here
    for (const id of [1, 2]) {
      await ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers: 7 })
      const draft = await createPost(here, { accountId: id })
      expect(draft.accountId).toBe(id)
    }
    const tagged = await ask('admin', 'PUT', '/api/account-tags', { accountIds: [1, 2], add: ['Launch'] })
    expect(tagged.json()).toMatchObject({ changed: 2 })
    const tables = (await database.queries.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'account_id'),
    )
    const rowsOf = async (id: number) =>
      Object.fromEntries(
        Object.entries(await readTables(database, ...tables.map(({ name }) => name as keyof Tables)))
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

  // Through the routes this moment cannot be hit.
  test('between the two queries of a list leaves its place empty, so that the others keep theirs', async () => {
    const { ask, database } = await world({ accounts: ['nasa', 'other'] })
    const found = [1, 2].map((id) => ({ id, shown: null }))
    await ask('admin', 'DELETE', '/api/accounts/1')
    const shown = await renderAll(accountsStore(database.queries), found)
    expect(shown).toEqual([null, expect.stringContaining('"username":"other"')])
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
