/** What the server changes by itself reaches the table later, and is not lost to what happens in between. */
import { airtableErrors, postsTable } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { type ItemChange, lockItems, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { compareRecordOf } from '#features/content-sync/pull/pull.rules.ts'
import { openLog } from '#platform/log.ts'
import { until } from '#testing/queue-nodes.ts'
import { START } from '#testing/world.ts'
import { DAY, MINUTE } from '#testing/world-with-sources.ts'
import { callsOf, linkTable, makeWorldWithTable, posts, type Tabled } from '#testing/world-with-table.ts'

/** As publishing does, with the job that tells the table. */
async function changeByServer({ database, clock }: Tabled, id: string, change: ItemChange) {
  const queue = tableQueue({ database, clock, log: openLog('silent') })
  await database.transaction(async (tx) => {
    const into = { queries: tx, engine: database.engine }
    const before = (await lockItems(into, [id])).get(id)
    if (!before) throw new Error(`There is no item ${id}`)
    const [after] = await writeItems(into, [{ before, change, at: clock.now() }], TABLE_AUTHOR, clock.now())
    if (after) await queue.enqueue(tx, [compareRecordOf(after)])
  })
}

async function withTwo() {
  const tables = ['Posts', 'Later'].map((name) => postsTable({ name, records: 0, begins: START }))
  const here = await makeWorldWithTable({ isPulled: false, airtable: { tables } })
  const ids = ['one', 'two'].map((Caption) => posts(here).add({ Caption, Status: 'Approved' }))
  await here.pull()
  here.clock.moveBy(MINUTE)
  const [first = '', second = ''] = ids
  return { here, first, second }
}

test('an edit of the text by a user does not take back what the server has changed meanwhile', async () => {
  const { here, first } = await withTwo()
  await changeByServer(here, first, { status: 'Published' })
  here.clock.moveBy(1_000)
  await here.ask('pro', 'PUT', `/api/airtable/posts/${first}`, { caption: 'edited' })
  await here.pull()
  expect(await here.item(first)).toMatchObject({ status: 'Published', caption: 'edited' })
  expect(posts(here).find(first)?.fields).toMatchObject({ Status: 'Published', Caption: 'edited' })
})

test('a post of the table before stays, whatever the server changes of it', async () => {
  const { here, first } = await withTwo()
  await linkTable(here, 'Later')
  await here.pull()
  await changeByServer(here, first, { status: 'Published' })
  await here.pass(MINUTE)
  expect(await here.item(first)).toMatchObject({ id: first, status: 'Published' })
})

test('a pull that reads a record while its change is about to be written does not write it as well', async () => {
  const { here, first } = await withTwo()
  await changeByServer(here, first, { status: 'Published' })
  here.airtable.faults.next(1, 'held', { of: 'records.get' })
  here.airtable.faults.next(1, 'held', { of: 'records.list' })
  const wasCalled = (operation: string) => callsOf(here).slice(before).includes(operation)
  const before = callsOf(here).length
  const pulled = here.pull()
  await until('both have read the record', () => wasCalled('records.get') && wasCalled('records.list'))
  here.airtable.faults.release()
  await pulled
  expect(posts(here).find(first)?.fields.Status).toBe('Published')
  expect(callsOf(here).filter((operation) => operation === 'records.updateMany')).toHaveLength(1)
})

test('what the table refuses of one record keeps nothing else from being in step, and is said', async () => {
  const { here, first, second } = await withTwo()
  for (const id of [first, second]) await changeByServer(here, id, { status: 'Published' })
  await here.database.queries.deleteFrom('jobs').where('kind', '=', 'content-compare-record').execute()
  here.airtable.faults.next(2, airtableErrors.newOption('Published'), { of: 'records.updateMany' })
  here.clock.moveBy(DAY)
  const later = posts(here).add({ Caption: 'later' })
  await here.pull()
  expect(await here.sync()).toMatchObject({ state: 'failing', message: expect.stringContaining('Published') })
  expect([first, second].map((id) => posts(here).find(id)?.fields.Status).toSorted()).toEqual(['Approved', 'Published'])
  expect(await here.item(later)).toMatchObject({ caption: 'later' })
  here.clock.moveBy(DAY)
  await here.pull()
  expect(await here.sync()).toMatchObject({ state: 'in_step', message: null })
  expect([first, second].map((id) => posts(here).find(id)?.fields.Status)).toEqual(['Published', 'Published'])
})
