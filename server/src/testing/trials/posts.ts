/**
 * `npm run trials -- posts [--accounts N] [--days N] [--kills N] [--seed N]`: accounts are read daily by both sources over
 * days of a clock that is moved; posts and their readings must be those of the world's ledger, row by row. Then the posts
 * are forgotten, and a server reads them again from the stored answers while it is killed (SIGKILL) again and again: the
 * tables must be the same. On PostgreSQL when DATABASE_URL names an empty database.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apifyStandIn, graphStandIn, type InstagramWorld, instagramWorld, syntheticName } from '@tangelo/stand-ins'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { apifySource } from '#adapters/instagram/apify.ts'
import { graphSource } from '#adapters/instagram/graph.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { measuringParts } from '../measuring-parts.ts'
import { expectLedger, readPostTables } from '../post-ledger.ts'
import { randomFrom } from '../random-from.ts'
import { startServer } from '../server-process.ts'
import { anySeed, Broken, expectNoViolations, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'

const HOUR = 3_600_000
/** Later than the clock of the server that is killed: it would clear older answers away. */
const START = Date.UTC(2027, 0, 1)
const STEP_MS = 6 * HOUR
/** A killed server has lived up to twice its share of the work after its start, and at least up to this. */
const LIVES_MS = 400
/** About what one stored answer takes, so that the kills spread over the work. */
const ANSWER_MS = 0.5
const LOOK_EVERY_MS = 200

export interface PostsReport {
  posts: number
  readings: number
  /** Kills while there were still answers to read, and before all of them. */
  killsWithin: number
}

export async function postsTrial({
  accounts,
  days,
  kills,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { accounts: number; days: number; kills: number }): Promise<PostsReport> {
  const place = trialPlace(databaseUrl)
  const blobs = folderBlobStorage(join(place.dataFolder, 'blobs'))
  try {
    await readDaily({ accounts, days, seed, say, dataFolder: place.dataFolder, databaseUrl, blobs })
    const live = await withStore(place.store, readPostTables)
    say(`${live.posts.length} posts and ${live.readings.length} readings are those of the ledger`)
    const killsWithin = await killWhileReading({ kills, seed, say, settings: place.settings, store: place.store, live })
    return { posts: live.posts.length, readings: live.readings.length, killsWithin }
  } finally {
    place.remove()
  }
}

async function readDaily(trial: {
  accounts: number
  days: number
  seed: number
  say: (line: string) => void
  dataFolder: string
  databaseUrl: string
  blobs: ReturnType<typeof folderBlobStorage>
}): Promise<void> {
  const { accounts, days, seed, say } = trial
  let now = START
  const clock = {
    now: () => now,
    move: (milliseconds: number) => {
      now += milliseconds
    },
  }
  const names = Array.from({ length: accounts }, (_, at) => syntheticName(at + 1))
  // Every other account is a person's, which one source cannot show.
  const people = Object.fromEntries(names.filter((_, at) => at % 2 === 1).map((name) => [name, { isPersonal: true }]))
  const world: InstagramWorld = instagramWorld({ seed, now: START, accounts: people })
  const graph = await graphStandIn({ world, clock, callsPerHour: 1e12 }).start()
  const apify = await apifyStandIn({ world, clock }).start()
  const callsPerHour = 1e12
  const { url, ownId, token } = graph
  const sources = [
    graphSource({ url, version: 'v25.0', ownId, token, callsPerHour, clock }),
    apifySource({ url: apify.url, token: apify.token, callsPerHour, clock }),
  ]
  const { dataFolder: folder, databaseUrl, blobs } = trial
  const parts = await measuringParts({ folder, databaseUrl, clock, sources, names, blobs, isPatient: false })
  try {
    for (; now < START + days * 24 * HOUR; clock.move(STEP_MS)) {
      await parts.round()
      if (Math.floor(now / STEP_MS) % 400 === 0) say(`${Math.round((now - START) / 24 / HOUR)} days`)
    }
    expectNoViolations([...graph.violations, ...apify.violations])
    await expectLedger(parts.database, world)
  } finally {
    await parts.end()
    await Promise.all([graph.end(), apify.end()])
  }
}

async function killWhileReading(trial: {
  kills: number
  seed: number
  say: (line: string) => void
  settings: ReturnType<typeof trialPlace>['settings']
  store: StoreLocation
  live: Awaited<ReturnType<typeof readPostTables>>
}): Promise<number> {
  const { kills, settings, store, live } = trial
  const chance = randomFrom(trial.seed)
  let within = 0
  const all = await withStore(store, forgetPosts)
  const answers = await withStore(store, countAnswers)
  const livesMaxMs = Math.max(LIVES_MS, (2 * answers * ANSWER_MS) / kills)
  for (let kill = 1; kill <= kills; kill += 1) {
    const server = await startServer(settings)
    await pause(chance() * livesMaxMs)
    await server.end('SIGKILL')
    const left = await withStore(store, countLeftToRead)
    trial.say(`kill ${kill}: ${left} of ${all} accounts left`)
    if (left > 0 && left < all) within += 1
    if (left > 0) continue
    await withStore(store, async (database) => expectSameTables(await readPostTables(database), live))
    await withStore(store, forgetPosts)
  }
  const server = await startServer(settings)
  while ((await withStore(store, countLeftToRead)) > 0) await pause(LOOK_EVERY_MS)
  await server.end('SIGTERM')
  await withStore(store, async (database) => expectSameTables(await readPostTables(database), live))
  return within
}

function expectSameTables(found: object, expected: object): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Broken('The tables are not those that the readings made')
}

async function withStore<Result>(store: StoreLocation, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(store)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const countLeftToRead = async ({ queries }: Database): Promise<number> =>
  (await queries.selectFrom('post_backfills').select('account_id').execute()).length

const countAnswers = async ({ queries }: Database): Promise<number> => {
  const count = queries.selectFrom('metric_snapshots').select(({ fn }) => fn.countAll<number>().as('answers'))
  return Number((await count.executeTakeFirstOrThrow()).answers)
}

/** As before posts had a history, when the migration has just run. Answers how many accounts are to be read. */
async function forgetPosts(database: Database): Promise<number> {
  const { queries } = database
  await queries.deleteFrom('posts').execute()
  await queries.deleteFrom('post_readings').execute()
  await queries.deleteFrom('jobs').execute()
  await queries
    .insertInto('post_backfills')
    .columns(['account_id', 'read_until'])
    .expression(queries.selectFrom('accounts').select(({ lit }) => ['id', lit(0).as('read_until')]))
    .execute()
  return countLeftToRead(database)
}

if (import.meta.main) {
  const options = trialOptions({ accounts: 200, days: 730, kills: 20, seed: anySeed() })
  const { posts, readings, killsWithin } = await postsTrial(options)
  options.say(`${posts} posts, ${readings} readings, ${killsWithin} kills within the backfill: the tables are the same`)
}
