/**
 * `npm run bench -- refreshes`: the daily round over 10,000 accounts that are all due, against a stand-in that answers in
 * 50 ms, while people go on reading; and a thousand open event streams of many sessions and companies. Ends with 1 when a bar is missed.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { fillStore } from './lib/fill.ts'
import { CONNECTIONS } from './lib/latency.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { type LoadClient, loadClient } from './lib/load.ts'
import { memoryGrowth, residentMb, watchMemory } from './lib/memory.ts'
import { type Product, type ProductSettings, startProduct } from './lib/product.ts'
import { type People, questionsFor } from './lib/requests.ts'
import { sampleAccount } from './lib/sample-data.ts'
import { startStandIns } from './lib/stand-ins.ts'
import { percentile } from './lib/statistics.ts'
import { GROWTH_MB_MAX, LOOK_EVERY_MS, streamFigures } from './lib/stream-figures.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const LATENCY_MS = 50
const HOUR_SECONDS = 3_600
const USED_PERCENT_MIN = 90
const READ_MS_MAX = 50
const READERS_PER_SECOND = 100
const SLICE_SECONDS = 1
const WARM_UP_SECONDS = 5

async function main() {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '10000' },
      rate: { type: 'string', default: '100' },
      streams: { type: 'string', default: '1000' },
    },
  })
  const plan = { accounts: Number(values.accounts), perSecond: Number(values.rate), streams: Number(values.streams) }
  await withLifetime(async (life) => {
    const callsPerHour = plan.perSecond * HOUR_SECONDS
    const standIns = await startStandIns(life, { latencyMs: LATENCY_MS, callsPerHour })
    const settings: ProductSettings = { dataFolder: life.folder('refreshes'), environment: standIns.settings }
    await fillStore(settings, { accounts: plan.accounts, days: 10 })
    const client = loadClient(life)
    const { people, figures } = await streamFigures(life, settings, plan)
    figures.push(...(await roundFigures(life, client, settings, { ...plan, people }, standIns.graphCalls)))
    reportFigures(`${formatNumber(plan.accounts)} accounts, ${plan.perSecond} calls a second allowed`, figures)
  })
}

/** Everything is due since the beginning of time. */
async function makeAllDue({ dataFolder }: ProductSettings, accounts: number) {
  const database = openDatabase({ engine: 'sqlite', path: `${dataFolder}/tangelo.sqlite` })
  const names = Array.from({ length: accounts }, (_, index) => sampleAccount(index).username)
  await database.transaction(async (tx) => {
    await tx.updateTable('accounts').set({ is_followed: 1 }).execute()
    for (let at = 0; at < names.length; at += 500)
      await tx
        .insertInto('profile_syncs')
        .values(names.slice(at, at + 500).map((username_key) => ({ username_key, due_at: 0 })))
        .onConflict((conflict) => conflict.column('username_key').doUpdateSet({ due_at: 0 }))
        .execute()
  })
  await database.close()
}

async function roundFigures(
  life: Lifetime,
  client: LoadClient,
  settings: ProductSettings,
  plan: { accounts: number; perSecond: number; people: People },
  graphCalls: () => Promise<number>,
): Promise<Figure[]> {
  say('The round')
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const questions = await questionsFor(product.port, plan.people, plan.accounts)
  const reading = (seconds: number) =>
    client.run({
      port: product.port,
      requests: questions.mixed,
      connections: CONNECTIONS,
      warmUpMs: 0,
      durationMs: seconds * 1000,
      perSecond: READERS_PER_SECOND,
    })
  await reading(WARM_UP_SECONDS)
  const before = residentMb(product.pid)
  const callsBefore = await graphCalls()
  await makeAllDue(settings, plan.accounts)
  while ((await graphCalls()) === callsBefore) await pause(LOOK_EVERY_MS)
  const callsAtStart = await graphCalls()
  const since = performance.now()
  const most = watchMemory(product.pid)
  product.beginWatching()
  const latencies: number[] = []
  let calls = callsAtStart
  const end = callsBefore + plan.accounts
  while (calls < end) {
    latencies.push(...(await reading(SLICE_SECONDS)).latencies)
    calls = await graphCalls()
  }
  const seconds = (performance.now() - since) / 1000
  const { p99: late, max } = await product.eventLoopDelay()
  const peak = most()
  await allStored(settings, product, plan.accounts)
  const used = ((calls - callsAtStart) / seconds / plan.perSecond) * 100
  const sorted = latencies.sort((a, b) => a - b)
  const figures = [
    atLeast(
      'round: calls used of those allowed',
      used,
      USED_PERCENT_MIN,
      '%',
      ` (${formatNumber((calls - callsAtStart) / seconds)}/s)`,
    ),
    memoryGrowth('round: memory growth', before, peak, GROWTH_MB_MAX),
    atMost(
      'round: reads meanwhile, p99',
      percentile(sorted, 0.99),
      READ_MS_MAX,
      'ms',
      ` (p50 ${formatNumber(percentile(sorted, 0.5))} ms)`,
    ),
    aside('round: event-loop delay p99', `${formatNumber(late)} ms (longest ${Math.round(max)} ms)`),
  ]
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

/** The last answers are still being stored when the last call is made. Each account has one snapshot more, no more. */
async function allStored({ dataFolder }: ProductSettings, product: Product, accounts: number) {
  await product.stop()
  const database = openDatabase({ engine: 'sqlite', path: `${dataFolder}/tangelo.sqlite` })
  const rows = await database.queries
    .selectFrom('metric_snapshots')
    .select(['account_id', (row) => row.fn.countAll<number>().as('count')])
    .where('source', '=', 'graph')
    .groupBy('account_id')
    .execute()
  await database.close()
  const twice = rows.filter(({ count }) => Number(count) > 1).length
  if (twice > 0 || rows.length < accounts * 0.99)
    throw new Error(`${rows.length} of ${accounts} accounts have a snapshot, ${twice} more than one`)
}

await main()
