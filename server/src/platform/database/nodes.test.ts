/** Two nodes on one database, as an administrator sees them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemReport } from '@tangelo/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../../testing/server-process.ts'
import { emptyPostgres, testStore } from '../../testing/test-store.ts'
import { openLog } from '../log.ts'
import { VERSION } from '../version.ts'
import { nodesOf } from './nodes.ts'

const PASSWORD = 'a ripe tangelo in March'
const SENTENCE =
  /^2 nodes share this database, but pictures and videos are kept in a folder that the others do not see \(on \S+\)\. Set S3_ENDPOINT, /

const warningsOf = async (server: RunningServer): Promise<string[]> => {
  const token = await server.signIn('admin', PASSWORD)
  return ((await (await server.ask('GET', '/api/system', { token })).json()) as SystemReport).warnings
}

test('two servers without a bucket warn at the start and in System, until one of them ends', async () => {
  const { url, drop } = await emptyPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-nodes-'))
  const settingsOf = (name: string) => ({
    DATA_DIR: join(folder, name),
    DATABASE_URL: url,
    ADMIN_PASSWORD: PASSWORD,
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  const first = await startServer(settingsOf('one'))
  expect(await warningsOf(first)).toEqual([])
  const second = await startServer(settingsOf('two'))
  onTestFinished(async () => {
    await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
    await drop()
    rmSync(folder, { recursive: true })
  })
  expect(first.output.stdout).not.toContain('share this database')
  expect(second.output.stdout).toContain('2 nodes share this database')
  for (const server of [first, second]) expect(await warningsOf(server)).toEqual([expect.stringMatching(SENTENCE)])
  const token = await first.signIn('admin', PASSWORD)
  const listed = ((await (await first.ask('GET', '/api/system', { token })).json()) as SystemReport).nodes
  expect(
    listed.map(({ isThis, isGone, role }) => ({ isThis, isGone, role })).toSorted((a) => (a.isThis ? -1 : 1)),
  ).toEqual([
    { isThis: true, isGone: false, role: 'all' },
    { isThis: false, isGone: false, role: 'all' },
  ])
  await second.end('SIGTERM')
  expect(await warningsOf(first)).toEqual([])
}, 120_000)

test('nodes with a bucket are well; one that has been silent is shown as gone for a while, and then forgotten', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const node = (folder: string, keepsMedia: boolean, role: 'api' | 'worker') =>
    nodesOf({ database, log: openLog('silent'), folder, keepsMedia, role })
  const [one, two, other] = [node('/one', false, 'api'), node('/two', false, 'worker'), node('/other', true, 'worker')]
  const joined = await Promise.all([one.join(), two.join()])
  expect(await one.problem()).toBeNull()
  const late = await other.join()
  expect(await one.problem()).toMatch(/^3 nodes share this database/)
  const listNodes = async () =>
    (await one.list()).map(({ label, role, isGone, isThis }) => ({ label, role, isGone, isThis }))
  const sign = { role: 'worker', isThis: false }
  const all = (isGone: boolean) =>
    [
      { label: one.label, role: 'api', isThis: true, isGone: false },
      { ...sign, label: two.label, isGone: false },
      { ...sign, label: other.label, isGone },
    ].toSorted((a, b) => (a.label < b.label ? -1 : 1))
  expect(await listNodes()).toEqual(all(false))

  // The clock of the database alone counts: as if the heartbeat had been so long ago.
  const silentFor = (ms: number) =>
    database.queries
      .updateTable('nodes')
      .set((row) => ({ seen_at: row('seen_at', '-', ms) }))
      .where('role', '=', 'worker')
      .where('keeps_media', '=', 1)
      .execute()
  await silentFor(71_000)
  expect(await one.problem()).toBeNull()
  expect(await listNodes()).toEqual(all(true))
  await silentFor(15 * 60_000)
  // The heartbeat of any node forgets it.
  const again = await one.join()
  expect((await one.list()).map(({ label }) => label)).toEqual([one.label, two.label].toSorted())
  await Promise.all([...joined, late, again].map(({ leave }) => leave()))
  expect(await one.list()).toEqual([])
})

test('a heartbeat says what the node is and how busy, by the clock of the database', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const one = nodesOf({ database, log: openLog('silent'), folder: '/one', keepsMedia: false, role: 'all' })
  const { leave } = await one.join()
  onTestFinished(leave)
  const [seen] = await one.list()
  expect(seen).toMatchObject({
    label: expect.stringMatching(/^.+-[0-9a-f]{6}$/),
    version: VERSION,
    role: 'all',
    isThis: true,
  })
  expect(seen?.load?.eventLoopMs).toBeGreaterThanOrEqual(0)
  expect(seen?.load?.memoryBytes).toBeGreaterThan(10_000_000)
  expect(seen?.silentMs).toBeLessThan(20_000)
  const [row] = await database.queries.selectFrom('nodes').select(['seen_at', 'started_at']).execute()
  expect((row?.seen_at ?? 0) - (row?.started_at ?? 0)).toBeLessThan(20_000)
  // A node of the version before says less.
  await database.queries.insertInto('nodes').values({ id: 'old', name: 'old', keeps_media: 0, seen_at: 1 }).execute()
  expect((await one.list()).find(({ label }) => label === 'old-old')).toMatchObject({
    version: null,
    role: null,
    startedAt: null,
    load: null,
    isGone: true,
  })
})
