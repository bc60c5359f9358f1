/**
 * `npm run bench -- content-pull`: the first pull of a table of 20,000 records, against a stand-in that takes five calls in a
 * second and refuses everything for half a minute when there are more. Ends with 1 when a bar is missed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withLifetime } from './lib/lifetime.ts'
import { memoryGrowth, residentMb, watchMemory } from './lib/memory.ts'
import { ADMIN, ask, signIn, startProduct } from './lib/product.ts'
import { startTable } from './lib/stand-ins.ts'
import { atMost, formatNumber, reportFigures, say } from './lib/table.ts'

const LATENCY_MS = 50
const CALLS_PER_SECOND = 5
const PAGE_RECORDS = 100
/** Over what the service's own limit makes it take. */
const OVER_PERCENT_MAX = 5
const GROWTH_MB_MAX = 100
const LOOK_EVERY_MS = 20
const WARM_UP_MS = 3_000

interface Sync {
  pulledAt: string | null
  state: string
  message: string | null
}

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, records: { type: 'string' } },
  })
  const records = Number(values.records ?? (values.quick ? 2_000 : 20_000))
  await withLifetime(async (life) => {
    const table = await startTable(life, { latencyMs: LATENCY_MS, records })
    const product = await startProduct(life, { dataFolder: life.folder('pull'), environment: table.settings })
    const token = await signIn(product.port, ADMIN)
    const sync = () => ask<Sync>(product.port, token, 'GET', '/api/content/sync')
    await pause(WARM_UP_MS)
    const before = residentMb(product.pid)
    const most = watchMemory(product.pid)
    await ask(product.port, token, 'PUT', '/api/companies/1', { airtableTable: table.name })
    const since = performance.now()
    await ask(product.port, token, 'POST', '/api/content/sync')
    let latest = await sync()
    for (; latest.pulledAt === null && latest.state !== 'failing'; latest = await sync()) await pause(LOOK_EVERY_MS)
    const seconds = (performance.now() - since) / 1_000
    const peak = most()
    const { total } = await ask<{ total: number }>(product.port, token, 'GET', '/api/content/counts')
    const { calls, violations } = await table.report()
    if (total !== records || latest.message !== null || violations.length > 0 || calls.byStatus[429])
      throw new Error(`${total} of ${records} came: ${latest.message}, ${JSON.stringify(calls.byStatus)}`)
    // One call more says which columns there are.
    const least = (Math.ceil(records / PAGE_RECORDS) + 1) / CALLS_PER_SECOND
    const figures = [
      atMost(
        'first pull: over the limit of the service',
        (seconds / least - 1) * 100,
        OVER_PERCENT_MAX,
        '%',
        ` (${formatNumber(seconds)} s of ${formatNumber(least)} s at ${CALLS_PER_SECOND} calls/s)`,
      ),
      memoryGrowth('first pull: memory growth', before, peak, GROWTH_MB_MAX),
    ]
    for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
    reportFigures(`${formatNumber(records)} records`, figures)
  })
}

await main()
