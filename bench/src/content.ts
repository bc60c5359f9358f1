/**
 * `npm run bench -- content`: 200,000 content items in one company: how soon their counts and the first page of drafts
 * come, and how long a change takes. Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import type { Engine } from '../../server/src/platform/database/database.ts'
import { contentQuestions, fillWithItems } from './lib/content-items.ts'
import { CONNECTIONS, latencyFigure, type Pace } from './lib/latency.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { type LoadClient, type LoadRequest, loadClient } from './lib/load.ts'
import { privateCluster } from './lib/postgres.ts'
import { type ProductSettings, startProduct } from './lib/product.ts'
import { signEverybodyIn } from './lib/requests.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

interface Plan {
  items: number
  pace: Pace
}

const FULL: Plan = { items: 200_000, pace: { seconds: 6, rounds: 3 } }
const QUICK: Plan = { items: 20_000, pace: { seconds: 2, rounds: 1 } }

/** p99 in milliseconds. */
const READ_MS_MAX = { sqlite: 20, postgres: 40 } as const satisfies Record<Engine, number>
/** A month of the calendar holds thousands of items here, and a search looks at many. */
const SEARCH_MS_MAX = { sqlite: 30, postgres: 40 } as const satisfies Record<Engine, number>
const CHANGE_MS_MAX = 50
const EVENT_LOOP_MS_MAX = 25

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      items: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const base = values.quick ? QUICK : FULL
  const plan: Plan = {
    items: Number(values.items ?? base.items),
    pace: { ...base.pace, seconds: Number(values.seconds ?? base.pace.seconds) },
  }
  await withLifetime(async (life) => {
    const client = loadClient(life)
    const figures: Figure[] = []
    if (values.only.includes('sqlite'))
      figures.push(...(await contentFigures(life, client, plan, 'sqlite', { dataFolder: life.folder('sqlite') })))
    if (values.only.includes('postgres')) figures.push(...(await onPostgres(life, client, plan)))
    reportFigures(`${formatNumber(plan.items)} items of one company, ${CONNECTIONS} connections`, figures)
  })
}

async function onPostgres(life: Lifetime, client: LoadClient, plan: Plan): Promise<Figure[]> {
  const cluster = await privateCluster(life)
  if ('missing' in cluster) return [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
  const settings = { dataFolder: life.folder('postgres-data'), databaseUrl: cluster.url }
  const figures = await contentFigures(life, client, plan, 'postgres', settings, cluster.settle)
  await cluster.end()
  return figures
}

async function contentFigures(
  life: Lifetime,
  client: LoadClient,
  { items, pace }: Plan,
  engine: Engine,
  settings: ProductSettings,
  settle: () => void = () => {},
): Promise<Figure[]> {
  const since = performance.now()
  await fillWithItems(settings, items)
  settle()
  say(`${engine} filled with ${formatNumber(items)} items in ${formatNumber((performance.now() - since) / 1000)} s`)
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const questions = contentQuestions(await signEverybodyIn(product.port), items)
  const store = engine === 'sqlite' ? '' : 'PostgreSQL: '
  const limit = READ_MS_MAX[engine]
  const latency = (name: string, limitMs: number | null, requests: LoadRequest[]) =>
    latencyFigure(`${store}${name}`, limitMs, { client, port: product.port, requests, pace })
  product.beginWatching()
  const figures = [
    await latency('counts', limit, questions.counts),
    await latency('first 100 drafts', limit, questions.drafts),
    await latency('first 100 of all items', limit, questions.all),
    await latency('changes of a caption', CHANGE_MS_MAX, questions.captions),
    await latency('changes of a status', CHANGE_MS_MAX, questions.statuses),
  ]
  const { p99, max } = await product.eventLoopDelay()
  // After the event loop has been judged.
  const others = [
    await latency('a month of the calendar', SEARCH_MS_MAX[engine], questions.calendar),
    await latency('first 100 drafts of a media type', null, questions.media),
    await latency('drafts with a text', SEARCH_MS_MAX[engine], questions.searched),
  ]
  await product.stop()
  const note = ` (longest ${Math.round(max)} ms)`
  return [
    ...figures,
    atMost(`${store}event-loop delay under these: p99`, p99, EVENT_LOOP_MS_MAX, 'ms', note),
    ...others,
  ]
}

await main()
