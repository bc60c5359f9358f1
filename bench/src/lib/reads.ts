/** The figures of one running server under full load: single accounts, lists, charts, sums, writes, and its event loop. */
import type { Engine } from '../../../server/src/platform/database/database.ts'
import { latencyFigure, type Pace } from './latency.ts'
import type { Lifetime } from './lifetime.ts'
import type { LoadClient, LoadRequest } from './load.ts'
import type { Product } from './product.ts'
import type { Questions } from './requests.ts'
import { atMost, type Figure } from './table.ts'
import { throughputFigure } from './throughput.ts'

const BARE_PERCENT_MIN = 45
const EVENT_LOOP_MS_MAX = 25
const WRITE_MS_MAX = 50
/** p99 in milliseconds, for one reader at a time: what a click costs the store, on either engine. */
const ALONE_MS_MAX = { list: 20, global: 5, clients: 10 } as const
/** p99 in milliseconds. */
const READ_MS_MAX = {
  sqlite: { account: 20, list: 20, filter: 30, history: 20, peers: 50, global: 5 },
  postgres: { account: 40, list: 40, filter: 40, history: 40, peers: 50, global: 40 },
} as const satisfies Record<Engine, object>

export interface Bench {
  life: Lifetime
  client: LoadClient
  product: Product
  questions: Questions
  pace: Pace
}

export async function readFigures(bench: Bench, engine: Engine): Promise<Figure[]> {
  const { client, product, questions, pace } = bench
  const limits = READ_MS_MAX[engine]
  const store = engine === 'sqlite' ? '' : 'PostgreSQL: '
  const latency = (name: string, limit: number | null, requests: LoadRequest[]) =>
    latencyFigure(`${store}${name}`, limit, { client, port: product.port, requests, pace })
  const alone = (name: string, limit: number, requests: LoadRequest[]) =>
    latencyFigure(`${store}${name}, one reader`, limit, { client, port: product.port, requests, pace, connections: 1 })
  product.beginWatching()
  const figures = [
    ...(engine === 'sqlite' ? await compareWithBare(bench) : []),
    await latency('one account', limits.account, questions.accountsWithPosts),
    await latency('list of 100 by followers', limits.list, questions.lists.followers),
    await latency('list of 100 by engagement', limits.list, questions.lists.engagement),
    await latency('list of 100 by date added', limits.list, questions.lists.recent),
    await latency('list of 100 by columns of a period', limits.list, questions.ofPeriods),
    await latency('list of 100 filtered by name', limits.filter, questions.filtered),
    await latency('history of 30 days', limits.history, questions.histories),
    await latency('an account beside 50 peers', limits.peers, questions.peers),
    await latency('global metrics', limits.global, questions.global),
    await latency('global metrics of a period', limits.global, questions.periodTotals),
    await alone('list of 100 by columns of a period', ALONE_MS_MAX.list, questions.ofPeriods),
    await alone('list of 100 of a category', ALONE_MS_MAX.list, questions.ofFilters.category),
    await alone('list of 100 with a tag', ALONE_MS_MAX.list, questions.ofFilters.tag),
    await alone('list of 100 from a source', ALONE_MS_MAX.list, questions.ofFilters.source),
    await alone('global metrics of a period', ALONE_MS_MAX.global, questions.periodTotals),
    await alone('metrics of each company', ALONE_MS_MAX.clients, questions.clients),
    await latency('writes (notes of an account)', WRITE_MS_MAX, questions.writes),
  ]
  const { p99, max } = await product.eventLoopDelay()
  return [
    ...figures,
    atMost(
      `${store}event-loop delay under all of this: p99`,
      p99,
      EVENT_LOOP_MS_MAX,
      'ms',
      ` (longest ${Math.round(max)} ms)`,
    ),
  ]
}

async function compareWithBare({ life, client, product, questions, pace }: Bench): Promise<Figure[]> {
  const compareThroughput = (what: string, requests: LoadRequest[]) =>
    throughputFigure(`${what}, of bare node:http`, BARE_PERCENT_MIN, {
      life,
      client,
      port: product.port,
      requests,
      pace,
    })
  return [
    await compareThroughput('one account with 12 posts', questions.accountsWithPosts),
    await compareThroughput('one account without posts', questions.accountsWithoutPosts),
  ]
}
