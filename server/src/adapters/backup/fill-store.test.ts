/** Filling a PostgreSQL with the rows of a backup, which may be many. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { place, step, table } from '../../testing/migration-steps.ts'
import { fillStore } from './fill-store.ts'

test('on PostgreSQL the rows of a backup are put in without a time limit for statements', async () => {
  const { folder, location } = await place()
  const name = '0001-made'
  const made = step(folder, name, async (tools) => {
    await table('kept')(tools)
    const isPatient = sql`check (current_setting('statement_timeout') = '0')`
    await sql`alter table kept add constraint is_patient ${isPatient}`.execute(tools.queries)
  })
  const source = {
    steps: [{ name, checksum: hash('sha256', name) }],
    tables: [{ name: 'kept', columns: ['id', 'name'] }],
    counters: {},
  }
  const filler = await fillStore(location, source, { steps: [made], now: Date.now })
  await filler.put('kept', ['{"id":1,"name":"one"}'])
  expect(await filler.end()).toEqual(new Map([['kept', 1]]))
})
