/** What stops a start: steps that were edited, and stores that a newer or too old program wrote. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { openForTest, place, step, table } from '../../testing/migration-steps.ts'
import { readTables } from '../../testing/read-tables.ts'
import { migrate } from './migrate.ts'

test('a step that was edited after it ran stops the start; Windows line ends are no edit', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  await migrate(database, [step(folder, '0001-first', table('first'), 'one\ntwo\n')])
  expect(await migrate(database, [step(folder, '0001-first', table('first'), 'one\r\ntwo\r\n')])).toEqual([])
  await expect(migrate(database, [step(folder, '0001-first', table('first'), 'one\n2\n')])).rejects.toThrow(
    'The migration 0001-first was edited after it had run on these data: restore the file, and put the change into a new step.',
  )
})

test('a step whose text was changed without changing what it does names its earlier text, and has run', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  await migrate(database, [step(folder, '0001-first', table('first'), 'one')])
  const earlier = createHash('sha256').update('one').digest('hex')
  const now = Object.assign(step(folder, '0001-first', table('first'), 'two'), { formerly: [earlier] })
  expect(await migrate(database, [now])).toEqual([])
  now.formerly = []
  await expect(migrate(database, [now])).rejects.toThrow('was edited after it had run')
})

test('a store that a newer program wrote is refused by an older one, untouched', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  const first = step(folder, '0001-first', table('first'))
  await migrate(database, [first, step(folder, '0002-second', table('second'))])
  const before = await readTables(database)
  await expect(migrate(database, [first])).rejects.toThrow(
    'The data were written by a newer tangelo (it has the step 0002-second, this one does not): update this program, or restore a backup made before.',
  )
  expect(await readTables(database)).toEqual(before)
})

test('a store from before the first release is refused with one sentence, untouched', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  await migrate(database, [step(folder, '0001-foundation', table('first'))])
  const before = await readTables(database)
  await expect(migrate(database, migrations)).rejects.toThrow(
    'The data were written by a tangelo from before its first release, which this one cannot read: start with an empty DATA_DIR or database, and import your files again.',
  )
  expect(await readTables(database)).toEqual(before)
})
