/** No change of the audit log goes unnoticed: the database refuses it, and the check finds it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AUDIT_LOG, listEntries, makeWorldWithEntries, recordEntry } from '../../../testing/audit-log.ts'
import { type World, world } from '../../../testing/world.ts'

test('the database refuses changes and deletions of entries', async () => {
  const { database } = await makeWorldWithEntries(['kept'])
  const { queries } = database
  await expect(queries.updateTable('audit_entries').set({ user_name: 'unknown' }).execute()).rejects.toThrow(
    /only be added/,
  )
  await expect(queries.deleteFrom('audit_entries').execute()).rejects.toThrow(/only be added/)
})

/** As an attacker with the whole database would: the guards are removed first. */
async function tamperWith(here: World, change: (db: World['database']['queries']) => Promise<unknown>) {
  const { engine, queries } = here.database
  const guards =
    engine === 'sqlite'
      ? [sql`drop trigger audit_entries_no_update`, sql`drop trigger audit_entries_no_delete`]
      : [sql`drop trigger audit_entries_stay on audit_entries`]
  for (const guard of guards) await guard.execute(queries)
  await change(queries)
  return (await here.ask('admin', 'POST', `${AUDIT_LOG}/check`)).json().problems
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
    for (const name of ['a', 'b', 'c', 'd']) await recordEntry(here, name)
    expect(await tamperWith(here, change)).toEqual(problems)
  }
})

test('a log that was rehashed is detected by a hash that was stored elsewhere', async () => {
  const here = await makeWorldWithEntries(['a', 'b', 'c'])
  const [, { number, hash } = { number: 0, hash: '' }] = await listEntries(here)
  const problems = async (noted: { number: number; hash: string }) =>
    (await here.services.auditLog.check(noted)).problems
  expect(await problems({ number, hash })).toEqual([])
  expect(await problems({ number, hash: 'f'.repeat(64) })).toEqual([{ number, kind: 'not_as_noted' }])
  expect(await problems({ number: 9, hash })).toEqual([{ number: 9, kind: 'not_as_noted' }])
})
