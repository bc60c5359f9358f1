/**
 * Who did what: recorded in one transaction with the act, searched, exported as a file, and protected against unnoticed
 * changes.
 */

import type { AuditEntry } from '@tangelo/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aReel, generated } from '../../../testing/reels.ts'
import { formWith, START, type World, world } from '../../../testing/world.ts'
import { THE_SERVER } from './audit-log.rules.ts'

const URL = '/api/audit-log'

async function listed({ ask }: World, query = ''): Promise<AuditEntry[]> {
  const res = await ask('admin', 'GET', `${URL}${query}`)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

const SOMETHING = {
  act: 'setting.changed',
  object: { kind: 'setting', id: 'colour', name: 'Colour' },
  companyId: null,
} as const

/** Entries without a user, one for each name. */
async function filled(names: readonly string[]): Promise<World> {
  const here = await world()
  for (const name of names) {
    await recorded(here, name)
    here.clock.moveBy(60_000)
  }
  return here
}

const recorded = ({ database, services }: World, name: string, companyId: number | null = null) =>
  database.transaction((tx) =>
    services.auditLog.record(tx, THE_SERVER, { ...SOMETHING, object: { ...SOMETHING.object, name }, companyId }),
  )

test('an entry comes and goes with the transaction it is recorded in', async () => {
  const here = await world()
  const { database, services } = here
  const inTransaction = (fails: boolean) =>
    database.transaction(async (tx) => {
      await services.auditLog.record(tx, THE_SERVER, SOMETHING)
      if (fails) throw new Error('undone')
    })
  await inTransaction(false)
  await expect(inTransaction(true)).rejects.toThrow('undone')
  await inTransaction(false)
  expect((await listed(here)).map(({ number }) => number)).toEqual([2, 1])
  await expect(services.auditLog.record(database.queries, THE_SERVER, SOMETHING)).rejects.toThrow(/transaction/)
})

test('many at once are numbered one after the other', async () => {
  const here = await world()
  await Promise.all(Array.from({ length: 20 }, (_, index) => recorded(here, `one of many ${index}`)))
  expect((await listed(here)).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
})

test('an entry says who did what to what, when, from where and how they came in', async () => {
  const here = await world({ accounts: ['nasa'] })
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 }, { 'x-forwarded-for': '203.0.113.9' })
  const [entry, ...rest] = await listed(here)
  expect(rest).toEqual([])
  expect(entry).toEqual({
    number: 1,
    at: new Date(START).toISOString(),
    act: 'figures.typed-in',
    userId: 1,
    userName: 'admin',
    via: 'session',
    // What a caller says of itself is believed of a known proxy only.
    address: '127.0.0.1',
    objectKind: 'account',
    objectId: '1',
    objectName: 'nasa',
    companyId: 1,
    companyName: 'Citrus Studio',
    details: { followers: 12 },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('imports, tests of connections and changes of settings are there, a failed import is not', async () => {
  const here = await world()
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('username,date,followers\nnasa,2026-11-01,5\n'))
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('no figures at all'))
  await here.ask('admin', 'POST', '/api/connections/import/test')
  expect((await listed(here)).map(({ act, objectName, details }) => ({ act, objectName, details }))).toEqual([
    { act: 'connection.tested', objectName: 'Files and typed-in figures', details: { state: 'built_in' } },
    { act: 'figures.imported', objectName: 'figures.csv', details: { accountsMade: 1, snapshots: 1, refused: 0 } },
  ])
})

test('pages continue where the last one ended, even when entries are added meanwhile', async () => {
  const here = await filled(['a', 'b', 'c', 'd', 'e'])
  const first = await here.ask('admin', 'GET', `${URL}?limit=2`)
  expect(first.headers['x-total-count']).toBe('5')
  await recorded(here, 'meanwhile')
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await here.ask('admin', 'GET', next)
  expect(second.json().map(({ objectName }: AuditEntry) => objectName)).toEqual(['c', 'b'])
  expect((await here.ask('admin', 'GET', `${URL}?cursor=nonsense`)).statusCode).toBe(400)
})

test('a filter finds by name, act, company and time; what people type means itself', async () => {
  const here = await filled(['Ärger', 'a_b', 'axb', '100%'])
  await recorded(here, 'of a company', 2)
  await here.ask('admin', 'POST', '/api/connections/import/test')
  const names = async (query: string) => (await listed(here, query)).map(({ objectName }) => objectName)
  const minute = (minutes: number) => encodeURIComponent(new Date(START + minutes * 60_000).toISOString())
  expect(await names(`?q=${encodeURIComponent('äRGER')}`)).toEqual(['Ärger'])
  expect(await names('?q=a_b')).toEqual(['a_b'])
  expect(await names(`?q=${encodeURIComponent('%')}`)).toEqual(['100%'])
  expect(await names('?q=127.0.0.1')).toEqual(['Files and typed-in figures'])
  expect(await names('?act=connection.tested')).toEqual(['Files and typed-in figures'])
  expect(await names('?group=access')).toEqual([])
  expect(await names('?group=installation')).toHaveLength(6)
  expect(await names('?userId=1')).toEqual(['Files and typed-in figures'])
  expect(await names('?companyId=2')).toEqual(['of a company'])
  expect(await names(`?from=${minute(1)}&to=${minute(3)}`)).toEqual(['axb', 'a_b'])
  expect((await here.ask('admin', 'GET', `${URL}?act=nothing`)).statusCode).toBe(400)
})

test('the file has every entry the filter finds, safe to open, and taking it away is an entry', async () => {
  const here = await filled(['=HYPERLINK("http://a.example")', '@SUM(A1)', 'plain', 'left out'])
  const until = encodeURIComponent(new Date(START + 180_000).toISOString())
  const res = await here.ask('admin', 'GET', `${URL}/csv?to=${until}`)
  expect(res.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-log.csv"',
  })
  const lines = res.body.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"number","at","act","user_id","user_name","via","address","object_kind",/)
  expect(lines.slice(1, -1)).toEqual([
    expect.stringContaining(
      '3,"2026-11-20T09:02:00.000Z","setting.changed","","","server","","setting","colour","plain"',
    ),
    expect.stringContaining(`"'@SUM(A1)"`),
    expect.stringContaining(`"'=HYPERLINK(""http://a.example"")"`),
  ])
  expect((await listed(here))[0]).toMatchObject({
    act: 'audit-log.exported',
    userName: 'admin',
    details: { to: expect.any(String) },
  })
})

test('a long log is exported whole, in chunks', async () => {
  const here = await world()
  const names = Array.from({ length: 1_100 }, (_, at) => `number ${at + 1}`)
  await here.database.transaction(async (tx) => {
    for (const name of names)
      await here.services.auditLog.record(tx, THE_SERVER, { ...SOMETHING, object: { ...SOMETHING.object, name } })
  })
  const { body } = await here.ask('admin', 'GET', `${URL}/csv?q=number`)
  expect(body.match(/"number \d+"/g)).toEqual(names.toReversed().map((name) => `"${name}"`))
})

test('the database refuses changes and deletions of entries', async () => {
  const { database } = await filled(['kept'])
  const { queries } = database
  await expect(queries.updateTable('audit_entries').set({ user_name: 'nobody' }).execute()).rejects.toThrow(
    /only be added/,
  )
  await expect(queries.deleteFrom('audit_entries').execute()).rejects.toThrow(/only be added/)
})

/** As an attacker with the whole database would: the guards are removed first. */
async function tampered(here: World, change: (db: World['database']['queries']) => Promise<unknown>) {
  const { engine, queries } = here.database
  const guards =
    engine === 'sqlite'
      ? [sql`drop trigger audit_entries_no_update`, sql`drop trigger audit_entries_no_delete`]
      : [sql`drop trigger audit_entries_stay on audit_entries`]
  for (const guard of guards) await guard.execute(queries)
  await change(queries)
  return (await here.ask('admin', 'POST', `${URL}/check`)).json().problems
}

test('the check finds what was changed, taken away, added or cut off', async () => {
  const there = (at: number) => sql`update audit_entries set user_name = 'x' where number = ${at}`
  const cases: [(db: World['database']['queries']) => Promise<unknown>, { number: number; kind: string }[]][] = [
    [(db) => there(2).execute(db), [{ number: 2, kind: 'changed' }]],
    [(db) => db.deleteFrom('audit_entries').where('number', 'in', [2, 3]).execute(), [{ number: 2, kind: 'missing' }]],
    [(db) => db.deleteFrom('audit_entries').where('number', '=', 4).execute(), [{ number: 4, kind: 'missing' }]],
    [
      (db) =>
        db
          .updateTable('audit_entries')
          .set({ hash: 'f'.repeat(64) })
          .where('number', '=', 4)
          .execute(),
      [
        { number: 4, kind: 'changed' },
        { number: 4, kind: 'not_the_last' },
      ],
    ],
    [
      async (db) => {
        await db.deleteFrom('audit_entries').where('number', '=', 4).execute()
        await db.updateTable('audit_head').set({ entries: 3 }).execute()
      },
      [{ number: 3, kind: 'not_the_last' }],
    ],
  ]
  for (const [change, problems] of cases) {
    const here = await world({ breaksStore: true })
    for (const name of ['a', 'b', 'c', 'd']) await recorded(here, name)
    expect(await tampered(here, change)).toEqual(problems)
  }
})

test('a log that was rehashed is detected by a hash that was stored elsewhere', async () => {
  const here = await filled(['a', 'b', 'c'])
  const [, { number, hash } = { number: 0, hash: '' }] = await listed(here)
  const problems = async (noted: { number: number; hash: string }) =>
    (await here.services.auditLog.check(noted)).problems
  expect(await problems({ number, hash })).toEqual([])
  expect(await problems({ number, hash: 'f'.repeat(64) })).toEqual([{ number, kind: 'not_as_noted' }])
  expect(await problems({ number: 9, hash })).toEqual([{ number: 9, kind: 'not_as_noted' }])
})

test('users: made, changed from what to what, deleted; never a password, nor the address of a webhook', async () => {
  const here = await world()
  const { ask } = here
  const secret = 'https://hooks.example/T0/secret-of-the-address'
  const { id } = (
    await ask('admin', 'POST', '/api/users', { username: 'Mara', password: 'a password to find', companyId: 1 })
  ).json()
  const url = `/api/users/${id}`
  await ask('admin', 'PUT', url, { role: 'pro', companyId: 2, webhookUrl: secret, password: 'another to find' })
  await ask('admin', 'PUT', url, { role: 'pro' })
  await ask('admin', 'PUT', url, { webhookUrl: `${secret}-2` })
  await ask('admin', 'PUT', url, { role: 'captain' })
  await ask('pro', 'PUT', url, { role: 'admin' })
  await ask('admin', 'DELETE', url)
  const [deleted, moved, changed, made, ...rest] = await listed(here)
  expect(rest).toEqual([])
  const mara = { objectKind: 'user', objectId: String(id), objectName: 'Mara', userName: 'admin' }
  expect(made).toMatchObject({ ...mara, act: 'user.made', companyId: 1, details: { role: 'basic' } })
  expect(changed).toMatchObject({
    ...mara,
    act: 'user.changed',
    details: {
      role: { from: 'basic', to: 'pro' },
      company: { from: 'Citrus Studio', to: 'Grove Agency' },
      webhook: { from: null, to: 'hooks.example' },
      newPassword: true,
    },
  })
  expect(moved?.details).toEqual({ webhook: { from: 'hooks.example', to: 'hooks.example' } })
  expect(deleted).toMatchObject({ ...mara, act: 'user.deleted', companyId: 2 })
  expect(JSON.stringify(await listed(here))).not.toMatch(/to find|secret-of/)
})

test('companies and accounts: made, changed, deleted; what was refused is not there', async () => {
  const here = await world()
  const { ask } = here
  const { id } = (await ask('admin', 'POST', '/api/companies', { name: 'Third' })).json()
  await ask('admin', 'POST', '/api/companies', { name: 'third' })
  await ask('admin', 'PUT', `/api/companies/${id}`, { timeZone: 'Europe/Lisbon' })
  const account = (await ask('admin', 'POST', '/api/accounts', { username: 'nasa', companyId: id })).json()
  await ask('pro', 'POST', '/api/accounts', { username: 'nasa' })
  await ask('admin', 'DELETE', `/api/companies/${id}`)
  await ask('admin', 'PUT', `/api/accounts/${account.id}`, { notes: 'n'.repeat(300) })
  await ask('admin', 'DELETE', `/api/accounts/${account.id}`)
  await ask('admin', 'DELETE', `/api/companies/${id}`)
  const told = (await listed(here)).map(({ act, objectName, companyId, companyName, details }) => [
    ...[act, objectName, companyId, companyName],
    details,
  ])
  expect(told.toReversed()).toEqual([
    ['company.made', 'Third', id, null, {}],
    ['company.changed', 'Third', id, null, { timeZone: { from: 'UTC', to: 'Europe/Lisbon' } }],
    ['account.made', 'nasa', id, null, {}],
    ['account.changed', 'nasa', id, null, { notes: { from: null, to: `${'n'.repeat(200)}…` } }],
    ['account.deleted', 'nasa', id, null, {}],
    ['company.deleted', 'Third', id, null, {}],
  ])
})

test('what moves a credit: a reel made, a render started and called off', async () => {
  const here = await world()
  const reel = await aReel(here)
  const renderId = await generated(here, reel.id)
  await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
  const told = (await listed(here)).map(({ act, userName, objectId, details }) => [act, userName, objectId, details])
  expect(told.toReversed()).toEqual([
    ['reel.made', 'pro', reel.id, { credits: -1 }],
    ['render.started', 'pro', renderId, { reel: reel.id, credits: -1 }],
    ['render.cancelled', 'pro', renderId, { reel: reel.id, credits: 1 }],
    ['reel.deleted', 'pro', reel.id, {}],
  ])
})
