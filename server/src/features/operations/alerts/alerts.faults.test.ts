/** What goes wrong around alerts, and what goes on nevertheless. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditLogService } from '#features/core/index.ts'
import { operatorFrom } from '#platform/viewer.ts'
import {
  alertsOf,
  evaluate,
  insertMovedAccount,
  mailsOf,
  sentencesOf,
  session,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS } from '../../../testing/planted-accounts.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { START, world } from '../../../testing/world.ts'
import { nameOf } from '../backups/backups.rules.ts'

const onSqlite = testEngine === 'sqlite' ? test : () => {}
const onPostgres = testEngine === 'postgres' ? test : () => {}

test('a kind that cannot be looked for holds up no other, and its own are kept', async () => {
  const here = await world({ session })
  await insertMovedAccount(here, 'fallen', { change: -900 })
  // Backups cannot be listed: this is no folder.
  const backups = join(here.folder, 'backups')
  writeFileSync(backups, '')
  await evaluate(here)
  expect(await sentencesOf(here, 'admin')).toEqual(['@fallen lost 900 followers on Nov 20'])
  rmSync(backups)
})

onSqlite('that there is no backup is an alert a second time, after those that there were are deleted', async () => {
  const here = await world({ session })
  const open = async () => (await alertsOf(here, 'admin')).filter(({ closedAt }) => closedAt === null)
  await evaluate(here, 8 * DAY_MS)
  expect(await open()).toMatchObject([{ sentence: 'There is no backup' }])
  const folder = join(here.folder, 'backups')
  const file = join(folder, 'tangelo-2026-11-28-09-00-00.tar')
  mkdirSync(folder)
  const madeAt = new Date(here.clock.now())
  // What an upgrade leaves holds no media, so it is no backup of all.
  const copy = join(folder, 'tangelo.sqlite.before-52.bak')
  writeFileSync(copy, '')
  utimesSync(copy, madeAt, madeAt)
  await evaluate(here)
  expect(await open()).toMatchObject([{ sentence: 'There is no backup' }])
  writeFileSync(file, '')
  utimesSync(file, madeAt, madeAt)
  await evaluate(here)
  expect(await open()).toEqual([])
  rmSync(folder, { recursive: true })
  await evaluate(here, 2 * DAY_MS)
  expect(await open()).toMatchObject([{ sentence: 'There is no backup' }])
})

onSqlite('a backup that the command wrote elsewhere is one, and gets old as any other', async () => {
  const here = await world({ session })
  const open = async () => (await alertsOf(here, 'admin')).filter(({ closedAt }) => closedAt === null)
  await evaluate(here, 8 * DAY_MS)
  expect(await open()).toMatchObject([{ sentence: 'There is no backup' }])
  const { database, clock } = here
  await database.transaction((tx) =>
    auditLogService({ database, clock }).record(tx, operatorFrom(null), {
      act: 'backup.made',
      object: { kind: 'backup', id: 'all.tar', name: 'all.tar' },
      companyId: null,
    }),
  )
  await evaluate(here)
  expect(await open()).toEqual([])
  await evaluate(here, 9 * DAY_MS)
  expect(await open()).toMatchObject([{ sentence: 'The newest backup is 9 days old' }])
})

onPostgres('an old backup is an alert on PostgreSQL once tangelo has made one, whichever node looks', async () => {
  const here = await world({ session })
  const open = async () => (await alertsOf(here, 'admin')).filter(({ closedAt }) => closedAt === null)
  await evaluate(here, 9 * DAY_MS)
  expect(await open()).toEqual([])
  const back = async () => {
    expect((await here.ask('admin', 'POST', '/api/system/backups')).statusCode).toBe(202)
    await here.services.backups.waitForEnd()
  }
  await back()
  rmSync(join(here.folder, 'backups'), { recursive: true })
  await evaluate(here)
  expect(await open()).toEqual([])
  await evaluate(here, 9 * DAY_MS)
  expect(await open()).toMatchObject([{ sentence: 'The newest backup is 9 days old' }])
  const half = join(here.folder, 'backups', `${nameOf(here.clock.now())}.part`)
  mkdirSync(half, { recursive: true })
  await back()
  await evaluate(here)
  // That one could not be made.
  expect(await open()).toMatchObject([{ sentence: 'The newest backup is 9 days old' }])
  rmSync(half, { recursive: true })
  await back()
  await evaluate(here)
  expect(await open()).toEqual([])
})

test('an alert of a post says why it waits now, and one that went on and then fails is an alert again', async () => {
  const here = await world({ session, ...WITH_MAIL, accounts: ['bakery'] })
  const { queries } = here.database
  await withAddresses(here, 'pro')
  await itemsIn(here, [{ id: 'recPostThatFails1' }])
  await queries
    .insertInto('publications')
    .values({
      id: 'a-publication',
      company_id: 1,
      item_id: 'recPostThatFails1',
      account_id: 1,
      account_name: 'bakery',
      state: 'planned',
      kind: 'image',
      options: '{}',
      planned_at: START + 30 * DAY_MS,
      due_at: START + 30 * DAY_MS,
      content_hash: '',
      waits_for: 'sign_in',
      sentence: 'Connect @bakery again',
      user_name: 'pro',
      created_at: START,
      changed_at: START,
    })
    .execute()
  const become = (change: object) => queries.updateTable('publications').set(change).execute()
  const open = async () =>
    (await alertsOf(here, 'pro')).filter(({ closedAt }) => closedAt === null).map(({ cause }) => cause)
  await evaluate(here)
  expect(await open()).toEqual(['Connect @bakery again'])
  await become({ waits_for: 'missed', sentence: 'Its time has passed' })
  await evaluate(here)
  expect(await open()).toEqual(['Its time has passed'])
  await become({ waits_for: null, sentence: 'It goes out in two days' })
  await evaluate(here)
  expect(await open()).toEqual([])
  here.clock.moveBy(2 * DAY_MS)
  await become({ state: 'failed', sentence: 'Instagram refused the picture', ended_at: here.clock.now() })
  await evaluate(here)
  expect(await open()).toEqual(['Instagram refused the picture'])
  expect(await mailsOf(here, 'pro')).toHaveLength(2)
  await evaluate(here)
  expect(await mailsOf(here, 'pro')).toHaveLength(2)
})

test('few credits of the demo workspace raise no alert, and are in no list beside own content', async () => {
  const here = await world({ session, ...WITH_MAIL })
  const { queries } = here.database
  await withAddresses(here, 'admin')
  await itemsIn(here, [{ id: 'recOwnContent0001' }])
  const entry = { company_id: 2, user_id: null, at: START }
  const spent = ['a', 'b', 'c', 'd', 'e'].map((reason) => ({ ...entry, reason, kind: 'spend' as const, credits: -1 }))
  const welcome = { ...entry, reason: 'welcome', kind: 'grant' as const, credits: 5 }
  await queries
    .insertInto('credit_entries')
    .values([welcome, ...spent])
    .execute()
  await queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
  await evaluate(here)
  expect(await sentencesOf(here, 'admin')).toEqual([])
  expect(await mailsOf(here, 'admin')).toEqual([])
  expect((await here.ask('admin', 'GET', '/api/attention')).json().items).toEqual([])
  await queries.updateTable('companies').set({ is_demo: 0 }).where('id', '=', 2).execute()
  await evaluate(here)
  expect(await sentencesOf(here, 'admin')).toEqual(['Grove Agency has no credits left'])
})
