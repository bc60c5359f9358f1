/** What the trials share: a place of their own, a server killed (SIGKILL) under its work, what is expected of it, and their start as programs. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { StoreLocation } from '#platform/database/database.ts'
import { type RunningServer, type Settings, startServer } from './server-process.ts'

export const PASSWORD = 'a ripe tangelo in March'

/** Something that a server promises does not hold. */
export class Broken extends Error {}

export interface TrialOptions {
  seed: number
  /** Of an empty database; SQLite without one. */
  databaseUrl?: string
  say?: (line: string) => void
}

/** A folder that is removed at the end, and the settings and the store of a server on it. */
export function trialPlace(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-trial-'))
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  const store: StoreLocation = databaseUrl
    ? { engine: 'postgres', url: databaseUrl }
    : { engine: 'sqlite', path: join(dataFolder, 'tangelo.sqlite') }
  return {
    folder,
    dataFolder,
    store,
    settings: { DATA_DIR: dataFolder, ADMIN_PASSWORD: PASSWORD, DATABASE_URL: databaseUrl },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Kills the server after so long, waits for what was under way, and starts it again on the same data. */
export async function killAfter(
  livesMs: number,
  server: RunningServer,
  settings: Settings,
  working: Promise<unknown> = Promise.resolve(),
): Promise<RunningServer> {
  await pause(livesMs)
  await server.end('SIGKILL')
  await working
  return startServer(settings)
}

/** Throws `Broken` for a refusal. */
export async function requireAnswer(asking: Promise<Response>): Promise<Response> {
  const answer = await asking
  if (!answer.ok) throw new Broken(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

export const requireJson = async <Reply>(asking: Promise<Response>): Promise<Reply> =>
  (await (await requireAnswer(asking)).json()) as Reply

/** The answer, or null when the server went away before it was complete. Throws `Broken` for a refusal. */
export async function unlessKilled(asking: Promise<Response>): Promise<Response | null> {
  let answer: Response
  try {
    answer = await asking
    await answer.clone().arrayBuffer()
  } catch {
    return null
  }
  return requireAnswer(Promise.resolve(answer))
}

/** The rows of all pages. */
export async function listAll<Row>(server: RunningServer, token: string, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | undefined = path; next; ) {
    const answer = await requireAnswer(server.ask('GET', next, { token }))
    rows.push(...((await answer.json()) as Row[]))
    next = answer.headers.get('link')?.match(/^<([^>]+)>; rel="next"/)?.[1]
  }
  return rows
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Broken(`${what} should be ${b}, but is ${a}`)
}

/** Nothing was sent to a stand-in, or answered by it, against its contract. */
export function expectNoViolations([first]: readonly unknown[]): void {
  if (first !== undefined) throw new Broken(`Against the contract: ${JSON.stringify(first)}`)
}

export const anySeed = () => Date.now() % 1_000_000

/** What `npm run trials -- NAME --option N` calls for; each option is a number. */
export function trialOptions<Option extends string>(defaults: Record<Option, number>) {
  const numbers: Record<string, number> = { ...defaults }
  const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' as const }]))
  for (const [name, value] of Object.entries(parseArgs({ options }).values)) numbers[name] = Number(value)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  for (const [name, value] of Object.entries(numbers)) say(`${name} ${value}`)
  return { ...(numbers as Record<Option, number>), databaseUrl: process.env.DATABASE_URL ?? '', say }
}
