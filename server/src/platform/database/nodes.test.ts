/** Two nodes on one database, as an administrator sees them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemReport } from '@tangelo/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../../testing/server-process.ts'
import { emptyPostgres, testStore } from '../../testing/test-store.ts'
import { openLog } from '../log.ts'
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
  await second.end('SIGTERM')
  expect(await warningsOf(first)).toEqual([])
}, 120_000)

test('nodes with a bucket are well, and one that has been silent for a while is forgotten', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  let now = 1_000_000
  const node = (folder: string, keepsMedia: boolean) =>
    nodesOf({ database, now: () => now, log: openLog('silent'), folder, keepsMedia })
  const [one, two, other] = [node('/one', false), node('/two', false), node('/other', true)]
  const joined = await Promise.all([one.join(), two.join()])
  expect(await one.problem()).toBeNull()
  const late = await other.join()
  expect(await one.problem()).toMatch(/^3 nodes share this database/)
  now += 70_001
  expect(await one.problem()).toBeNull()
  await Promise.all([...joined, late].map(({ leave }) => leave()))
})
