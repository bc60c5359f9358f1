/** Drills: a backup is restored beside the running product, audited, and the scratch is gone afterwards. */
import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupDrills } from '@tangelo/contract'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { alertsOf, evaluate } from '../../../testing/alerts.ts'
import { aPixel } from '../../../testing/reels.ts'
import { rowsOfStore } from '../../../testing/store-rows.ts'
import { formWith, type World, world } from '../../../testing/world.ts'

/** A schema of PostgreSQL is made and removed each time. */
vi.setConfig({ testTimeout: 120_000 })

const url = '/api/system/backup-drills'
const DAY_MS = 24 * 60 * 60_000

const FIGURES = ['username,date,followers', 'nasa,2026-11-01,1000', 'nasa,2026-11-10,1100', ''].join('\n')

async function makeBackedUpWorld(given: Parameters<typeof world>[0] = {}): Promise<World> {
  const here = await world(given)
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(FIGURES))
  await here.ask('pro', 'POST', '/api/upload/images', formWith(aPixel(), 'pixel.gif', 'images'))
  await here.ask('admin', 'POST', '/api/system/backups')
  await here.services.backups.waitForEnd()
  return here
}

const newestIn = ({ folder }: World) => join(folder, 'backups', 'tangelo-2026-11-20-09-00-00.tar')

async function runDrill(here: World): Promise<BackupDrills> {
  expect((await here.ask('admin', 'POST', url)).statusCode).toBe(202)
  await here.services.backupDrills.waitForEnd()
  return (await here.ask('admin', 'GET', url)).json()
}

/** Tables and files that a drill has left behind. */
async function findLeftovers({ database, folder }: World): Promise<unknown[]> {
  const files = readdirSync(folder).filter((name) => name.startsWith('drill'))
  if (database.engine === 'sqlite') return files
  const { rows } = await sql`select nspname from pg_namespace where nspname like 'tangelo%'`.execute(database.queries)
  return [...files, ...rows]
}

test.each(['this thread', 'worker'] as const)(
  'a drill by hand restores the newest backup beside the store, audits it and leaves nothing behind (%s)',
  async (importsIn) => {
    const here = await makeBackedUpWorld({ importsIn })
    const changing = { without: ['backup_drills', 'audit_entries', 'audit_head'] }
    const before = await rowsOfStore(here.database.location, changing)
    const { drills, progress, hasBackup } = await runDrill(here)
    expect(drills).toEqual([
      {
        id: 1,
        node: expect.stringMatching(/-[0-9a-f]{6}$/),
        file: 'tangelo-2026-11-20-09-00-00.tar',
        bytes: readFileSync(newestIn(here)).length,
        madeAt: expect.any(String),
        begunAt: '2026-11-20T09:00:00.000Z',
        endedAt: '2026-11-20T09:00:00.000Z',
        state: 'passed',
        message: null,
        looked: { accounts: 1, snapshots: 2, auditEntries: expect.any(Number), problems: 0, mediaFiles: 2 },
      },
    ])
    expect([progress, hasBackup]).toEqual([null, true])
    expect(await rowsOfStore(here.database.location, changing)).toEqual(before)
    expect(await findLeftovers(here)).toEqual([])
    expect((await here.ask('admin', 'GET', '/api/audit-log?limit=1')).json()).toMatchObject([{ act: 'backup.drilled' }])
  },
)

test('a backup that is cut off fails its drill, which is an alert for administrators until one holds', async () => {
  const here = await makeBackedUpWorld()
  truncateSync(newestIn(here), readFileSync(newestIn(here)).length - 2_000)
  const { drills } = await runDrill(here)
  expect(drills).toMatchObject([{ state: 'failed', message: 'It breaks off before its end.', looked: null }])
  expect(await findLeftovers(here)).toEqual([])
  await here.services.backupDrills.runDue()
  expect((await here.ask('admin', 'GET', url)).json().drills).toHaveLength(1)

  await evaluate(here)
  const findOpenAlerts = async () => (await alertsOf(here, 'admin')).filter(({ closedAt }) => closedAt === null)
  expect(await findOpenAlerts()).toMatchObject([
    { kind: 'backup', sentence: 'A backup was tried and does not hold', cause: 'It breaks off before its end.' },
  ])

  // A newer one is tried at once.
  here.clock.moveBy(60_000)
  await here.ask('admin', 'POST', '/api/system/backups')
  await here.services.backups.waitForEnd()
  await here.services.backupDrills.runDue()
  await here.services.backupDrills.waitForEnd()
  expect((await here.ask('admin', 'GET', url)).json().drills).toMatchObject([{ state: 'passed' }, { state: 'failed' }])
  await evaluate(here)
  expect(await findOpenAlerts()).toEqual([])
})

test('what the audit finds in the restored store fails the drill with its count', async () => {
  const here = await world()
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(FIGURES))
  await here.database.queries.updateTable('accounts').set({ followers: 7, shown: null }).execute()
  await here.ask('admin', 'POST', '/api/system/backups')
  await here.services.backups.waitForEnd()
  expect((await runDrill(here)).drills).toMatchObject([
    { state: 'failed', message: 'It was restored, but 1 figure does not follow.', looked: { problems: 1 } },
  ])
})

test('one runs by itself once a month, and none without a backup', async () => {
  const here = await world({ session: { idleMs: 90 * DAY_MS, maxMs: 90 * DAY_MS } })
  const { backupDrills } = here.services
  const ran = async () => {
    await backupDrills.runDue()
    await backupDrills.waitForEnd()
    return (await here.ask('admin', 'GET', url)).json().drills.length
  }
  expect(await ran()).toBe(0)
  expect((await here.ask('admin', 'POST', url)).json()).toMatchObject({
    status: 409,
    message: 'There is no backup in the data folder of this node yet.',
  })
  await here.ask('admin', 'POST', '/api/system/backups')
  await here.services.backups.waitForEnd()
  expect(await ran()).toBe(1)
  here.clock.moveBy(29 * DAY_MS)
  expect(await ran()).toBe(1)
  here.clock.moveBy(DAY_MS)
  expect(await ran()).toBe(2)
})

test('a drill whose process has ended is failed after ten minutes, and none begins beside one that runs', async () => {
  const here = await makeBackedUpWorld()
  const row = { node: 'other-aaaaaa', file: 'tangelo-1.tar', bytes: 1, made_at: 1, begun_at: here.clock.now() }
  await here.database.queries
    .insertInto('backup_drills')
    .values({ ...row, alive_at: here.clock.now(), state: 'running' })
    .execute()
  expect((await here.ask('admin', 'POST', url)).json()).toMatchObject({
    drills: [{ state: 'running' }],
    progress: null,
  })
  here.clock.moveBy(11 * 60_000)
  expect((await here.ask('admin', 'GET', url)).json().drills).toMatchObject([
    { state: 'failed', message: 'The process that ran it has ended before it was done.' },
  ])
})
