/**
 * A PostgreSQL of one's own that can be restarted, killed and frozen: for tests of what becomes of a node then. What it has
 * acknowledged outlives its processes, though not the machine. As root it runs as the package's own user, like the one that
 * `npm test` starts.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

export interface OwnPostgres {
  url: string
  /** SIGINT ends sessions and shuts down cleanly; SIGQUIT leaves recovery to the next start. */
  restart(signal: 'SIGINT' | 'SIGQUIT', whileAway?: () => Promise<unknown>): Promise<void>
  /** Kills the process of one session, by its id: the others are ended too, and the database recovers. */
  kill(pid: number): void
  /** No process of it runs until the answer is called. */
  freeze(): () => void
  stop(): Promise<void>
}

/** The folder with initdb and postgres; undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

export async function ownPostgres(bin: string): Promise<OwnPostgres> {
  const user = ordinaryUser()
  const home = mkdtempSync(join(tmpdir(), 'tangelo-own-postgres-'))
  if (user) chownSync(home, user.uid, user.gid)
  const data = join(home, 'data')
  const as = { cwd: home, ...user }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tangelo', '--auth=trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${home}`, 'max_connections=100']
  const options = settings.flatMap((setting) => ['-c', setting])

  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-5_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)))
    await promise
    return child
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  let server = await start()
  return {
    url: `postgres://tangelo@127.0.0.1:${port}/postgres`,
    async restart(signal, whileAway) {
      await end(signal)
      await whileAway?.()
      server = await start()
    },
    kill(pid) {
      process.kill(pid, 'SIGKILL')
    },
    freeze() {
      const pids = [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]
      for (const pid of pids) signalIfThere(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) signalIfThere(pid, 'SIGCONT')
      }
    },
    async stop() {
      await end('SIGQUIT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** A session may have ended by itself. */
function signalIfThere(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
