/**
 * `npm run trials -- worker-kills [--kills N] [--accounts N] [--seed N]`: a server is killed (SIGKILL) again and again
 * while it reads thousands of accounts that are due, and while people add more. After each start it goes on within
 * 15 seconds; at the end every account has one snapshot of its day, every snapshot its event, and no work is left or lost.
 * On PostgreSQL when DATABASE_URL names an empty database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../../migrations/index.ts'
import { trackNames } from '../measuring-parts.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import { type RunningStandIns, startStandIns } from '../stand-ins-process.ts'
import {
  anySeed,
  Broken,
  expectNoViolations,
  killAfter,
  PASSWORD,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'

/** A round of some thousand accounts takes longer than the server lives. */
const CALLS_PER_HOUR = 360_000
const LATENCY_MS = 20
const LIVES_AT_MOST_MS = 1_500
const GOES_ON_WITHIN_MS = 15_000
const ENDS_WITHIN_MS = 10 * 60_000
const LOOK_EVERY_MS = 50
const DAY = 24 * 3_600_000

export interface KillsReport {
  kills: number
  accounts: number
  /** Accounts that people added meanwhile, and that were acknowledged. */
  added: number
  /** Calls whose answers a kill kept from being stored. */
  askedAgain: number
  longestWaitMs: number
}

export async function workerKillsTrial({
  kills,
  accounts,
  seed,
  goesOnWithinMs = GOES_ON_WITHIN_MS,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & {
  kills: number
  accounts: number
  /** How long a start may take to be asking for accounts again, on a machine with nothing else to do. */
  goesOnWithinMs?: number
}): Promise<KillsReport> {
  const place = trialPlace(databaseUrl)
  const open = () => openDatabase(place.store)
  const names = Array.from({ length: accounts }, (_, at) => `due_${at}`)
  await prepare(open(), names)
  const standIns = await startStandIns({ latencyMs: LATENCY_MS })
  const settings: Settings = {
    ...place.settings,
    GRAPH_API_URL: standIns.graph.url,
    GRAPH_ACCESS_TOKEN: standIns.graph.token,
    GRAPH_IG_USER_ID: standIns.graph.ownId,
    GRAPH_CALLS_PER_HOUR: String(CALLS_PER_HOUR),
  }
  const chance = randomFrom(seed)
  const added = new Set<string>()
  let longestWaitMs = 0
  let server = await startServer(settings)
  try {
    // Once: a session outlives the server, and signing in takes longer than most of its lives.
    const token = await server.signIn('admin', PASSWORD)
    for (let kill = 1; kill <= kills; kill += 1) {
      const waitedMs = await goesOn(standIns, goesOnWithinMs)
      longestWaitMs = Math.max(longestWaitMs, waitedMs)
      const livesMs = Math.round(chance() * LIVES_AT_MOST_MS)
      const adding = addAccounts(server, token, kill, added)
      server = await killAfter(livesMs, server, settings, adding)
      say(`kill ${kill}: went on after ${Math.round(waitedMs)} ms, killed ${livesMs} ms later, ${added.size} added`)
    }
    await goesOn(standIns, goesOnWithinMs)
    await allRead(open, [...names, ...added])
    await server.end('SIGTERM')
    expectNoViolations(await standIns.violations())
    const database = open()
    try {
      const snapshots = await verify(database, [...names, ...added])
      const askedAgain = (await standIns.graphCalls()) - snapshots
      return { kills, accounts, added: added.size, askedAgain, longestWaitMs }
    } finally {
      await database.close()
    }
  } finally {
    await server.end('SIGKILL')
    await standIns.end()
    place.remove()
  }
}

/** Accounts whose time has come. */
async function prepare(database: Database, names: string[]): Promise<void> {
  await migrate(database, migrations)
  await trackNames(database, names, { now: Date.now(), dueAt: Date.now() - 1 })
  await database.close()
}

/** Milliseconds until the server asks for accounts again. */
async function goesOn(standIns: RunningStandIns, withinMs: number): Promise<number> {
  const began = performance.now()
  const before = await standIns.graphCalls()
  while ((await standIns.graphCalls()) === before) {
    if (performance.now() - began > withinMs) throw new Broken(`The round did not go on within ${withinMs} ms`)
    await pause(LOOK_EVERY_MS)
  }
  return performance.now() - began
}

/** Adds accounts until the server is gone; notes those that were acknowledged. */
async function addAccounts(server: RunningServer, token: string, round: number, added: Set<string>): Promise<void> {
  try {
    for (let at = 0; ; at += 1) {
      const username = `added_${round}_${at}`
      const answer = await server.ask('POST', '/api/accounts', { token, body: { username } })
      if (!answer.ok) throw new Broken(`Adding was answered with ${answer.status}`)
      added.add(username)
      await pause(LOOK_EVERY_MS)
    }
  } catch (error) {
    if (error instanceof Broken) throw error
  }
}

async function allRead(open: () => Database, names: string[]): Promise<void> {
  const began = performance.now()
  for (let left = names.length; left > 0; await pause(LOOK_EVERY_MS * 10)) {
    const database = open()
    const read = new Set((await snapshotsOf(database)).map(({ name }) => name))
    left = names.filter((name) => !read.has(name)).length
    await database.close()
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Broken(`${left} accounts were never read`)
  }
}

const snapshotsOf = ({ queries }: Database) =>
  queries
    .selectFrom('metric_snapshots')
    .innerJoin('accounts', 'accounts.id', 'metric_snapshots.account_id')
    .select(['accounts.id', 'accounts.username as name', 'metric_snapshots.captured_at as at'])
    .execute()

/** Answers how many snapshots there are. */
async function verify(database: Database, names: string[]): Promise<number> {
  const { queries } = database
  const snapshots = await snapshotsOf(database)
  const byName = Map.groupBy(snapshots, ({ name }) => name)
  const events = await queries.selectFrom('events').select('account_id').where('kind', '=', 'refresh-done').execute()
  const published = Map.groupBy(events, ({ account_id }) => account_id)
  for (const name of names) {
    const found = byName.get(name) ?? []
    const days = new Set(found.map(({ at }) => Math.floor(Number(at) / DAY)))
    if (found.length === 0) throw new Broken(`${name} was lost`)
    if (days.size !== found.length) throw new Broken(`${name} was stored ${found.length} times in ${days.size} days`)
    const times = published.get(found[0]?.id ?? 0)?.length ?? 0
    if (times !== found.length)
      throw new Broken(`${name} was stored ${found.length} times and published ${times} times`)
  }
  const jobs = await queries
    .selectFrom('jobs')
    .select(['kind', 'key', 'state', 'reason'])
    .where('kind', '=', 'refresh-account')
    .where('state', '!=', 'done')
    .execute()
  if (jobs.length > 0) throw new Broken(`Work was left over: ${JSON.stringify(jobs.slice(0, 3))}`)
  const failing = await queries.selectFrom('profile_syncs').selectAll().where('failing_since', 'is not', null).execute()
  if (failing.length > 0) throw new Broken(`An account fails for no reason: ${JSON.stringify(failing[0])}`)
  return snapshots.length
}

if (import.meta.main) {
  const options = trialOptions({ kills: 50, accounts: 8_000, seed: anySeed() })
  const { kills, accounts, added, askedAgain, longestWaitMs } = await workerKillsTrial(options)
  const { say } = options
  say(
    `${kills} kills, ${accounts} accounts due, ${added} added: each has one snapshot of its day, nothing lost or twice`,
  )
  say(
    `${askedAgain} calls were made again, and the longest wait until work went on was ${Math.round(longestWaitMs)} ms`,
  )
}
