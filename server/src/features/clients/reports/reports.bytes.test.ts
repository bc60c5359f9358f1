/** The bytes of reports through HTTP: the same for the same data, kept as long as a report names them, and gone with it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS, plant, plantDays, plantPosts, TODAY } from '../../../testing/planted-accounts.ts'
import { freeze } from '../../../testing/reports.ts'
import { type World, world } from '../../../testing/world.ts'

/** A sweep comes days later, and sessions last until then. */
const LASTING = { session: { idleMs: 30 * DAY_MS, maxMs: 60 * DAY_MS } }

const settingsFor = (kind: 'account' | 'company', id: number) => ({
  title: 'Grove in October',
  subject: { kind, id },
  from: '2026-10-01',
  to: '2026-10-31',
  sections: ['summary', 'figures', 'growth', 'moves', 'posting', 'posts', 'peers'].map((section) => ({
    kind: section,
  })),
})

const grove = (here: World) =>
  plant(here, 'grove', {
    days: plantDays({ count: 120, seed: 3 }),
    posts: plantPosts({ count: 90, seed: 5, endsBefore: 22 }),
  })

const htmlOf = async ({ ask }: World, id: number) => (await ask('pro', 'GET', `/api/reports/${id}/file`)).body

test('the same data make the same bytes, for any user at any time', async () => {
  const here = await world()
  const id = await grove(here)
  const first = await freeze(here, settingsFor('account', id))
  here.clock.moveBy(3 * 3_600_000)
  const second = await freeze(here, settingsFor('account', id), 'admin')
  const preview = (await here.ask('pro', 'POST', '/api/reports/preview', settingsFor('account', id))).json()
  expect(second.id).not.toBe(first.id)
  expect([second.hash, preview.hash]).toEqual([first.hash, first.hash])
})

test('frozen bytes stay when the account is deleted', async () => {
  const here = await world(LASTING)
  const id = await grove(here)
  const report = await freeze(here, settingsFor('account', id))
  const before = await htmlOf(here, report.id)
  expect((await here.ask('admin', 'DELETE', `/api/accounts/${id}`)).statusCode).toBe(200)
  here.clock.moveBy(3 * DAY_MS)
  await here.purge()
  expect(await htmlOf(here, report.id)).toBe(before)
  expect((await here.ask('pro', 'GET', `/api/reports/${report.id}`)).json()).toMatchObject({ subjectName: 'grove' })
  expect((await here.ask('pro', 'POST', '/api/reports', settingsFor('account', id))).statusCode).toBe(404)
})

const blobsOf = ({ folder }: World) =>
  readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length

test('the bytes of a deleted report are removed, unless another report has the same', async () => {
  const here = await world(LASTING)
  const id = await grove(here)
  const [one, other] = [await freeze(here, settingsFor('account', id)), await freeze(here, settingsFor('account', id))]
  const removeAndSweep = async (reportId: number) => {
    expect((await here.ask('pro', 'DELETE', `/api/reports/${reportId}`)).json()).toEqual({ success: true })
    here.clock.moveBy(2 * DAY_MS)
    await here.purge()
  }
  await removeAndSweep(one.id)
  expect(await htmlOf(here, other.id)).toContain('Grove in October')
  expect((await here.ask('pro', 'GET', `/api/reports/${one.id}/file`)).statusCode).toBe(404)
  expect(blobsOf(here)).toBe(2)
  await removeAndSweep(other.id)
  expect(blobsOf(here)).toBe(0)
})

test('a deleted report is closed wherever it is open, and the audit log says which bytes it had', async () => {
  const here = await world()
  const id = await grove(here)
  const report = await freeze(here, settingsFor('account', id))
  const { url } = (await here.ask('pro', 'POST', `/api/reports/${report.id}/view`)).json()
  const open = async () => (await here.ask('stranger', 'GET', new URL(url).pathname)).statusCode
  expect(await open()).toBe(200)
  await here.ask('pro', 'DELETE', `/api/reports/${report.id}`)
  expect(await open()).toBe(404)
  const log = (await here.ask('admin', 'GET', '/api/audit-log?act=report.deleted')).json()
  expect(log).toMatchObject([{ userName: 'pro', objectName: 'Grove in October', details: { hash: report.hash } }])
})

test('open screens of the company follow a report that is made and deleted', async () => {
  const here = await world()
  const report = await freeze(here, settingsFor('account', await grove(here)))
  await here.ask('pro', 'DELETE', `/api/reports/${report.id}`)
  const events = await here.database.queries
    .selectFrom('events')
    .select(['kind', 'company_id'])
    .where('kind', '=', 'reports-changed')
    .execute()
  expect(events).toEqual(Array.from({ length: 2 }, () => ({ kind: 'reports-changed', company_id: 1 })))
})

test('reports of the demo workspace go with it', async () => {
  const here = await world()
  const { queries } = here.database
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Demo' })).json()
  await queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', id).execute()
  const begun_at = here.clock.now()
  await queries.insertInto('demo_workspace').values({ id: 1, state: 'filled', day: TODAY, begun_at }).execute()
  await freeze(here, settingsFor('company', id), 'admin')
  expect(blobsOf(here)).toBe(2)
  expect((await here.ask('admin', 'DELETE', '/api/demo')).statusCode).toBe(200)
  expect(blobsOf(here)).toBe(0)
})
