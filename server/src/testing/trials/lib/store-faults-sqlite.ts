/**
 * What happens to the SQLite file and its disk in the trial of store faults. A page that is damaged for good is not among them:
 * what was on it is lost, whatever the server does (damaged-store.test.ts shows what it does).
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type SmallDisk, smallDisk } from '../../small-disk.ts'
import { PASSWORD } from '../../trial.ts'
import type { Fault, StoreUnderFaults } from './fault.ts'

/** Room for a long trial, and soon filled. */
const DISK_MEGABYTES = 300

/** Without the full disk where this user may not mount one, and without errors of the disk where there is no strace. */
export async function sqliteUnderFaults(): Promise<StoreUnderFaults> {
  const disk = smallDisk(DISK_MEGABYTES)
  const folder = disk?.path ?? mkdtempSync(join(tmpdir(), 'tangelo-store-faults-'))
  const dataFolder = join(folder, 'data')
  const hasStrace = spawnSync('strace', ['-V']).status === 0
  return {
    settings: [{ DATA_DIR: dataFolder }],
    location: { engine: 'sqlite', path: join(dataFolder, 'tangelo.sqlite') },
    statuses: hasStrace ? [500, 503, 507] : [503, 507],
    faults: [FROZEN, ...(disk ? [fullDisk(disk)] : []), ...(hasStrace ? DISK_ERRORS : [])],
    async close() {
      if (disk) disk.end()
      else rmSync(folder, { recursive: true, force: true })
    },
  }
}

const FROZEN: Fault = {
  name: 'the node itself is frozen for a moment',
  async cause({ nodes, chance }) {
    for (const { child } of nodes) child.kill('SIGSTOP')
    await pause(chance() * 500)
    for (const { child } of nodes) child.kill('SIGCONT')
  },
}

const fullDisk = (disk: SmallDisk): Fault => ({
  name: 'the disk is full for a moment, and people sign in on it',
  async cause({ nodes, chance }) {
    disk.fill()
    await pause(200 + chance() * 800)
    // Whatever became free is taken by another program.
    disk.fill()
    for (const node of nodes) await node.signIn('admin', PASSWORD)
    disk.makeRoom()
  },
})

/** Reads, writes and syncs of the disk fail, as with a bad cable. */
const DISK_ERRORS: Fault[] = ['pread64', 'pwrite64', 'fdatasync'].map((call) => ({
  name: `${call} fails with EIO for a moment`,
  async cause({ nodes, chance }) {
    await Promise.all(nodes.map(({ child }) => failCalls(child.pid ?? 0, call, 50 + chance() * 300)))
  },
}))

async function failCalls(pid: number, call: string, forMs: number): Promise<void> {
  const strace = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', '-e', `inject=${call}:error=EIO`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { promise: isAttached, resolve } = Promise.withResolvers<void>()
  const ended = new Promise((end) => strace.on('close', end))
  strace.stderr.on('data', () => resolve())
  await Promise.race([isAttached, ended])
  await pause(forMs)
  strace.kill('SIGINT')
  await ended
}
