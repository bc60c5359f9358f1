/** What is kept of errors while the store comes and goes. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'
import { errorLogService } from './error-log.service.ts'

test('an error that could not be kept is kept later, and does not lose the next one', async () => {
  const { database, clock } = await world()
  const kept = errorLogService({ database, clock, audit: { record: async () => undefined }, secrets: [] })
  const log = kept.logging({ error() {}, warn() {}, info() {}, debug() {} })
  await sql`alter table error_log rename to kept_elsewhere`.execute(database.queries)
  log.error({ err: new Error('while the store was away') }, 'Trying')
  await kept.flush()
  await sql`alter table kept_elsewhere rename to error_log`.execute(database.queries)
  clock.moveBy(1_000)
  log.error({ err: new Error('when it was \0 back') }, 'Trying')
  await kept.flush()
  expect((await kept.list()).map(({ message }) => message)).toEqual([
    'Error: when it was back',
    'Error: while the store was away',
  ])
})
