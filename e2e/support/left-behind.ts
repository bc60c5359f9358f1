/**
 * What servers leave behind: data folder, log, and beside them every password, token and secret that was used with that server,
 * as the browser sent and received it. The last test searches for the one in the other.
 */
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'

const SECRET_FIELD = /password|token|secret|recovery|otpauth|apikey/i
/** Of the same words, but open: names, moments, the last characters by which a token is shown. */
const OPEN_FIELD = /(id|at|prefix|start|last4|end|name|hint)$/i
/** Shorter ones stand anywhere by chance. */
const SECRET_MIN_LENGTH = 8

const places = new Map<string, string>()

interface LeftFolder {
  readonly data: string
  readonly log: string
  readonly secrets: string
}

const inside = (folder: string): LeftFolder => ({
  data: join(folder, 'data'),
  log: join(folder, 'printed.log'),
  secrets: join(folder, 'secrets.txt'),
})

/** Named in playwright.config.ts, and the same for all workers. */
function readLeftRoot(): string {
  const root = process.env.TANGELO_LEFT
  if (!root) throw new Error('playwright.config.ts names no place for what servers leave behind')
  return root
}

/** A place for one server. */
export async function folderToLeave(): Promise<LeftFolder> {
  await mkdir(readLeftRoot(), { recursive: true })
  return inside(await mkdtemp(join(readLeftRoot(), 'server-')))
}

/** The places of all servers that have run. */
export async function listLeftFolders(): Promise<LeftFolder[]> {
  const names = await readdir(readLeftRoot()).catch(() => [])
  return names.map((name) => inside(join(readLeftRoot(), name)))
}

/** Takes all of it away. */
export const clearLeft = (): Promise<void> => rm(readLeftRoot(), { recursive: true, force: true })

export function secretsGoTo(address: string, path: string): void {
  places.set(new URL(address).origin, path)
}

/** Keeps every secret in these, for the server at this address. */
export function noteSecrets(address: string, ...values: unknown[]): void {
  const path = places.get(new URL(address).origin)
  if (!path) return
  for (const secret of values.flatMap((value) => secretsIn(value))) appendFileSync(path, `${JSON.stringify(secret)}\n`)
}

/** Keeps every secret that these pages send, and every one they receive. */
export function noteSecretsOf(context: BrowserContext): void {
  context.on('request', (request) => {
    const { authorization = '' } = request.headers()
    noteSecrets(request.url(), { token: authorization.replace(/^Bearer /, '') }, jsonOf(request.postData()))
  })
  context.on('response', async (response) => {
    if (response.request().method() === 'GET' || !response.url().includes('/api/')) return
    // A page that has gone elsewhere takes the answer with it; the token comes again with the next request.
    const text = await response.text().catch(() => '')
    noteSecrets(response.url(), jsonOf(text))
  })
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value.length >= SECRET_MIN_LENGTH ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, isSecret))
  return Object.entries(value).flatMap(([name, one]) =>
    secretsIn(one, SECRET_FIELD.test(name) && !OPEN_FIELD.test(name)),
  )
}

/** Each once. */
export async function secretsOf({ secrets }: LeftFolder): Promise<string[]> {
  const lines = (await readFile(secrets, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return [...new Set(lines)].map((line) => String(JSON.parse(line)))
}

/** What a server left, piece by piece: each file as it is, compressed ones expanded, and every row of the store. */
export async function* readLeftovers({ data, log }: LeftFolder): AsyncGenerator<{ what: string; bytes: Buffer }> {
  // What it printed for the person at the terminal, once, is not the log.
  const printed = (await readFile(log, 'utf8').catch(() => '')).replace(/^ {2}Password {2}\S+$/m, '')
  yield { what: 'log', bytes: Buffer.from(printed) }
  const entries = await readdir(data, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    yield { what: path.slice(data.length + 1), bytes: path.endsWith('.gz') ? gunzipSync(bytes) : bytes }
    if (entry.name === 'tangelo.sqlite') yield { what: 'rows of the store', bytes: rowsOf(path) }
  }
}

/** A long value may be split in the file; here it is whole. */
function rowsOf(path: string): Buffer {
  const store = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = store.prepare("select name from sqlite_schema where type = 'table'").all()
    const rows = tables.map(({ name }) => {
      const statement = store.prepare(`select * from "${String(name)}"`)
      // The tables that FTS5 keeps hold numbers beyond those of JavaScript.
      statement.setReadBigInts(true)
      return JSON.stringify(statement.all(), (_, value) => (typeof value === 'bigint' ? String(value) : value))
    })
    return Buffer.from(rows.join('\n'))
  } finally {
    store.close()
  }
}
