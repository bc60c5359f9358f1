/** Links from their making: who may make one and of what, what is kept of it, and who sees it in the list. */
import { LINKS_MAX } from '@tangelo/contract/limits'
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { createLink, findNewestLink, openAt, unlockAt } from '#testing/share-links.ts'
import { world } from '#testing/world.ts'

const PASSWORD = 'seven green pears'

const makeWorld = () => world({ accounts: ['lumenandco'] })

describe('a link', () => {
  test('shows its account without an account, a session or a cookie, and the list counts who looked', async () => {
    const here = await makeWorld()
    const { path, token } = await createLink(here)
    expect(token).toMatch(/^[\w-]{43}$/)
    const page = await openAt(here, path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('@lumenandco')
    expect(page.body).toContain('Live figures')
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'.*; sandbox$/),
    })
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(await findNewestLink(here)).toMatchObject({
      name: 'For Anna',
      kind: 'account',
      targetName: 'lumenandco',
      state: 'open',
      mode: 'live',
      days: 30,
      hasPassword: false,
      openedCount: 1,
      lastOpenedAt: '2026-11-20T09:00:00.000Z',
      by: 'pro',
    })
  })

  test('is stored as its hash alone: the token stands in no table, no event and no entry of the audit log', async () => {
    const here = await makeWorld()
    const { token, id } = await createLink(here, { password: PASSWORD })
    await here.ask('pro', 'DELETE', `/api/links/${id}`)
    const everything = JSON.stringify(await readTables(here.database))
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(PASSWORD)
    const entries = (await here.ask('admin', 'GET', '/api/audit-log')).json()
    expect(entries.map(({ act }: { act: string }) => act)).toEqual(['link.revoked', 'link.made'])
    expect(entries[1]).toMatchObject({
      objectKind: 'link',
      objectName: 'For Anna',
      details: { opens: 'account', of: 'lumenandco', mode: 'live', password: true },
    })
  })

  test('is for administrators and pro users, of what they can see', async () => {
    const { ask } = await world({ accounts: ['own', { username: 'foreign', companyId: 2 }] })
    const options = { kind: 'account', targetId: 1, name: 'x', expiresInDays: null }
    expect((await ask('basic', 'POST', '/api/links', options)).statusCode).toBe(403)
    expect((await ask('basic', 'GET', '/api/links')).statusCode).toBe(403)
    expect((await ask('foreigner', 'POST', '/api/links', options)).statusCode).toBe(404)
    const accounts = { ...options, kind: 'calendar', accountIds: [2] }
    expect((await ask('pro', 'POST', '/api/links', accounts)).statusCode).toBe(404)
    expect((await ask('admin', 'POST', '/api/links', accounts)).json()).toMatchObject({
      status: 400,
      fields: { accountIds: 'are of another company' },
    })
    await ask('pro', 'POST', '/api/links', options)
    expect((await ask('foreigner', 'GET', '/api/links')).json()).toEqual([])
    expect((await ask('foreigner', 'DELETE', '/api/links/1')).statusCode).toBe(404)
  })

  test('is made once for an Idempotency-Key: who asks again has the same address, and the store has no more of it', async () => {
    const here = await makeWorld()
    const body = { kind: 'account', targetId: 1, name: 'For Anna', expiresInDays: 30, password: PASSWORD }
    const make = (more = {}) =>
      here.ask('pro', 'POST', '/api/links', Object.assign({}, body, more), { 'idempotency-key': 'for-anna' })
    const [first, again] = await Promise.all([make(), make()])
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect((await make({ name: 'For Rui' })).json()).toMatchObject({ status: 422, error: 'key_reused' })
    expect((await here.ask('pro', 'GET', '/api/links')).json()).toHaveLength(1)
    const path = new URL(first.json().url).pathname
    expect((await unlockAt(here, path, PASSWORD)).statusCode).toBe(303)
    const everything = JSON.stringify(await readTables(here.database))
    for (const secret of [path.slice('/s/'.length), PASSWORD]) expect(everything).not.toContain(secret)
  })

  test('is refused beside five hundred open ones, until one of them is revoked', async () => {
    const here = await makeWorld()
    const { id } = await createLink(here)
    const { queries } = here.database
    const { id: _, ...row } = await queries
      .selectFrom('share_links')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: LINKS_MAX - 1 }, (_, at) => ({ ...row, token_hash: `hash ${at}` }))
    for (let from = 0; from < others.length; from += 50)
      await queries
        .insertInto('share_links')
        .values(others.slice(from, from + 50))
        .execute()
    const options = { kind: 'account', targetId: 1, name: 'One more', expiresInDays: null }
    expect((await here.ask('pro', 'POST', '/api/links', options)).json()).toMatchObject({ error: 'links_full' })
    expect((await here.ask('pro', 'DELETE', `/api/links/${id}`)).statusCode).toBe(200)
    expect((await here.ask('pro', 'POST', '/api/links', options)).statusCode).toBe(201)
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ days: 8 }, 'days'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ kind: 'approval' }, 'kind'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password' }, 'password'],
  ])('with %j is refused, and says which field', async (options, field) => {
    const { ask } = await makeWorld()
    const body = { kind: 'account', targetId: 1, name: 'x', expiresInDays: 30, ...options }
    const res = (await ask('pro', 'POST', '/api/links', body)).json()
    expect(res.status).toBe(400)
    expect(Object.keys(res.fields)).toEqual([field])
  })
})
