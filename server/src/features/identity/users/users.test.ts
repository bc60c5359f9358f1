/** The people who sign in (spec §5 and §6, D5, D6), through the routes. Who may call them is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { operatorFrom } from '#platform/viewer.ts'
import { drafted } from '../../../testing/content-items.ts'
import { stored } from '../../../testing/stored.ts'
import { PASSWORD, START, sharedWorld, type World, world } from '../../../testing/world.ts'

const shared = sharedWorld()

const GOOD = { username: 'newcomer', password: 'plum jam, two jars' }

const canSignIn = async ({ app }: World, username: string, password: string) =>
  (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })).statusCode === 200

const PRO = {
  id: 2,
  username: 'pro',
  role: 'pro',
  companyId: 1,
  companyName: 'Citrus Studio',
  profileId: null,
  defaultPromptId: null,
  webhookUrl: null,
  mailAddress: null,
  mailState: 'none',
  invitedAt: null,
  createdAt: new Date(START).toISOString(),
}

describe('making a user', () => {
  test('gives the role basic and no company by default', async () => {
    const here = await world()
    const res = await here.ask('admin', 'POST', '/api/users', GOOD)
    expect(res.statusCode).toBe(201)
    expect(res.json()).toEqual({
      ...PRO,
      id: 6,
      username: 'newcomer',
      role: 'basic',
      companyId: null,
      companyName: null,
    })
    expect(await canSignIn(here, 'newcomer', GOOD.password)).toBe(true)
  })

  test('takes a role and a company, and never answers the password', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/users', { ...GOOD, role: 'admin', companyId: 2 })
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
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/users', { ...GOOD, ...wrong })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await stored(database)).toEqual(before)
  })

  test.each(['pro', 'PRO', '  Pro '])('named %j is refused: the name is taken in any case', async (username) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/users', { ...GOOD, username })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'username_taken',
      message: `A user named ${username.trim()} already exists`,
      status: 409,
      success: false,
    })
    expect(await stored(database)).toEqual(before)
  })

  test('in a company that is just being deleted leaves no user without one', async () => {
    const { ask, database } = await world()
    const { id } = (await ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
    const [made, gone] = await Promise.all([
      ask('admin', 'POST', '/api/users', { ...GOOD, companyId: id }),
      ask('admin', 'DELETE', `/api/companies/${id}`),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([made.statusCode, gone.statusCode])
    const { companies = [], users = [] } = await stored(database, 'companies', 'users')
    expect(users.filter(({ company_id }) => company_id === id)).toHaveLength(made.statusCode === 201 ? 1 : 0)
    expect(companies.filter((row) => row.id === id)).toHaveLength(gone.statusCode === 200 ? 0 : 1)
  })

  test('twice at once makes one', async () => {
    const { ask } = await world()
    const both = await Promise.all([1, 2].map(() => ask('admin', 'POST', '/api/users', GOOD)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })
})

describe('changing a user', () => {
  const FULL = { profileId: 'rec123', defaultPromptId: 'recABC', webhookUrl: 'https://hooks.example.test/in' }

  test('leaves alone what is absent, clears what is null, and empties what is empty', async () => {
    const { ask } = await world()
    const change = async (body: object) => (await ask('admin', 'PUT', '/api/users/2', body)).json()
    expect(await change(FULL)).toEqual({ ...PRO, ...FULL })
    expect(await change({})).toEqual({ ...PRO, ...FULL })
    expect(await change({ webhookUrl: null })).toEqual({ ...PRO, ...FULL, webhookUrl: null })
    await change({ webhookUrl: FULL.webhookUrl })
    expect(await change({ webhookUrl: '' })).toEqual({ ...PRO, ...FULL, webhookUrl: null })
    expect(await change({ profileId: '' })).toEqual({ ...PRO, ...FULL, webhookUrl: null, profileId: null })
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
    await here.ask('admin', 'PUT', '/api/users/2', { password: GOOD.password })
    expect(await canSignIn(here, 'prudence', PASSWORD)).toBe(false)
    expect(await canSignIn(here, 'prudence', GOOD.password)).toBe(true)
  })

  test('leaves the own password to the profile, which requires the present one', async () => {
    const here = await world()
    const res = await here.ask('admin', 'PUT', '/api/users/1', { password: GOOD.password })
    expect([res.statusCode, res.json().error]).toEqual([409, 'own_password'])
    expect(await canSignIn(here, 'admin', GOOD.password)).toBe(false)
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
    const before = await stored(database)
    const res = await ask('admin', 'PUT', '/api/users/2', body)
    expect(res.statusCode).toBe(400)
    expect(await stored(database)).toEqual(before)
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
    const second = (await ask('admin', 'POST', '/api/users', { ...GOOD, role: 'admin' })).json().id
    // Past the door, so that neither of the two can be turned away there by what the other has just done.
    const both = await Promise.allSettled(
      [1, second].map((id) => services.users.update(operatorFrom(null), id, { role: 'basic' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { users = [] } = await stored(database, 'users')
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })
})

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
    const before = await stored(database)
    const res = await ask('admin', 'DELETE', '/api/users/1')
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'own_user',
      message: 'You cannot delete yourself',
      status: 409,
      success: false,
    })
    expect(await stored(database)).toEqual(before)
  })

  test('twice at once happens once, and is recorded once', async () => {
    const here = await world()
    const both = await Promise.all([1, 2].map(() => here.ask('admin', 'DELETE', '/api/users/2')))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const { audit_entries: entries = [] } = await stored(here.database, 'audit_entries')
    expect(entries.filter(({ act }) => act === 'user.deleted')).toHaveLength(1)
  })

  test('of two administrators who delete each other keeps one', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/users', { ...GOOD, role: 'admin' })).json()
    const other = await here.app.inject({ method: 'POST', url: '/api/auth/login', payload: GOOD })
    await Promise.all([
      here.ask('admin', 'DELETE', `/api/users/${id}`),
      here.app.inject({
        method: 'DELETE',
        url: '/api/users/1',
        headers: { authorization: `Bearer ${other.json().token}` },
      }),
    ])
    const { users = [] } = await stored(here.database, 'users')
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  test('leaves what refers to the user without a name, and removes what is only theirs', async () => {
    const here = await world()
    const { ask, database } = here
    const draft = await drafted(here, { assigneeId: 2 })
    await ask('pro', 'POST', `/api/content/posts/${draft.id}/comments`, { text: 'Kept' })
    const at = { until: null, seen: START }
    for (const id of [2, 3])
      await database.queries
        .insertInto('dismissals')
        .values({ user_id: id, subject: 'first-steps', ...at })
        .execute()
    expect((await ask('admin', 'DELETE', '/api/users/2')).statusCode).toBe(200)
    expect(await stored(database, 'dismissals', 'team_comments')).toMatchObject({
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
    expect((await stored(database, 'metrics_imports')).metrics_imports).toHaveLength(1)
  })
})

describe('the list of users', () => {
  test('comes by name, with how many there are', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', '/api/users')
    expect(res.json().map(({ username }: { username: string }) => username)).toEqual([
      'admin',
      'basic',
      'foreigner',
      'loner',
      'pro',
    ])
    expect(res.json().at(-1)).toEqual(PRO)
    expect(res.headers['x-total-count']).toBe('5')
    expect(res.headers.link).toBeUndefined()
  })

  test('goes on where the Link header says', async () => {
    const { ask } = await shared()
    const pages: string[][] = []
    for (let url: string | undefined = '/api/users?limit=2'; url; ) {
      const res = await ask('admin', 'GET', url)
      pages.push(res.json().map(({ username }: { username: string }) => username))
      expect(res.headers['x-total-count']).toBe(pages.length === 1 ? '5' : undefined)
      url = String(res.headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]
      expect(pages.length).toBeLessThan(4)
    }
    expect(pages).toEqual([['admin', 'basic'], ['foreigner', 'loner'], ['pro']])
  })

  test('sorts by role or by age on request, page by page', async () => {
    const { ask } = await shared()
    const inOrder = async (sort: string) => {
      const names: string[] = []
      for (let url: string | undefined = `/api/users?limit=2&sort=${sort}`; url; ) {
        const res = await ask('admin', 'GET', url)
        names.push(...res.json().map(({ username }: { username: string }) => username))
        url = String(res.headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]
      }
      return names
    }
    expect(await inOrder('role')).toEqual(['admin', 'basic', 'loner', 'foreigner', 'pro'])
    expect(await inOrder('recent')).toEqual(['loner', 'foreigner', 'basic', 'pro', 'admin'])
    expect((await ask('admin', 'GET', '/api/users?sort=age')).statusCode).toBe(400)
  })

  test('refuses a cursor that belongs to another order', async () => {
    const { ask } = await shared()
    const { headers } = await ask('admin', 'GET', '/api/users?limit=2')
    const cursor = new URL(String(headers.link).slice(1).split('>')[0] ?? '', 'http://here').searchParams.get('cursor')
    const res = await ask('admin', 'GET', `/api/users?sort=role&cursor=${cursor}`)
    expect(res.statusCode).toBe(400)
    expect(res.json().message).toBe('cursor is not one from a Link header')
  })

  test('shows those of one company only', async () => {
    const { ask } = await shared()
    const of = async (query: string) => {
      const res = await ask('admin', 'GET', `/api/users?${query}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return res.json().map(({ username }: { username: string }) => username)
    }
    expect(await of('companyId=1')).toEqual(['admin', 'basic', 'pro'])
    expect(await of('companyId=1&q=ro')).toEqual(['pro'])
    expect(await of('companyId=77')).toEqual([])
  })

  test('can be searched in any case; signs of the query language mean themselves', async () => {
    const { ask } = await world()
    for (const username of ['under_score', 'underscore', '100%', 'back\\slash'])
      await ask('admin', 'POST', '/api/users', { ...GOOD, username })
    const found = async (q: string) => {
      const res = await ask('admin', 'GET', `/api/users?q=${encodeURIComponent(q)}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return res.json().map(({ username }: { username: string }) => username)
    }
    expect(await found('ASI')).toEqual(['basic'])
    expect(await found('r_s')).toEqual(['under_score'])
    expect(await found('%')).toEqual(['100%'])
    expect(await found('\\')).toEqual(['back\\slash'])
    expect(await found('nobody at all')).toEqual([])
    expect(await found('')).toHaveLength(9)
  })
})
