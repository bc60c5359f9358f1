/** The audit log as a file: what a filter finds, whole and safe to open. */
import { expect, test } from 'vitest'
import { AUDIT_LOG, listEntries, makeWorldWithEntries, SOMETHING } from '../../../testing/audit-log.ts'
import { START, world } from '../../../testing/world.ts'
import { THE_SERVER } from './audit-log.rules.ts'

test('the file has every entry the filter finds, safe to open, and taking it away is an entry', async () => {
  const here = await makeWorldWithEntries(['=HYPERLINK("http://a.example")', '@SUM(A1)', 'plain', 'left out'])
  const until = encodeURIComponent(new Date(START + 180_000).toISOString())
  const res = await here.ask('admin', 'GET', `${AUDIT_LOG}/csv?to=${until}`)
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
  expect((await listEntries(here))[0]).toMatchObject({
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
  const { body } = await here.ask('admin', 'GET', `${AUDIT_LOG}/csv?q=number`)
  expect(body.match(/"number \d+"/g)).toEqual(names.toReversed().map((name) => `"${name}"`))
})
