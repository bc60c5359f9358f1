/** Who did what, as it is kept: in one piece with what was done, and so that nobody changes it unnoticed. */
import { expect, test } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { THE_SERVER } from './index.ts'

const entries = ({ database }: World) =>
  database.queries.selectFrom('audit_entries').selectAll().orderBy('number').execute()

const SOMETHING = {
  act: 'setting.changed',
  object: { kind: 'setting', id: 'colour', name: 'colour' },
  companyId: null,
} as const

test('an entry comes and goes with the transaction it is recorded in', async () => {
  const here = await world()
  const { database, services } = here
  const recorded = (fails: boolean) =>
    database.transaction(async (tx) => {
      await services.auditLog.record(tx, THE_SERVER, SOMETHING)
      if (fails) throw new Error('undone')
    })
  await recorded(false)
  await expect(recorded(true)).rejects.toThrow('undone')
  await recorded(false)
  expect((await entries(here)).map(({ number }) => number)).toEqual([1, 2])
  await expect(services.auditLog.record(database.queries, THE_SERVER, SOMETHING)).rejects.toThrow(/transaction/)
})
