/** Deleting a user, and what remains of them. */
import { describe, expect, test } from 'vitest'
import { createPost } from '#testing/content-items.ts'
import { NEWCOMER } from '#testing/listed-users.ts'
import { readTables } from '#testing/read-tables.ts'
import { canSignIn } from '#testing/signing-in.ts'
import { PASSWORD, START, setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld()

describe('deleting a user', () => {
  test('is done once', async () => {
    const here = await world()
    const first = await here.ask('admin', 'DELETE', '/api/users/2')
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({ success: true })
    const second = await here.ask('admin', 'DELETE', '/api/users/2')
    expect(second.statusCode).toBe(404)
    expect(second.json().message).toBe('User not found')
    expect(await canSignIn(here, 'pro', PASSWORD)).toBe(false)
  })

  test('is never done to oneself', async () => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'DELETE', '/api/users/1')
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'own_user',
      message: 'You cannot delete yourself',
      status: 409,
      success: false,
    })
    expect(await readTables(database)).toEqual(before)
  })

  test('twice at once happens once, and is recorded once', async () => {
    const here = await world()
    const both = await Promise.all([1, 2].map(() => here.ask('admin', 'DELETE', '/api/users/2')))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const { audit_entries: entries = [] } = await readTables(here.database, 'audit_entries')
    expect(entries.filter(({ act }) => act === 'user.deleted')).toHaveLength(1)
  })

  test('of two administrators who delete each other keeps one', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/users', { ...NEWCOMER, role: 'admin' })).json()
    const other = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: NEWCOMER })
    await Promise.all([
      here.ask('admin', 'DELETE', `/api/users/${id}`),
      here.app.inject({
        method: 'DELETE',
        url: '/api/users/1',
        headers: { authorization: `Bearer ${other.json().token}` },
      }),
    ])
    const { users = [] } = await readTables(here.database, 'users')
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  test('leaves what refers to the user without a name, and removes what is only theirs', async () => {
    const here = await world()
    const { ask, database } = here
    const draft = await createPost(here, { assigneeId: 2 })
    await ask('pro', 'POST', `/api/content/posts/${draft.id}/comments`, { text: 'Kept' })
    const at = { until: null, seen: START }
    for (const id of [2, 3])
      await database.queries
        .insertInto('dismissals')
        .values({ user_id: id, subject: 'first-steps', ...at })
        .execute()
    expect((await ask('admin', 'DELETE', '/api/users/2')).statusCode).toBe(200)
    expect(await readTables(database, 'dismissals', 'team_comments')).toMatchObject({
      dismissals: [{ user_id: 3 }],
      team_comments: [{ user_id: null, text: 'Kept' }],
    })
    expect((await ask('basic', 'GET', `/api/content/posts/${draft.id}`)).json()).toMatchObject({ assignee: null })
  })

  test('keeps what the user did: an import of theirs stays known', async () => {
    const { ask, database } = await world()
    await database.queries
      .insertInto('metrics_imports')
      .values({
        id: '00000000-0000-4000-8000-000000000001',
        company_id: 1,
        user_id: 2,
        file_name: 'figures.csv',
        state: 'done',
        rows: 3,
        progress: 1,
        created_at: START,
      })
      .execute()
    expect((await ask('admin', 'DELETE', '/api/users/2')).statusCode).toBe(200)
    expect((await readTables(database, 'metrics_imports')).metrics_imports).toHaveLength(1)
  })
})
