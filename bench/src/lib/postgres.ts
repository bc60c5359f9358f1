/** A private PostgreSQL cluster for one run, made from the programs on this machine, with its ordinary settings. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { Lifetime } from './lifetime.ts'

export interface Cluster {
  url: string
  pid: number
  /** What the server says. */
  logPath: string
  /** Brings the planner's knowledge up to date, as the autovacuum of a running installation does. */
  settle(): void
  end(): Promise<void>
}

const READY_WITHIN_MS = 30_000

/** Null, with the reason, when this machine has no PostgreSQL. */
export async function privateCluster(life: Lifetime): Promise<Cluster | { missing: string }> {
  const programs = globSync('/usr/lib/postgresql/*/bin').findLast((folder) => existsSync(join(folder, 'initdb')))
  if (!programs) return { missing: 'PostgreSQL is not installed in /usr/lib/postgresql' }
  const user = findUnprivilegedUser()
  const folder = life.folder('postgres')
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { cwd: folder, ...user }
  const program = (name: string, ...args: string[]) =>
    execFileSync(join(programs, name), args, { ...options, stdio: 'pipe' })
  const data = join(folder, 'data')
  program('initdb', '--pgdata', data, '--username', 'bench', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync')
  const port = await freePort()
  const address = ['--host', '127.0.0.1', '--port', String(port), '--username', 'bench', '--dbname', 'postgres']
  const logPath = join(folder, 'log')
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
    { ...options, stdio: ['ignore', 'ignore', openSync(logPath, 'w')] },
  )
  // SIGINT makes PostgreSQL end at once and cleanly.
  const end = life.child(server, 'SIGINT')
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!answers(() => program('pg_isready', ...address))) {
    if (Date.now() > giveUpAt || server.exitCode !== null) throw new Error('The private PostgreSQL did not start')
    await pause(100)
  }
  return {
    pid: Number(server.pid),
    logPath,
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    settle: () => void program('psql', ...address, '--command', 'vacuum analyze', '--command', 'checkpoint'),
    end,
  }
}

/** PostgreSQL refuses to run as root: Debian's package brings a user for it. */
function findUnprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function answers(question: () => unknown): boolean {
  try {
    question()
    return true
  } catch {
    return false
  }
}
