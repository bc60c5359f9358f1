/**
 * `npm run bench -- insights [--quick] [--accounts N] [--minutes N] [--days N]`: the insights of connected accounts are read against the
 * stand-in, which allows each account the least that the contract does, while people read two years of them. SQLite, one process. Ends
 * with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type PublishingStandIn, publishingStandIn } from '@tangelo/stand-ins'
import type { StoreLocation } from '../../server/src/platform/database/database.ts'
import { countReadings, fillInsights } from './lib/insight-rows.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { residentMb, watchMemory } from './lib/memory.ts'
import { cpuSeconds } from './lib/process-cost.ts'
import { ADMIN, type Product, signIn, startProduct } from './lib/product.ts'
import { fillAccounts, key } from './lib/publications.ts'
import { percentile } from './lib/statistics.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

/** A call of the Graph API takes about so long. */
const LATENCY_MS = 150
/** The contract: 4,800 calls a day for each impression, at the very least. */
const CALLS_PER_HOUR = 200
const READ_P99_MS = 25
/** Between two questions of the people who read meanwhile. */
const READ_EVERY_MS = 50
const FOUND_WITHIN_MS = 60_000
const HOUR_MS = 3_600_000

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      accounts: { type: 'string' },
      minutes: { type: 'string' },
      days: { type: 'string' },
    },
  })
  const accounts = Number(values.accounts ?? (values.quick ? 5 : 50))
  const minutes = Number(values.minutes ?? (values.quick ? 1 : 10))
  const days = Number(values.days ?? (values.quick ? 90 : 730))
  await withLifetime(async (life) => {
    const names = Array.from({ length: accounts }, (_, at) => `kitchen.${at}`)
    const stand = await publishingStandIn({
      // Few, so that the hour's calls reach the days of the past.
      accounts: names.map((username) => ({ username, posts: 3 })),
      latencyMs: LATENCY_MS,
      accountCallsPerHour: CALLS_PER_HOUR,
    }).start()
    try {
      const figures = await measure(life, stand, { names, days, minutes })
      if (stand.violations.length > 0) throw new Error(JSON.stringify(stand.violations.slice(0, 3)))
      for (const { name, measured } of figures) say(`  ${name} ${measured}`)
      reportFigures(
        `Insights of ${formatNumber(accounts)} accounts over ${formatNumber(days)} days for ${formatNumber(minutes)} minutes, ${LATENCY_MS} ms a call, SQLite`,
        figures,
      )
    } finally {
      await stand.end()
    }
  })
}

async function measure(
  life: Lifetime,
  stand: PublishingStandIn,
  { names, days, minutes }: { names: readonly string[]; days: number; minutes: number },
): Promise<Figure[]> {
  const dataFolder = life.folder('insights')
  const location: StoreLocation = { engine: 'sqlite', path: join(dataFolder, 'tangelo.sqlite') }
  const accountIds = await fillAccounts(location, stand, names)
  say('  filling')
  await fillInsights(location, { accountIds, days })
  const product = await startProduct(life, { dataFolder, environment: settingsOf(stand) })
  const token = await signIn(product.port, ADMIN)
  // The rounds begin with the first search for accounts that are due.
  const found = performance.now()
  while (stand.calls.total === 0 && performance.now() - found < FOUND_WITHIN_MS) await pause(READ_EVERY_MS)
  const [calls, cpu, readings] = [stand.calls.total, cpuSeconds(product.pid), await countReadings(location)]
  const [before, most, begun] = [residentMb(product.pid), watchMemory(product.pid), performance.now()]
  const times = await readFor(minutes * 60_000, product, { token, accountIds, days })
  const hours = (performance.now() - begun) / HOUR_MS
  const perAccount = (stand.calls.total - calls) / names.length
  const peak = most()
  const refused = Object.entries(stand.calls.byStatus())
    .filter(([status]) => Number(status) >= 400)
    .reduce((sum, [, count]) => sum + count, 0)
  const after = await countReadings(location)
  const daysRead = (after.days - readings.days) / names.length
  return [
    atMost(
      'reads meanwhile: p99',
      percentile(times, 0.99),
      READ_P99_MS,
      'ms',
      ` (p50 ${formatNumber(percentile(times, 0.5))} ms)`,
    ),
    aside('reads', `${formatNumber(times.length)}, the longest ${formatNumber(percentile(times, 1))} ms`),
    atMost('calls that the service refused', refused, 0, ''),
    // What was not used before may be made up for once, ten calls at most.
    atMost('calls of one account in an hour', Math.max(0, perAccount - 10) / hours, CALLS_PER_HOUR, ''),
    aside('calls in all', `${formatNumber(stand.calls.total - calls)} (${formatNumber(perAccount)} for each account)`),
    aside('days of the past that an account got', formatNumber(daysRead)),
    aside('readings of posts', formatNumber(after.posts - readings.posts)),
    aside(
      'memory meanwhile',
      before === null || peak === null
        ? 'not given by this system'
        : `${formatNumber(before)} to ${formatNumber(peak)} MB`,
    ),
    aside('processor time of the server', `${formatNumber(cpuSeconds(product.pid) - cpu)} s`),
  ]
}

const settingsOf = ({ hosts, clientId, clientSecret }: PublishingStandIn): Record<string, string> => ({
  ENCRYPTION_KEY: key.toString('hex'),
  FACEBOOK_APP_ID: clientId,
  FACEBOOK_APP_SECRET: clientSecret,
  FACEBOOK_WWW_URL: hosts.facebookWww,
  GRAPH_API_URL: hosts.facebookGraph,
  GRAPH_UPLOAD_URL: hosts.upload,
})

/** Screens of insights, one after the other, as several people open them; the first of each kind warms up. */
async function readFor(
  ms: number,
  { port }: Product,
  { token, accountIds, days }: { token: string; accountIds: readonly number[]; days: number },
): Promise<Float64Array> {
  const range = days > 365 ? 730 : 90
  const paths = accountIds.flatMap((id) => [
    `/api/accounts/${id}/insights?range=28`,
    `/api/accounts/${id}/insights?range=${range}`,
    `/api/accounts/${id}/insights/media?limit=50`,
    `/api/accounts/${id}/posts/history?limit=50`,
    '/api/accounts?limit=50',
  ])
  const headers = { authorization: `Bearer ${token}` }
  const times: number[] = []
  const begun = performance.now()
  for (let at = 0; performance.now() - begun < ms; at += 1) {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${paths[at % paths.length]}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${paths[at % paths.length]} answered ${answer.status}`)
    if (at >= paths.length) times.push(performance.now() - since)
    await pause(READ_EVERY_MS)
  }
  return Float64Array.from(times).sort()
}

await main()
