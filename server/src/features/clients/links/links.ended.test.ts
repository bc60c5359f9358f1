/** What does not open: links that ended, what was never one, and when they are forgotten. All of it is answered alike. */
import { expect, test } from 'vitest'
import { createFrozenReport, createLink, findNewestLink, openAt, unlockAt } from '#testing/share-links.ts'
import { world } from '#testing/world.ts'

const DAY_MS = 24 * 3_600_000
const GONE = 'This link does not open anything'
const PASSWORD = 'seven green pears'

/** What one client can tell of an answer; the id of a request and the moment differ everywhere. */
const comparable = ({ statusCode, headers, body }: Awaited<ReturnType<typeof openAt>>) => ({
  status: statusCode,
  headers: { ...headers, date: '', 'x-request-id': '' },
  body,
})

test('wrong, expired, revoked and foreign links, and those of what is gone, are one answer to the last byte', async () => {
  const session = { idleMs: 30 * DAY_MS, maxMs: 30 * DAY_MS }
  const here = await world({ accounts: ['own', 'deleted', 'moved'], session })
  const { ask } = here
  const open = await createLink(here)
  const expired = await createLink(here, { expiresInDays: 1 })
  const revoked = await createLink(here)
  await ask('pro', 'DELETE', `/api/links/${revoked.id}`)
  const group = (await ask('admin', 'POST', '/api/groups', { name: 'All', accountIds: [1] })).json()
  const ofGroup = await createLink(here, { kind: 'group', targetId: group.id })
  const report = await createFrozenReport(here)
  const ofReport = await createLink(here, { kind: 'report', targetId: report })
  const ofDeleted = await createLink(here, { targetId: 2, mode: 'frozen' })
  const ofMoved = await createLink(here, { targetId: 3 })
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
  const [first] = answers.map(comparable)
  expect(first).toMatchObject({ status: 404, body: expect.stringContaining(GONE) })
  for (const answer of answers) expect(comparable(answer)).toEqual(first)
  const posted = await unlockAt(here, expired.path, PASSWORD)
  expect(comparable(posted)).toEqual(first)
  expect((await openAt(here, open.path)).statusCode).toBe(200)
  const states = (await ask('pro', 'GET', '/api/links')).json().map(({ state }: { state: string }) => state)
  expect(states).toEqual(['gone', 'gone', 'gone', 'gone', 'revoked', 'expired', 'open'])
})

test('links of a company go with it', async () => {
  const here = await world()
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short-lived' })).json()
  const { path } = await createLink(here, { kind: 'calendar', targetId: id }, 'admin')
  expect((await openAt(here, path)).statusCode).toBe(200)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
  expect((await openAt(here, path)).statusCode).toBe(404)
  expect(await here.database.queries.selectFrom('share_links').selectAll().execute()).toEqual([])
})

test('a link that ended three months ago is forgotten, with the bytes that it froze', async () => {
  const forever = { idleMs: 365 * DAY_MS, maxMs: 365 * DAY_MS }
  const here = await world({ accounts: ['lumenandco'], session: forever })
  await createLink(here, { mode: 'frozen', expiresInDays: 1 })
  here.clock.moveBy(90 * DAY_MS)
  await here.purge()
  expect(await findNewestLink(here)).toMatchObject({ state: 'expired' })
  here.clock.moveBy(2 * DAY_MS)
  await here.purge()
  expect(await findNewestLink(here)).toBeUndefined()
})

test('a link without an end whose object is gone is forgotten three months later, with the bytes that it froze', async () => {
  const forever = { idleMs: 365 * DAY_MS, maxMs: 365 * DAY_MS }
  const here = await world({ accounts: ['lumenandco', 'northlane'], session: forever })
  await createLink(here, { mode: 'frozen', expiresInDays: null })
  await createLink(here, { targetId: 2, mode: 'frozen', expiresInDays: null })
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
