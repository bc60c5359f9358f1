/** Who did what: recorded in one transaction with the act, numbered, read page by page, and searched. */
import type { AuditEntry } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { AUDIT_LOG, listEntries, makeWorldWithEntries, recordEntry, SOMETHING } from '../../../testing/audit-log.ts'
import { START, world } from '../../../testing/world.ts'
import { THE_SERVER } from './audit-log.rules.ts'

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
  expect((await listEntries(here)).map(({ number }) => number)).toEqual([2, 1])
  await expect(services.auditLog.record(database.queries, THE_SERVER, SOMETHING)).rejects.toThrow(/transaction/)
})

test('many at once are numbered one after the other', async () => {
  const here = await world()
  await Promise.all(Array.from({ length: 20 }, (_, index) => recordEntry(here, `one of many ${index}`)))
  expect((await listEntries(here)).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
})

test('an entry says who did what to what, when, from where and how they came in', async () => {
  const here = await world({ accounts: ['nasa'] })
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 12 }, { 'x-forwarded-for': '203.0.113.9' })
  const [entry, ...rest] = await listEntries(here)
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

test('pages continue where the last one ended, even when entries are added meanwhile', async () => {
  const here = await makeWorldWithEntries(['a', 'b', 'c', 'd', 'e'])
  const first = await here.ask('admin', 'GET', `${AUDIT_LOG}?limit=2`)
  expect(first.headers['x-total-count']).toBe('5')
  await recordEntry(here, 'meanwhile')
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await here.ask('admin', 'GET', next)
  expect(second.json().map(({ objectName }: AuditEntry) => objectName)).toEqual(['c', 'b'])
  expect((await here.ask('admin', 'GET', `${AUDIT_LOG}?cursor=nonsense`)).statusCode).toBe(400)
})

test('a filter finds by name, act, company and time; what people type means itself', async () => {
  const here = await makeWorldWithEntries(['Ärger', 'a_b', 'axb', '100%'])
  await recordEntry(here, 'of a company', 2)
  await here.ask('admin', 'POST', '/api/connections/import/test')
  const names = async (query: string) => (await listEntries(here, query)).map(({ objectName }) => objectName)
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
  expect((await here.ask('admin', 'GET', `${AUDIT_LOG}?act=nothing`)).statusCode).toBe(400)
})
