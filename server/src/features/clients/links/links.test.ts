/** Links from their making to their end: who may make one, what it opens, and that everything else answers alike. */
import { LINKS_MAX } from '@tangelo/contract/limits'
import { describe, expect, test } from 'vitest'
import { peopled, UPLOADS } from '../../../testing/access/objects.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { cookieOf, openAt, sharedLink, unlockAt } from '../../../testing/share-links.ts'
import { stored } from '../../../testing/stored.ts'
import { type World, world } from '../../../testing/world.ts'

const DAY_MS = 24 * 3_600_000
const GONE = 'This link does not open anything'
const PASSWORD = 'seven green pears'

const linked = () => world({ accounts: ['lumenandco'] })

async function listed({ ask }: World) {
  const [link] = (await ask('pro', 'GET', '/api/links')).json()
  return link
}

async function frozenReport({ ask }: World): Promise<number> {
  const content = { title: 'October', subject: { kind: 'account', id: 1 }, sections: [{ kind: 'figures' }] }
  const res = await ask('pro', 'POST', '/api/reports', { ...content, from: '2026-10-01', to: '2026-10-31' })
  return res.json().id
}

describe('a link', () => {
  test('shows its account without an account, a session or a cookie, and the list counts who looked', async () => {
    const here = await linked()
    const { path, token } = await sharedLink(here)
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
    expect(await listed(here)).toMatchObject({
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
    const here = await linked()
    const { token, id } = await sharedLink(here, { password: PASSWORD })
    await here.ask('pro', 'DELETE', `/api/links/${id}`)
    const everything = JSON.stringify(await stored(here.database))
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

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ days: 8 }, 'days'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ kind: 'approval' }, 'kind'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password' }, 'password'],
  ])('with %j is refused, and says which field', async (options, field) => {
    const { ask } = await linked()
    const body = { kind: 'account', targetId: 1, name: 'x', expiresInDays: 30, ...options }
    const res = (await ask('pro', 'POST', '/api/links', body)).json()
    expect(res.status).toBe(400)
    expect(Object.keys(res.fields)).toEqual([field])
  })
})

describe('what does not open', () => {
  test('wrong, expired, revoked and foreign links, and those of what is gone, are one answer to the last byte', async () => {
    const session = { idleMs: 30 * DAY_MS, maxMs: 30 * DAY_MS }
    const here = await world({ accounts: ['own', 'deleted', 'moved'], session })
    const { ask } = here
    const open = await sharedLink(here)
    const expired = await sharedLink(here, { expiresInDays: 1 })
    const revoked = await sharedLink(here)
    await ask('pro', 'DELETE', `/api/links/${revoked.id}`)
    const group = (await ask('admin', 'POST', '/api/groups', { name: 'All', accountIds: [1] })).json()
    const ofGroup = await sharedLink(here, { kind: 'group', targetId: group.id })
    const report = await frozenReport(here)
    const ofReport = await sharedLink(here, { kind: 'report', targetId: report })
    const ofDeleted = await sharedLink(here, { targetId: 2, mode: 'frozen' })
    const ofMoved = await sharedLink(here, { targetId: 3 })
    const all = [open, expired, ofGroup, ofReport, ofDeleted, ofMoved]
    for (const { path } of all) expect((await openAt(here, path)).statusCode).toBe(200)
    await ask('admin', 'DELETE', `/api/groups/${group.id}`)
    await ask('pro', 'DELETE', `/api/reports/${report}`)
    await ask('admin', 'DELETE', '/api/accounts/2')
    await ask('admin', 'PUT', '/api/accounts/3', { companyId: 2 })
    here.clock.moveBy(DAY_MS)
    const dead = [
      '/s/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '/s/short',
      '/s/',
      '/s',
      `/s/${'x'.repeat(900)}`,
      `${open.path}/unlock`,
      `${open.path}x`,
      ...[expired, revoked, ofGroup, ofReport, ofDeleted, ofMoved].map(({ path }) => path),
    ]
    const answers = await Promise.all(dead.map((path) => openAt(here, path)))
    const [first] = answers.map(told)
    expect(first).toMatchObject({ status: 404, body: expect.stringContaining(GONE) })
    for (const answer of answers) expect(told(answer)).toEqual(first)
    const posted = await unlockAt(here, expired.path, PASSWORD)
    expect(told(posted)).toEqual(first)
    expect((await openAt(here, open.path)).statusCode).toBe(200)
    const states = (await ask('pro', 'GET', '/api/links')).json().map(({ state }: { state: string }) => state)
    expect(states).toEqual(['gone', 'gone', 'gone', 'gone', 'revoked', 'expired', 'open'])
  })

  test('is refused beside five hundred open ones, until one of them is revoked', async () => {
    const here = await linked()
    const { id } = await sharedLink(here)
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

  test('links of a company go with it', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short-lived' })).json()
    const { path } = await sharedLink(here, { kind: 'calendar', targetId: id }, 'admin')
    expect((await openAt(here, path)).statusCode).toBe(200)
    expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
    expect((await openAt(here, path)).statusCode).toBe(404)
    expect(await here.database.queries.selectFrom('share_links').selectAll().execute()).toEqual([])
  })

  test('a link that ended three months ago is forgotten, with the bytes that it froze', async () => {
    const forever = { idleMs: 365 * DAY_MS, maxMs: 365 * DAY_MS }
    const here = await world({ accounts: ['lumenandco'], session: forever })
    await sharedLink(here, { mode: 'frozen', expiresInDays: 1 })
    here.clock.moveBy(90 * DAY_MS)
    await here.purge()
    expect(await listed(here)).toMatchObject({ state: 'expired' })
    here.clock.moveBy(2 * DAY_MS)
    await here.purge()
    expect(await listed(here)).toBeUndefined()
  })

  test('a link without an end whose object is gone is forgotten three months later, with the bytes that it froze', async () => {
    const forever = { idleMs: 365 * DAY_MS, maxMs: 365 * DAY_MS }
    const here = await world({ accounts: ['lumenandco', 'northlane'], session: forever })
    await sharedLink(here, { mode: 'frozen', expiresInDays: null })
    await sharedLink(here, { targetId: 2, mode: 'frozen', expiresInDays: null })
    await here.ask('admin', 'DELETE', '/api/accounts/2')
    for (const [days, states] of [
      [0, ['gone', 'open']],
      [89, ['gone', 'open']],
      [2, ['open']],
    ] as const) {
      here.clock.moveBy(days * DAY_MS)
      await here.purge()
      const links = (await here.ask('pro', 'GET', '/api/links')).json()
      expect(links.map(({ state }: { state: string }) => state)).toEqual(states)
    }
    const kept = await here.database.queries.selectFrom('share_links').select('html_hash').execute()
    expect(kept).toEqual([{ html_hash: expect.any(String) }])
  })
})

/** What one client can tell of an answer; the id of a request and the moment differ everywhere. */
const told = ({ statusCode, headers, body }: Awaited<ReturnType<typeof openAt>>) => ({
  status: statusCode,
  headers: { ...headers, date: '', 'x-request-id': '' },
  body,
})

describe('a password', () => {
  test('is asked for first, and unlocks this link in this browser for twelve hours', async () => {
    const here = await linked()
    const { path, token } = await sharedLink(here, { password: PASSWORD })
    const other = await sharedLink(here, { password: PASSWORD })
    const locked = await openAt(here, path)
    expect(locked.statusCode).toBe(401)
    expect(locked.headers['set-cookie']).toBeUndefined()
    expect(locked.body).toContain('This page has a password')
    expect(locked.body).not.toContain('lumenandco')
    expect(locked.headers['content-security-policy']).not.toContain('unsafe')
    const wrong = await unlockAt(here, path, 'another one')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect(wrong.body).toContain('This is not the password')
    expect((await listed(here)).openedCount).toBe(0)
    const right = await unlockAt(here, path, PASSWORD)
    expect(right.statusCode).toBe(303)
    expect(right.headers.location).toBe(path)
    const cookies = [right.headers['set-cookie']].flat().map((cookie) => String(cookie).split('; '))
    expect(cookies.map(([, ...rest]) => rest)).toEqual([
      [`Path=/s/${token}`, 'Max-Age=43200', 'HttpOnly', 'SameSite=Lax'],
      [`Path=/api/s/${token}`, 'Max-Age=43200', 'HttpOnly', 'SameSite=Lax'],
    ])
    const cookie = cookieOf(right)
    expect((await openAt(here, path, { cookie })).body).toContain('@lumenandco')
    expect((await openAt(here, other.path, { cookie })).statusCode).toBe(401)
    expect((await openAt(here, path, { cookie: `${cookie}x` })).statusCode).toBe(401)
    const later = cookie.replace(/=\d+/, (until) => `=${Number(until.slice(1)) + 1}`)
    expect((await openAt(here, path, { cookie: later })).statusCode).toBe(401)
    here.clock.moveBy(12 * 3_600_000)
    expect((await openAt(here, path, { cookie })).statusCode).toBe(401)
  })

  test('goes over https with a cookie for https alone', async () => {
    const here = await world({ accounts: ['own'], app: { trustedProxies: ['127.0.0.1'] } })
    const { path } = await sharedLink(here, { password: PASSWORD })
    const right = await here.app.inject({
      method: 'POST',
      url: `${path}/unlock`,
      payload: new URLSearchParams({ password: PASSWORD }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' },
    })
    expect(String(right.headers['set-cookie'])).toContain('; Secure')
  })

  test('is guessed five times, then waits, also with the right one; another address is let through', async () => {
    const here = await linked()
    const { path } = await sharedLink(here, { password: PASSWORD })
    for (const guess of [1, 2, 3, 4, 5]) expect((await unlockAt(here, path, `guess ${guess}`)).statusCode).toBe(401)
    const held = await unlockAt(here, path, PASSWORD)
    expect(held.statusCode).toBe(429)
    expect(held.headers['retry-after']).toBe('30')
    expect(held.headers['content-type']).toContain('text/html')
    expect((await unlockAt(here, path, PASSWORD, '198.51.100.7')).statusCode).toBe(303)
    here.clock.moveBy(30_000)
    expect((await unlockAt(here, path, PASSWORD)).statusCode).toBe(303)
  })

  test('of a link without one unlocks nothing and sets no cookie', async () => {
    const here = await linked()
    const { path } = await sharedLink(here)
    const res = await unlockAt(here, path, PASSWORD)
    expect(res.statusCode).toBe(303)
    expect(res.headers['set-cookie']).toBeUndefined()
  })
})

describe('what a link shows', () => {
  test('a frozen account stays as it was to the byte; a live one follows the figures at once', async () => {
    const here = await linked()
    const figures = (followers: number) =>
      here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-11-19', followers })
    expect((await figures(12_345)).statusCode).toBeLessThan(300)
    const frozen = await sharedLink(here, { mode: 'frozen' })
    const live = await sharedLink(here)
    const before = await openAt(here, frozen.path)
    expect(before.body).toContain('12,345')
    expect((await openAt(here, live.path)).body).toContain('12,345')
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-11-20', followers: 23_456 })
    expect((await openAt(here, live.path)).body).toContain('23,456')
    expect((await openAt(here, frozen.path)).body).toBe(before.body)
  })

  test('a live page outlives its logo', async () => {
    const here = await peopled()
    const brand = { name: 'Lowtide', logoUrl: `/media/u/${UPLOADS.own}`, colour: '#00656e' }
    const { path } = await sharedLink(here, { brand })
    await here.database.queries.deleteFrom('uploads').where('id', '=', UPLOADS.own).execute()
    const page = await openAt(here, path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Lowtide')
  })

  test('a report is its frozen file', async () => {
    const here = await linked()
    const id = await frozenReport(here)
    const { path } = await sharedLink(here, { kind: 'report', targetId: id })
    const file = await here.ask('pro', 'GET', `/api/reports/${id}/file`)
    expect((await openAt(here, path)).body).toBe(file.body)
  })

  test('a calendar shows the posts of its months and accounts, with their pictures, and none besides', async () => {
    const here = await world({ accounts: ['own', 'other'] })
    await itemsIn(here, [
      { id: 'recThisMonth00001', caption: 'Lemons <b>', publishDate: '2026-11-24T18:30:00.000Z', status: 'Approved' },
      {
        id: 'recNextMonth00001',
        caption: 'Swim',
        publishDate: '2026-12-02',
        imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
      },
      {
        id: 'recFarAhead000001',
        caption: 'Spring',
        publishDate: '2027-05-02',
        imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
      },
      { id: 'recForeign0000001', caption: 'Theirs', publishDate: '2026-11-24T18:30:00.000Z', companyId: 2 },
    ])
    const { path } = await sharedLink(here, { kind: 'calendar' })
    const month = await openAt(here, path)
    expect(month.statusCode).toBe(200)
    for (const text of ['November 2026', 'Citrus Studio', '18:30', 'Approved', 'Lemons &lt;b&gt;', 'Times are UTC'])
      expect(month.body).toContain(text)
    for (const text of ['Swim', 'Spring', 'Theirs']) expect(month.body).not.toContain(text)
    const next = await openAt(here, `${path}?month=2026-12`)
    expect(next.body).toContain('Any time')
    expect(next.body).toContain(`${path}/pictures/recNextMonth00001/480`)
    for (const text of ['2026-09', '2027-03', '2027-05', '1999-01'])
      expect((await openAt(here, `${path}?month=${text}`)).statusCode).toBe(404)
    for (const picture of ['recFarAhead000001/480', 'recForeign0000001/480', 'recThisMonth00001/480', 'x/480'])
      expect((await openAt(here, `${path}/pictures/${picture}`)).statusCode, picture).toBe(404)
    // A month that is leafed to is no further opening.
    expect((await listed(here)).openedCount).toBe(1)
    const narrow = await sharedLink(here, { kind: 'calendar', accountIds: [2] })
    expect((await openAt(here, narrow.path)).body).toContain('Nothing is planned for November 2026 yet')
  })

  test('a calendar counts its days and hours on the clocks of its company', async () => {
    const here = await world()
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Auckland' })
    await itemsIn(here, [{ id: 'recMidnight000001', publishDate: '2026-11-30T12:30:00.000Z', caption: 'Late' }])
    const { path } = await sharedLink(here, { kind: 'calendar' })
    expect((await openAt(here, path)).body).not.toContain('Late')
    const december = (await openAt(here, `${path}?month=2026-12`)).body
    expect(december).toContain('Late')
    expect(december).toContain('01:30')
    expect(december).toContain('Auckland time')
  })
})
