/** The server and its commands as processes of their own: for tests of what only a process does, and for trials. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const SOURCE = join(import.meta.dirname, '..')
/** As `npm start` has it: a third of the time of a start is the compiling of modules that have not changed. */
const COMPILED = join(SOURCE, '../../node_modules/.compile-cache')
/** A worker says where its metrics are instead, or its health. */
const READY = /(?:ready|metrics|health) at (http:\/\/[^\s/]+)/

/** Every setting is there, so that a .env beside the program changes nothing. */
const SETTINGS = {
  PORT: '0',
  HOST: '',
  TRUST_PROXY: '',
  PUBLIC_URL: '',
  LOG_LEVEL: '',
  ADMIN_USERNAME: '',
  ADMIN_PASSWORD: '',
  DATABASE_URL: '',
  GRAPH_API_URL: '',
  GRAPH_ACCESS_TOKEN: '',
  GRAPH_CALLS_PER_HOUR: '',
  GRAPH_IG_USER_ID: '',
  APIFY_TOKEN: '',
  INSTAGRAM_APP_ID: '',
  INSTAGRAM_APP_SECRET: '',
  INSTAGRAM_WWW_URL: '',
  INSTAGRAM_OAUTH_URL: '',
  INSTAGRAM_GRAPH_URL: '',
  FACEBOOK_APP_ID: '',
  FACEBOOK_APP_SECRET: '',
  FACEBOOK_WWW_URL: '',
  GRAPH_UPLOAD_URL: '',
  AIRTABLE_API_URL: '',
  AIRTABLE_TOKEN: '',
  AIRTABLE_BASE_ID: '',
  S3_ENDPOINT: '',
  S3_BUCKET: '',
  S3_REGION: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  DRIVE_DIR: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  GOOGLE_ACCOUNTS_URL: '',
  GOOGLE_OAUTH_URL: '',
  GOOGLE_API_URL: '',
  STRIPE_API_URL: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  NODE_EXTRA_CA_CERTS: '',
  METRICS_TOKEN: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  ROLE: '',
  DRAIN_SECONDS: '',
  WORKER_KINDS: '',
  RENDER_CONCURRENCY: '',
  FFMPEG_PATH: '',
  SESSION_IDLE_MINUTES: '',
  SESSION_MAX_MINUTES: '',
  ENCRYPTION_KEY: '',
  INIT_CWD: '',
}

export type Settings = { DATA_DIR: string } & Partial<Record<keyof typeof SETTINGS, string>>

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

type Program =
  | 'main.ts'
  | 'commands/import.ts'
  | 'commands/audit.ts'
  | 'commands/doctor.ts'
  | 'commands/backup.ts'
  | 'commands/restore.ts'
  | 'commands/export.ts'

function startProgram(
  program: Program,
  args: string[],
  settings: Settings,
  { stdout = 'pipe', source = SOURCE }: { stdout?: number | 'pipe'; source?: string } = {},
) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(source, program), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...SETTINGS, ...settings },
    stdio: ['ignore', stdout, 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ended>()
  child.on('error', reject)
  child.on('close', (code) => resolve({ code, ...output }))
  return { child, output, ended }
}

/** Runs to its end: a command, or a server that is expected to refuse its start. */
export const runToEnd = (program: Program, args: string[], settings: Settings): Promise<Ended> =>
  startProgram(program, args, settings).ended

const SAMPLE_MS = 50
const KIB = 1024

/** Runs to its end; answers how long it took and the most memory that it had, which only Linux says, or kills it after so long. */
export async function runMeasured(
  program: Program,
  args: string[],
  settings: Settings,
  { killedAfterMs = null }: { killedAfterMs?: number | null } = {},
): Promise<Ended & { ms: number; peakBytes: number }> {
  const since = performance.now()
  const { child, ended } = startProgram(program, args, settings)
  let peakBytes = 0
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakBytes = Math.max(peakBytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * KIB)
  }, SAMPLE_MS)
  const killing = killedAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfterMs)
  try {
    return Object.assign(await ended, { ms: performance.now() - since, peakBytes })
  } finally {
    clearInterval(sampling)
    clearTimeout(killing)
  }
}

/** Runs to its end with its standard output closed, as where `head` has read enough. */
export function runUntilRead(program: Program, settings: Settings): Promise<Ended> {
  const { child, ended } = startProgram(program, [], settings)
  child.stdout?.destroy()
  return ended
}

export interface RunningServer {
  child: ChildProcess
  address: string
  /** What it has printed so far. */
  output: { stdout: string; stderr: string }
  ended: Promise<Ended>
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>
  /** A call of the interface; `body` is JSON unless it is a form. */
  ask(
    method: string,
    path: string,
    options?: { token?: string; body?: object | FormData; headers?: Record<string, string> },
  ): Promise<Response>
  signIn(username: string, password: string): Promise<string>
}

/**
 * Resolves when the server says that it is ready; rejects with what it printed when it ends before. `stdout` is a file that it
 * prints to instead; `source` the folder `server/src` of another version.
 */
export async function startServer(settings: Settings, stdout?: number, source?: string): Promise<RunningServer> {
  const { child, output, ended } = startProgram('main.ts', [], settings, {
    stdout: stdout ?? 'pipe',
    source: source ?? SOURCE,
  })
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  child.stdout?.on('data', () => {
    // The last line of the greeting is empty; a line of the log may have come right after it.
    const address = output.stdout.match(READY)?.[1]
    if (address && /\n\n(\{|$)/.test(output.stdout)) resolve(address)
  })
  ended.then(
    ({ code, stderr }) => reject(new Error(`The server ended (${code}) before it was ready: ${stderr}`)),
    reject,
  )
  const address = await (stdout === undefined ? ready : Promise.race([ready, waitForAddress(settings.DATA_DIR)]))
  const ask: RunningServer['ask'] = (method, path, { token, body, headers } = {}) => {
    const isForm = body instanceof FormData
    return fetch(new URL(path, address), {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
  }
  return {
    child,
    address,
    output,
    ended,
    ask,
    end(signal) {
      child.kill(signal)
      return ended
    },
    async signIn(username, password) {
      const answer = await ask('POST', '/api/auth/login', { body: { username, password } })
      if (!answer.ok) throw new Error(`Cannot sign in: ${await answer.text()}`)
      return ((await answer.json()) as { token: string }).token
    },
  }
}

const ANNOUNCED_WITHIN_MS = 30_000
const LOOK_MS = 20

/** The address in the data folder, as a command on this machine finds it. */
async function waitForAddress(folder: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < ANNOUNCED_WITHIN_MS; waitedMs += LOOK_MS) {
    const text = await readFile(join(folder, 'server.json'), 'utf8').catch(() => '')
    if (text.endsWith('}')) return JSON.parse(text).address
    await pause(LOOK_MS)
  }
  throw new Error('The server has not announced its address')
}
