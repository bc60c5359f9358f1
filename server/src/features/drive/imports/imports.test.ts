/** Folders become reels, each once, with any content. */
import type { ReelFolder } from '@tangelo/contract'
import { expect, test, vi } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { reelOf } from '../../../testing/reels.ts'
import {
  DONE,
  type Driven,
  itemsOf,
  makeWorldWithDrive,
  photographs,
  toPublishedName,
  withFolder,
} from '../../../testing/world-with-drive.ts'

const recordOf = (res: Awaited<ReturnType<Driven['importFolder']>>): string => res.json().import.recordId

test('a folder becomes a draft and a reel, and is marked as published', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here, 'Ferry', photographs(2), 'The 7:40 ferry')
  const res = await here.importFolder(id)
  const recordId = recordOf(res)
  expect([res.statusCode, res.json()]).toEqual([
    200,
    {
      success: true,
      folder: { id, name: 'Ferry-published' },
      import: { ...DONE, recordId, done: 2, total: 2 },
    },
  ])
  expect(here.drive.names()).toEqual(['Ferry-published'])
  const reel = await reelOf(here, recordId)
  expect([reel.caption, reel.status, reel.images.length]).toEqual(['The 7:40 ferry', 'Draft', 2])
  expect(reel.imageSizes.map((size) => size?.name)).toEqual(['photo 1.gif', 'photo 2.gif'])
  const drafts = (await here.ask('pro', 'GET', '/api/airtable/draft-posts')).json()
  expect(drafts).toMatchObject([{ id: recordId, caption: 'The 7:40 ferry', mediaType: 'reel' }])
  const shown: ReelFolder = await here.reelFolder(id)
  expect([shown.name, shown.isPublished, shown.import?.recordId]).toEqual(['Ferry-published', true, recordId])
})

test('it is done once: again, by many at once, and after the folder has its new name', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here)
  const answers = await Promise.all(['pro', 'pro', 'admin'].map((who) => here.importFolder(id, {}, who as 'pro')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await here.reread()
  answers.push(await here.importFolder(id))
  expect(new Set(answers.map(recordOf)).size).toBe(1)
  expect(await itemsOf(here)).toHaveLength(1)
  expect(here.drive.renames).toEqual(['Ferry-published'])
  const jobs = await here.database.queries
    .selectFrom('jobs')
    .select('kind')
    .where('kind', '=', 'drive-import')
    .execute()
  expect(jobs).toHaveLength(1)
})

test('a folder that is marked already is imported, and marked no second time', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here, toPublishedName('Ferry'))
  expect((await here.importFolder(id)).json()).toMatchObject({ folder: { name: 'Ferry-published' } })
  expect(here.drive.renames).toEqual([])
})

test('six images, in the order of their names as people count, and how many were left out', async () => {
  const here = await makeWorldWithDrive()
  const id = await withFolder(here, 'Many', photographs(12).toReversed())
  const res = await here.importFolder(id)
  expect(res.json().import).toMatchObject({ done: 6, total: 6, leftOut: 6 })
  const names = (await reelOf(here, recordOf(res))).imageSizes.map((size) => size?.name)
  expect(names).toEqual([1, 2, 3, 4, 5, 6].map((number) => `photo ${number}.gif`))
})

test.each([
  ['where the folder has none', undefined],
  ['also where the folder has a description', 'The 7:40 ferry'],
])('a draft is filled, and keeps its caption %s', async (_, description) => {
  const here = await makeWorldWithDrive()
  await itemsIn(here, [{ id: 'recDraft000000001', caption: 'As it was' }])
  const id = await withFolder(here, 'Ferry', photographs(2), description)
  const res = await here.importFolder(id, { recordId: 'recDraft000000001', createNew: false })
  expect([res.statusCode, recordOf(res)]).toEqual([200, 'recDraft000000001'])
  const reel = await reelOf(here, 'recDraft000000001')
  expect([reel.caption, reel.images.length]).toEqual(['As it was', 2])
  expect(await itemsOf(here)).toHaveLength(1)
})

test('a draft without a caption gets the description of the folder', async () => {
  const here = await makeWorldWithDrive()
  await itemsIn(here, [{ id: 'recDraft000000001', caption: ' ' }])
  const id = await withFolder(here, 'Ferry', photographs(2), 'The 7:40 ferry')
  await here.importFolder(id, { recordId: 'recDraft000000001', createNew: false })
  expect((await reelOf(here, 'recDraft000000001')).caption).toBe('The 7:40 ferry')
})

test('fifty requests that wait for their imports cost as many reads as one', async () => {
  const here = await makeWorldWithDrive()
  const ids = Array.from({ length: 50 }, (_, at) => here.drive.addFolder({ name: `Day ${at}` }))
  for (const [at, id] of ids.entries()) for (const image of photographs(1, at)) here.drive.putImage(id, image)
  await here.folders()
  const held = Promise.withResolvers<void>()
  here.drive.before = (question) => (question === 'download' ? held.promise : undefined)
  const asking = Promise.all(ids.map((id) => here.importFolder(id)))
  const { queries } = here.database
  await until('all of them wait', async () => {
    const rows = await queries.selectFrom('drive_imports').select('id').where('state', '=', 'running').execute()
    return rows.length === ids.length
  })
  const select = vi.spyOn(queries, 'selectFrom')
  const reads = () => select.mock.calls.filter(([table]) => String(table) === 'drive_imports').length
  const began = performance.now()
  await until('ten looks were taken', () => reads() >= 10)
  // Timers are late on a busy machine, and never early: ten reads are ten looks, not a fifth of one.
  expect(performance.now() - began).toBeGreaterThan(500)
  held.resolve()
  expect(new Set((await asking).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
}, 60_000)
