/**
 * A world whose accounts are read from stand-ins through the real adapters. All of them live in the time of the world's
 * clock, so a test moves through days without waiting; workers run only while the test lets them.
 */

import {
  apifyStandIn,
  type GraphOptions,
  type GraphStandIn,
  graphStandIn,
  type InstagramStandIn,
  instagramWorld,
} from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { apifySource } from '#adapters/instagram/apify.ts'
import { graphSource } from '#adapters/instagram/graph.ts'
import { guardedFetch } from '#adapters/pictures/guarded-fetch.ts'
import { StoreUnavailable } from '#platform/database/store-faults.ts'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { Workers } from '#ports/queue.ts'
import { until } from './queue-nodes.ts'
import { START, type World, world } from './world.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** How often the clock asks for a round. */
const ROUND_EVERY_MS = 30_000
/** How the reason of a job begins that has found no store. */
const FOUND_NO_STORE = new StoreUnavailable(new Error(''), { isRepeatable: false }).message

export interface Measured extends World {
  graph: GraphStandIn
  /** Stand-ins of the Graph API that connections by these names call, once an administrator has added them. */
  further: Record<string, GraphStandIn>
  apify: InstagramStandIn
  /** Time passes, then workers do all that may be done by then, a round among it; they end before this resolves. */
  round(passed?: number): Promise<void>
  /** So many of them, one after the other; workers end after the last. */
  rounds(times: number, passed: number): Promise<void>
  /** As `round`, without any time passing and whether a round is due or not. */
  settle(): Promise<void>
}

export async function makeWorldWithSources({
  connected = ['graph'],
  callsPerHour = 20_000,
  limits = {},
  graph: graphOptions = {},
  copiesPictures = false,
  pagesBack = false,
  further: furtherNames = [],
  ...given
}: Omit<Parameters<typeof world>[0] & object, 'sources' | 'pictures' | 'openSource'> & {
  connected?: InstagramSource['name'][]
  callsPerHour?: number
  /** Of calls to the Graph API. */
  limits?: Partial<CallLimits>
  graph?: Partial<GraphOptions>
  copiesPictures?: boolean
  /** Whether older posts are read. */
  pagesBack?: boolean
  /** Names of connections that may be added, each with a stand-in of its own. */
  further?: string[]
} = {}): Promise<Measured> {
  let now = () => START
  const time = { clock: { now: () => now() }, world: instagramWorld({ seed: 7, now: START }) }
  const graph = await graphStandIn({ ...time, ...graphOptions }).start()
  const apify = await apifyStandIn(time).start()
  const further = Object.fromEntries(
    await Promise.all(
      furtherNames.map(async (name) => [name, await graphStandIn({ ...time, token: `EAA${name}` }).start()] as const),
    ),
  )
  onTestFinished(async () => {
    const all = [graph, apify, ...Object.values(further)]
    await Promise.all(all.map((standIn) => standIn.end()))
    expect(all.flatMap(({ violations }) => violations)).toEqual([])
  })
  const { url, ownId, token } = graph
  const made = await world({
    // The people stay signed in through days of the clock.
    session: { idleMs: 400 * DAY, maxMs: 400 * DAY },
    ...given,
    ...(copiesPictures && {
      pictures: guardedFetch({ allowedHosts: [new URL(graph.url).host, new URL(apify.url).host] }),
    }),
    openSource: (clock) => (name, connection) => {
      const { token, ownId } = connection.credentials
      const perHour = connection.callsPerHour ?? callsPerHour
      const options = { token, connection: connection.name, callsPerHour: perHour, clock, limits }
      const { url } = further[connection.name] ?? graph
      const opened =
        name === 'graph'
          ? graphSource({ ...options, url, version: 'v25.0', ownId: ownId ?? '' })
          : apifySource({ ...options, url: apify.url })
      return pagesBack ? opened : Object.assign(opened, { readPosts: null })
    },
    sources: (clock) => {
      const ofName = {
        graph: () => graphSource({ url, version: 'v25.0', ownId, token, callsPerHour, clock, limits }),
        apify: () => apifySource({ url: apify.url, token: apify.token, callsPerHour, clock }),
      }
      const made = connected.map((name) => ofName[name]())
      return pagesBack ? made : made.map((source) => Object.assign(source, { readPosts: null }))
    },
  })
  now = made.clock.now
  const findWorkLeft = () =>
    workLeft(made, { round: 'refresh-round', ...(given.workerKinds && { kinds: given.workerKinds }) })
  const becomeQuiet = (what: string, holds: (left: WorkLeft) => boolean) =>
    until(what, async () => {
      const now = await findWorkLeft()
      // A machine that stands still for some seconds loses connections to PostgreSQL, and the job they were for is put off by a
      // second, which would never pass on a clock that stands.
      if (now.putOffUntil !== null) made.clock.moveBy(now.putOffUntil - made.clock.now())
      return now.putOffUntil === null && now.isQuiet && holds(now)
    })
  async function passRounds(times: number, passed: number) {
    let workers: Workers | undefined
    for (let time = 0; time < times; time += 1) {
      const before = (await findWorkLeft()).ended
      made.clock.moveBy(Math.max(passed, ROUND_EVERY_MS))
      workers ??= made.work()
      await becomeQuiet('a round is over', ({ ended }) => ended > before)
    }
    await workers?.end()
  }
  return {
    ...made,
    graph,
    further,
    apify,
    async settle() {
      const workers = made.work()
      await becomeQuiet('all work is done', () => true)
      await workers.end()
    },
    round: (passed = 0) => passRounds(1, passed),
    rounds: passRounds,
  }
}

/** What of the work of a store is done, and what is left of it now. */
export interface WorkLeft {
  /** Nothing runs, and nothing waits that could run now. */
  isQuiet: boolean
  /** Rounds that are over. */
  ended: number
  /** Until when what found no store is put off; null when there is no such job. */
  putOffUntil: number | null
}

/** `round`: the kind of the rounds that are counted. `kinds`: those that workers run, where they do not run all. */
export async function workLeft(
  { database, clock }: Pick<World, 'database' | 'clock'>,
  { round = '', kinds }: { round?: string; kinds?: readonly string[] } = {},
): Promise<WorkLeft> {
  const now = clock.now()
  const found = await database.queries
    .selectFrom('jobs')
    .select((row) => {
      const isMeant = kinds === undefined ? [] : [row('kind', 'in', kinds)]
      const isWaiting = row('state', '=', 'waiting')
      const isLive = row.or([row('state', '=', 'running'), row.and([isWaiting, row('run_at', '<=', now)])])
      return [
        row.fn
          .countAll()
          .filterWhere(row.and([...isMeant, isLive]))
          .as('live'),
        row.fn
          .countAll()
          .filterWhere(row.and([row('kind', '=', round), row('finished_at', 'is not', null)]))
          .as('ended'),
        row.fn
          .max('run_at')
          .filterWhere(row.and([isWaiting, row('run_at', '>', now), row('reason', 'like', `${FOUND_NO_STORE}%`)]))
          .as('put_off_until'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { isQuiet: Number(found.live) === 0, ended: Number(found.ended), putOffUntil: found.put_off_until }
}

/** Nothing runs, and nothing waits that could run now; of these kinds where workers run no others. */
export const isQuiet = async (here: Pick<World, 'database' | 'clock'>, kinds?: readonly string[]): Promise<boolean> =>
  (await workLeft(here, { ...(kinds && { kinds }) })).isQuiet

/** The moments of each account's snapshots, oldest first, by company and name: `1:nasa`. */
export async function snapshotsOf({ database }: World): Promise<Record<string, number[]>> {
  const rows = await database.queries
    .selectFrom('metric_snapshots')
    .innerJoin('accounts', 'accounts.id', 'metric_snapshots.account_id')
    .select(['accounts.username', 'accounts.company_id', 'metric_snapshots.captured_at as at'])
    .orderBy('metric_snapshots.captured_at')
    .execute()
  const byAccount = Map.groupBy(rows, ({ username, company_id }) => `${company_id}:${username}`)
  return Object.fromEntries([...byAccount].map(([account, found]) => [account, found.map(({ at }) => Number(at))]))
}

/** Adds the connection of this name, as an administrator does. */
export async function addConnection(
  { ask, further }: Measured,
  name: string,
  change: Record<string, unknown> = {},
): Promise<number> {
  const { ownId, token } = further[name] ?? { ownId: '1', token: 'EAAunknown' }
  const body = { source: 'graph', name, ownId, token, ...change }
  const answer = await ask('admin', 'POST', '/api/source-connections', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
