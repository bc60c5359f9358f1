/** Starts the real server as a user would, but on a free port and a folder of the bench, and sends requests to it. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProbeReport, ProbeRequest } from './event-loop-probe.ts'
import type { Lifetime } from './lifetime.ts'

export const repository = resolve(import.meta.dirname, '../../..')
const probe = fileURLToPath(new URL('./event-loop-probe.ts', import.meta.url))

export const ADMIN = { username: 'admin', password: 'a ripe tangelo in March' }

export interface Product {
  pid: number
  port: number
  /** From the start of the command to the printed address. */
  readyMs: number
  /** Only with a probe. */
  beginWatching(): void
  eventLoopDelay(): Promise<ProbeReport>
  stop(): Promise<void>
}

export interface ProductSettings {
  dataFolder: string
  /** Absent: SQLite in the data folder. */
  databaseUrl?: string
  /** Further settings. */
  environment?: Record<string, string>
  /** `probed` is the plain server with the event-loop probe; `npm start` is what a person types. */
  as?: 'plain' | 'probed' | 'npm start'
}

export const environmentOf = ({ dataFolder, databaseUrl, environment }: ProductSettings) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  DATA_DIR: dataFolder,
  DATABASE_URL: databaseUrl ?? '',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  ...environment,
})

/** Those of `npm start`. */
const SERVER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
  '--use-largepages=silent',
]

const READY = /ready at http:\/\/[^\s:]+:(\d+)/
/** `npm start` may have to build the screen first. */
const READY_WITHIN_MS = 180_000

export async function startProduct(life: Lifetime, settings: ProductSettings): Promise<Product> {
  const { as = 'plain', dataFolder } = settings
  const since = performance.now()
  const child: ChildProcess =
    as === 'npm start'
      ? spawn('npm', ['start', '--silent'], options(settings))
      : spawn(
          process.execPath,
          [...SERVER_FLAGS, ...(as === 'probed' ? ['--import', probe] : []), 'server/src/main.ts'],
          options(settings),
        )
  const endChild = life.child(child)
  const port = await waitForPort(child)
  const readyMs = performance.now() - since
  const pid = holderOf(dataFolder)
  return {
    pid,
    port,
    readyMs,
    beginWatching: () => void child.send('begin watching' satisfies ProbeRequest),
    async eventLoopDelay() {
      const answer = once(child, 'message')
      child.send('tell' satisfies ProbeRequest)
      const [report] = await answer
      return report as ProbeReport
    },
    async stop() {
      if (as !== 'npm start') return endChild()
      // npm stands between us and the server: end the server itself, and npm follows.
      const exited = once(child, 'exit')
      process.kill(pid, 'SIGTERM')
      await exited
    },
  }
}

const options = (settings: ProductSettings): SpawnOptions => ({
  cwd: repository,
  // As `npm start` does it.
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: join(repository, 'node_modules/.compile-cache'),
    ...environmentOf(settings),
  },
  stdio: ['ignore', 'pipe', 'pipe', settings.as === 'probed' ? 'ipc' : 'ignore'],
})

function waitForPort(child: ChildProcess): Promise<number> {
  const { promise, resolve: found, reject } = Promise.withResolvers<number>()
  let said = ''
  const listen = (text: string) => {
    said += text
    const port = READY.exec(said)?.[1]
    if (port) found(Number(port))
  }
  child.stdout?.setEncoding('utf8').on('data', listen)
  child.stderr?.setEncoding('utf8').on('data', listen)
  child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${said}`)))
  const patience = setTimeout(() => reject(new Error(`The server was not ready in time:\n${said}`)), READY_WITHIN_MS)
  return promise.finally(() => clearTimeout(patience))
}

/** The server says in its data folder which process it is. */
const holderOf = (dataFolder: string): number => JSON.parse(readFileSync(join(dataFolder, 'server.json'), 'utf8')).pid

export async function signIn(port: number, { username, password }: { username: string; password: string }) {
  const { token }: { token: string } = await ask(port, null, 'POST', '/api/auth/login', { username, password })
  return token
}

/** One question, answered as JSON; anything but a success fails. */
export async function ask<Answer>(
  port: number,
  token: string | null,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}
