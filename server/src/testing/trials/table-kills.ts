/**
 * `npm run trials -- table-kills [--kills N] [--records N] [--writes N] [--seed N]`: a server is killed (SIGKILL) again and
 * again while it reads a table for the first time, and while people change posts. At the end every record is here once, every
 * change that was acknowledged is here and there, and both sides say the same. How often the service refused a call for being
 * one too many is reported: on a machine that stands still for moments, calls that left in time may arrive together. On PostgreSQL when DATABASE_URL names an empty database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import { type RunningStandIns, startStandIns } from '../stand-ins-process.ts'
import {
  anySeed,
  Broken,
  expectNoViolations,
  killAfter,
  listAll,
  PASSWORD,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

const LATENCY_MS = 20
const LIVES_AT_MOST_MS = 1_500
const ENDS_WITHIN_MS = 5 * 60_000
const LOOK_EVERY_MS = 50
const WRITERS = 4
const POSTS = '/api/airtable/all-posts'

export interface TableKillsReport {
  kills: number
  records: number
  acknowledged: number
  /** Writes whose server was killed before it answered, and that had been made all the same. */
  madeUnheard: number
  /** Calls that were one too many in their second. */
  tooMany: number
}

interface Post {
  id: string
  caption: string | null
}

export async function tableKillsTrial({
  kills,
  records,
  writes,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & {
  /** In the middle of the pull, and as many in the middle of the writes. */
  kills: number
  records: number
  writes: number
}): Promise<TableKillsReport> {
  const place = trialPlace(databaseUrl)
  const standIns = await startStandIns({ latencyMs: LATENCY_MS, records })
  const settings: Settings = {
    ...place.settings,
    AIRTABLE_API_URL: standIns.airtable.url,
    AIRTABLE_TOKEN: standIns.airtable.token,
    AIRTABLE_BASE_ID: standIns.airtable.baseId,
  }
  const chance = randomFrom(seed)
  let server = await startServer(settings)
  const token = await server.signIn('admin', PASSWORD)
  const ask = (method: string, path: string, body?: object) =>
    server.ask(method, path, { token, ...(body && { body }) })
  const dieAndRise = async (what: string) => {
    const livesMs = Math.round(chance() * LIVES_AT_MOST_MS)
    server = await killAfter(livesMs, server, settings)
    say(`${what}: killed after ${livesMs} ms`)
  }
  try {
    await ask('PUT', '/api/companies/1', { airtableTable: standIns.airtable.table })
    await ask('POST', '/api/content/sync')
    for (let kill = 1; kill <= kills; kill += 1) await dieAndRise(`pull ${kill}`)
    await waitForPull(ask, null)
    const posts = await listAll<Post>(server, token, POSTS)
    if (posts.length !== records) throw new Broken(`${posts.length} of ${records} records are here`)
    const outcomes = { acknowledged: new Map<string, string>(), tried: new Map<string, string>() }
    const wanted = posts.slice(0, writes).map(({ id }, at) => ({ id, caption: `written ${at}` }))
    const writing = writeAll(() => server, token, wanted, outcomes)
    for (let kill = 1; kill <= kills; kill += 1) await dieAndRise(`writes ${kill}`)
    await writing
    await waitForPull(ask, await readPulledAt(ask))
    const madeUnheard = await verify({ posts: await listAll<Post>(server, token, POSTS), standIns, records, outcomes })
    await server.end('SIGTERM')
    await historyIsOnce(place.store, records)
    expectNoViolations(await standIns.violations())
    const tooMany = (await standIns.tableCalls())[429] ?? 0
    return { kills: 2 * kills, records, acknowledged: outcomes.acknowledged.size, madeUnheard, tooMany }
  } finally {
    await server.end('SIGKILL')
    await standIns.end()
    place.remove()
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<Response>

const readPulledAt = async (ask: Ask): Promise<string | null> => {
  const { pulledAt: at } = (await (await ask('GET', '/api/content/sync')).json()) as { pulledAt: string | null }
  return at
}

/** Asks for a pull until one has ended that ended later than that. */
async function waitForPull(ask: Ask, since: string | null): Promise<void> {
  const began = performance.now()
  while ((await readPulledAt(ask)) === since) {
    await ask('POST', '/api/content/sync')
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Broken('The pull never ended')
    await pause(LOOK_EVERY_MS)
  }
}

/** Several people change posts, each post until its change is acknowledged or its server was killed under it. */
async function writeAll(
  server: () => RunningServer,
  token: string,
  wanted: { id: string; caption: string }[],
  { acknowledged, tried }: { acknowledged: Map<string, string>; tried: Map<string, string> },
): Promise<void> {
  const left = [...wanted]
  const write = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { id, caption } = next
      try {
        tried.set(id, caption)
        const answer = await server().ask('PUT', `/api/airtable/posts/${id}`, { token, body: { caption } })
        if (answer.ok) acknowledged.set(id, caption)
        else if (answer.status < 500) throw new Broken(`A change was answered with ${answer.status}`)
        else {
          // As a person would: on a slow machine a server that has just begun may refuse all of them.
          left.push(next)
          await pause(LOOK_EVERY_MS)
        }
      } catch (error) {
        if (error instanceof Broken) throw error
        // No server was running to receive it.
        if (isRefused(error)) left.unshift(next)
        await pause(LOOK_EVERY_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNREFUSED'

async function verify({
  posts,
  standIns,
  records,
  outcomes: { acknowledged, tried },
}: {
  posts: Post[]
  standIns: RunningStandIns
  records: number
  outcomes: { acknowledged: Map<string, string>; tried: Map<string, string> }
}): Promise<number> {
  const here = new Map(posts.map(({ id, caption }) => [id, caption]))
  const there = new Map((await standIns.records()).map(({ id, fields }) => [id, fields.Caption ?? null]))
  if (here.size !== records || there.size !== records)
    throw new Broken(`${here.size} posts here and ${there.size} records there, not ${records}`)
  let madeUnheard = 0
  for (const [id, caption] of here) {
    if (caption !== there.get(id)) throw new Broken(`${id} says “${caption}” here and “${there.get(id)}” there`)
    const wanted = acknowledged.get(id)
    if (wanted !== undefined && caption !== wanted) throw new Broken(`The change of ${id} was lost: “${caption}”`)
    if (wanted === undefined && caption === tried.get(id)) madeUnheard += 1
  }
  return madeUnheard
}

/** Each post was made once, and no change stands in its history twice. */
async function historyIsOnce(store: StoreLocation, records: number): Promise<void> {
  const database = openDatabase(store)
  try {
    const rows = await database.queries.selectFrom('content_changes').select(['item_id', 'kind', 'changes']).execute()
    const made = rows.filter(({ kind }) => kind === 'made')
    if (made.length !== records) throw new Broken(`${made.length} posts were made, not ${records}`)
    const entries = rows.map(({ item_id, kind, changes }) => `${item_id} ${kind} ${changes}`)
    if (new Set(entries).size !== entries.length) throw new Broken('A change stands in a history twice')
  } finally {
    await database.close()
  }
}

if (import.meta.main) {
  const options = trialOptions({ kills: 20, records: 5_000, writes: 500, seed: anySeed() })
  const { kills, records, acknowledged, madeUnheard, tooMany } = await tableKillsTrial(options)
  const { say } = options
  say(
    `${kills} kills, ${records} records, ${acknowledged} changes acknowledged: none lost, none twice, both sides equal`,
  )
  say(`${tooMany} calls were one too many in their second`)
  say(`${madeUnheard} changes had been made when their server was killed, and came here by themselves`)
}
