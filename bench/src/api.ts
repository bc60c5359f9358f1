/**
 * `npm run bench -- api`: the speed and memory of the server on 10,000 accounts with a year of daily figures, against the
 * bars of the project, in one table. Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { fillStore } from './lib/fill.ts'
import { importFigures } from './lib/imports.ts'
import { CONNECTIONS, type Pace } from './lib/latency.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { type LoadClient, loadClient } from './lib/load.ts'
import { privateCluster } from './lib/postgres.ts'
import { type ProductSettings, startProduct } from './lib/product.ts'
import { readFigures } from './lib/reads.ts'
import { questionsFor, signEverybodyIn } from './lib/requests.ts'
import { startUpFigures } from './lib/start-up.ts'
import { aside, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

interface Plan {
  accounts: number
  days: number
  pace: Pace
  starts: number
  restSeconds: number
  importRows: number
}

const FULL: Plan = {
  accounts: 10_000,
  days: 365,
  pace: { seconds: 6, rounds: 3 },
  starts: 5,
  restSeconds: 10,
  importRows: 1_000_000,
}
const QUICK: Plan = {
  accounts: 1_000,
  days: 365,
  pace: { seconds: 2, rounds: 1 },
  starts: 1,
  restSeconds: 2,
  importRows: 100_000,
}

const ENGINES = ['sqlite', 'postgres']

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      accounts: { type: 'string' },
      days: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', default: ENGINES.join() },
    },
  })
  const base = values.quick ? QUICK : FULL
  const plan: Plan = {
    ...base,
    accounts: Number(values.accounts ?? base.accounts),
    days: Number(values.days ?? base.days),
    pace: { ...base.pace, seconds: Number(values.seconds ?? base.pace.seconds) },
  }
  const chosen = values.only.split(',')
  const unknown = chosen.find((engine) => !ENGINES.includes(engine))
  if (unknown) throw new Error(`--only takes ${ENGINES.join(' or ')}, not ${unknown}`)
  await withLifetime(async (life) => {
    const client = loadClient(life)
    const figures = [
      ...(chosen.includes('sqlite') ? await onSqlite(life, client, plan) : []),
      ...(chosen.includes('postgres') ? await onPostgres(life, client, plan) : []),
    ]
    reportFigures(`${formatNumber(plan.accounts)} accounts × ${plan.days} days, ${CONNECTIONS} connections`, figures)
  })
}

async function onSqlite(life: Lifetime, client: LoadClient, plan: Plan): Promise<Figure[]> {
  const settings = { dataFolder: life.folder('sqlite') }
  await fill('SQLite', settings, plan)
  say('Start')
  const startUp = await startUpFigures(life, settings, plan)
  say('Reads and writes on SQLite')
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const people = await signEverybodyIn(product.port)
  const questions = await questionsFor(product.port, people, plan.accounts)
  const reads = await readFigures({ life, client, product, questions, pace: plan.pace }, 'sqlite')
  await product.stop()
  say('Imports')
  const bench = { life, client, people, questions }
  const days = Math.min(plan.days, Math.floor(plan.importRows / Math.min(plan.accounts, 2_500)))
  const rows = { accounts: Math.ceil(plan.importRows / days), days }
  const runImport = (order: 'by account' | 'by day', readers: 'none' | 'paced' | 'at full speed', round: number) =>
    importFigures(bench, settings, { order, readers, rows: { ...rows, after: plan.days + round * days } })
  return [
    ...reads,
    ...(await runImport('by account', 'none', 0)),
    ...(await runImport('by account', 'paced', 1)),
    ...(await runImport('by day', 'paced', 2)),
    ...(await runImport('by account', 'at full speed', 3)),
    ...startUp,
  ]
}

async function onPostgres(life: Lifetime, client: LoadClient, plan: Plan): Promise<Figure[]> {
  const cluster = await privateCluster(life)
  if ('missing' in cluster) {
    say(`Skipped: reads on PostgreSQL (${cluster.missing})`)
    return [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
  }
  const settings = { dataFolder: life.folder('postgres-data'), databaseUrl: cluster.url }
  await fill('PostgreSQL', settings, plan)
  cluster.settle()
  say('Reads and writes on PostgreSQL')
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const people = await signEverybodyIn(product.port)
  const questions = await questionsFor(product.port, people, plan.accounts)
  const reads = await readFigures({ life, client, product, questions, pace: plan.pace }, 'postgres')
  await product.stop()
  await cluster.end()
  return reads
}

async function fill(store: string, settings: ProductSettings, plan: Plan): Promise<void> {
  const since = performance.now()
  await fillStore(settings, plan)
  say(
    `${store} filled with ${formatNumber(plan.accounts * plan.days)} snapshots in ${formatNumber((performance.now() - since) / 1000)} s`,
  )
}

await main()
