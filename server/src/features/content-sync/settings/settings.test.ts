/** Tables and their columns, for administrators. Who may call the routes is in the access matrix. */
import { airtableErrors, postsTable } from '@tangelo/stand-ins'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { START, world } from '../../../testing/world.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { linkTable, makeWorldWithTable, type Tabled } from '../../../testing/world-with-table.ts'
import { syncSettingsStore } from './settings.store.ts'

const onPostgres = testEngine === 'postgres' ? test : () => {}

const URL = '/api/connections/airtable/tables'
const fieldsOf = async ({ ask }: Tabled) => {
  const res = await ask('admin', 'GET', `${URL}/1`)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}
const columnsIn = (shown: { columns: { id: string; name: string }[] }) =>
  Object.fromEntries(shown.columns.map(({ id, name }) => [name, id]))

test('the list gives the state of each table without calling the service', async () => {
  const here = await makeWorldWithTable({ records: 4 })
  const calls = here.airtable.calls.total
  expect((await here.ask('admin', 'GET', URL)).json()).toEqual([
    {
      companyId: 1,
      companyName: 'Citrus Studio',
      table: 'Posts',
      state: 'in_step',
      message: null,
      pulledAt: expect.any(String),
      records: 4,
    },
  ])
  expect(here.airtable.calls.total).toBe(calls)
})

test('a table is shown with the columns of its fields, and what each column could hold', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
  const shown = await fieldsOf(here)
  expect(shown).toMatchObject({ companyId: 1, companyName: 'Citrus Studio', table: 'Posts' })
  expect(shown.fields).toContainEqual({
    field: 'taggedUsers',
    columnId: columnsIn(shown)['Tagged Users'],
    columnName: 'Tagged Users',
    origin: 'guessed',
    problem: null,
  })
  expect(shown.columns.find(({ name }: { name: string }) => name === 'Image')).toMatchObject({ fits: ['image'] })
  // Looking is not reading: nothing has been pulled.
  expect(await here.sync()).toMatchObject({ state: 'waiting' })
})

test('another column is chosen: everything is read again, and back by name', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
  const id = here.airtable.table('Posts').add({ Caption: 'the caption', Location: 'the place' })
  await here.pull()
  const columns = columnsIn(await fieldsOf(here))
  const choose = (chosen: object) => here.ask('admin', 'PUT', `${URL}/1`, { columns: chosen })
  const res = await choose({ caption: columns.Location, location: null })
  expect(res.json().fields).toContainEqual({
    field: 'caption',
    columnId: columns.Location,
    columnName: 'Location',
    origin: 'chosen',
    problem: null,
  })
  here.clock.moveBy(MINUTE)
  await here.pull()
  expect(await here.item(id)).toMatchObject({ caption: 'the place' })
  expect((await choose({})).statusCode).toBe(200)
  here.clock.moveBy(MINUTE)
  await here.pull()
  expect(await here.item(id)).toMatchObject({ caption: 'the caption', location: 'the place' })
})

test('a table that is named in another way keeps its chosen columns, and another table has none of them', async () => {
  const tables = [
    postsTable({ records: 1, begins: START }),
    { ...postsTable({ records: 1, begins: START }), name: 'Others' },
  ]
  const here = await makeWorldWithTable({ airtable: { tables } })
  const columns = columnsIn(await fieldsOf(here))
  const chosen = { caption: columns.Location, location: null }
  expect((await here.ask('admin', 'PUT', `${URL}/1`, { columns: chosen })).statusCode).toBe(200)
  const captions = async () =>
    (await fieldsOf(here)).fields.filter(({ field }: { field: string }) => field === 'caption')
  const before = await captions()
  expect(before).toMatchObject([{ columnName: 'Location', origin: 'chosen' }])
  await linkTable(here, 'posts')
  await here.pass(MINUTE)
  expect(await captions()).toEqual(before)
  await linkTable(here, 'Others')
  await here.pass(MINUTE)
  expect(await captions()).toMatchObject([{ columnName: 'Caption', origin: 'guessed' }])
})

onPostgres('columns that are chosen while the table is described stay chosen', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const { database } = here
  const columns = columnsIn(await fieldsOf(here))
  const isWaiting = async () => {
    const ofThis = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await ofThis.execute(database.queries)).rows.length > 0
  }
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const choosing = database.transaction(async (tx) => {
    await syncSettingsStore(tx).set(1, { chosen: JSON.stringify({ caption: columns.Location }) })
    held.resolve()
    await free.promise
  })
  await held.promise
  const describing = fieldsOf(here)
  await until('what was described waits for the choice', isWaiting)
  free.resolve()
  await choosing
  for (const { fields } of [await describing, await fieldsOf(here)])
    expect(fields).toContainEqual(
      expect.objectContaining({ field: 'caption', columnName: 'Location', origin: 'chosen' }),
    )
})

test('columns that are chosen while the table is being read are read soon after, also of records that stay as they are', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
  const id = here.airtable.table('Posts').add({ Caption: 'the caption', Location: 'the place' })
  const columns = columnsIn(await fieldsOf(here))
  const { pages } = here.contentDatabase
  here.contentDatabase.pages = async function* (...asked) {
    here.contentDatabase.pages = pages
    yield* pages(...asked)
    const change = { columns: { caption: columns.Location, location: null } }
    expect((await here.ask('admin', 'PUT', `${URL}/1`, change)).statusCode).toBe(200)
  }
  await here.pull()
  await here.pass(MINUTE)
  expect(await here.item(id)).toMatchObject({ caption: 'the place' })
})

test('a column that is not there, or holds something else, is refused by the field', async () => {
  const here = await makeWorldWithTable()
  const columns = columnsIn(await fieldsOf(here))
  const change = { columns: { caption: 'fldNowhere', likes: columns.Image } }
  const res = await here.ask('admin', 'PUT', `${URL}/1`, change)
  expect(res.statusCode).toBe(400)
  expect(res.json().fields).toEqual({
    caption: 'must be a column of the table',
    likes: 'cannot be held by this column',
  })
})

test('chosen columns that hold something else by now are changed one after the other', async () => {
  const here = await makeWorldWithTable()
  const { Caption, Location } = columnsIn(await fieldsOf(here))
  const choose = (columns: object) => here.ask('admin', 'PUT', `${URL}/1`, { columns })
  expect((await choose({ caption: Location, location: Caption })).statusCode).toBe(200)
  for (const name of ['Caption', 'Location']) here.airtable.table('Posts').retypeField(name, 'number')
  expect((await choose({ caption: null, location: Caption })).json().fields).toContainEqual({
    field: 'location',
    columnId: Caption,
    columnName: 'Caption',
    origin: 'chosen',
    problem: expect.stringContaining('does not hold a text'),
  })
  expect((await choose({ caption: null, location: Location })).statusCode).toBe(400)
  expect((await choose({ caption: null })).statusCode).toBe(200)
})

test('a failing service is explained in a sentence', async () => {
  const here = await makeWorldWithTable()
  here.airtable.faults.always(airtableErrors.unavailable())
  const res = await here.ask('admin', 'GET', `${URL}/1`)
  expect(res.statusCode).toBe(502)
  expect(res.json().message).toContain('has a problem')
  here.airtable.faults.clear()
  await linkTable(here, 'Nowhere')
  const missing = await here.ask('admin', 'GET', `${URL}/1`)
  expect(missing.statusCode).toBe(409)
  expect(missing.json().message).toContain('no table “Nowhere”')
})

test('without a service there is a list of nothing, and why', async () => {
  const here = await world()
  expect((await here.ask('admin', 'GET', URL)).json()).toEqual([])
  await linkTable(here)
  const res = await here.ask('admin', 'GET', `${URL}/1`)
  expect(res.statusCode).toBe(409)
  expect(res.json().message).toContain('AIRTABLE_TOKEN')
})

test('users without a company see no sync', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  expect((await here.ask('loner', 'GET', '/api/content/sync')).json()).toMatchObject({ state: 'built_in' })
  expect((await here.ask('loner', 'POST', '/api/content/sync')).statusCode).toBe(202)
  expect((await here.ask('admin', 'GET', '/api/content/sync')).json()).toMatchObject({ state: 'in_step' })
})
