/**
 * `npm run bench -- grown`: a store of 300,000 accounts and 200,000 items, filled by SQL with as many snapshots as are asked for: how
 * soon pages, lists, searches, sums and a month of the calendar come, by which plans, and what a snapshot costs PostgreSQL, by month
 * and on request in one table. Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { fillGrown, type Grown } from './lib/grown-fill.ts'
import { buildGrownQuestions, PLANNED } from './lib/grown-questions.ts'
import { costsOfSnapshots, reshape, type Shape } from './lib/grown-shape.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { readerFigure } from './lib/one-reader.ts'
import { plansOf } from './lib/plans.ts'
import { type Cluster, privateCluster } from './lib/postgres.ts'
import { untilSettled } from './lib/process-cost.ts'
import { type ProductSettings, startProduct } from './lib/product.ts'
import { signEverybodyIn } from './lib/requests.ts'
import { aside, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

interface Plan extends Grown {
  samples: number
  questions: string
}

const FULL = { accounts: 300_000, items: 200_000, days: 5, samples: 200 }
const QUICK = { accounts: 30_000, items: 20_000, days: 5, samples: 60 }

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      accounts: { type: 'string' },
      items: { type: 'string' },
      days: { type: 'string' },
      snapshots: { type: 'string' },
      shapes: { type: 'string', default: 'months' },
      samples: { type: 'string' },
      only: { type: 'string', default: 'sqlite,postgres' },
      questions: { type: 'string', default: '' },
    },
  })
  const base = values.quick ? QUICK : FULL
  const accounts = Number(values.accounts ?? base.accounts)
  const plan: Plan = {
    accounts,
    items: Number(values.items ?? base.items),
    days: values.snapshots ? Math.ceil(Number(values.snapshots) / accounts) : Number(values.days ?? base.days),
    samples: Number(values.samples ?? base.samples),
    questions: values.questions,
  }
  await withLifetime(async (life) => {
    const figures: Figure[] = []
    if (values.only.includes('sqlite'))
      figures.push(...(await measureGrown(life, plan, { dataFolder: life.folder('sqlite') })))
    for (const shape of SHAPES)
      if (values.only.includes('postgres') && values.shapes.includes(shape))
        figures.push(...(await onPostgres(life, plan, shape)))
    const size = `${formatNumber(plan.accounts)} accounts, ${formatNumber(plan.accounts * plan.days)} snapshots, ${formatNumber(plan.items)} items`
    reportFigures(size, figures)
  })
}

/** The plans and costs of before come first. */
const SHAPES: readonly Shape[] = ['plain', 'months']
const NAMES: Record<Shape, string> = { plain: 'PostgreSQL, in one table', months: 'PostgreSQL' }

async function onPostgres(life: Lifetime, plan: Plan, shape: Shape): Promise<Figure[]> {
  const cluster = await privateCluster(life)
  if ('missing' in cluster) return [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
  const settings = { dataFolder: life.folder('postgres-data'), databaseUrl: cluster.url }
  await reshape(settings, shape)
  const figures = await measureGrown(life, plan, settings, { cluster, label: NAMES[shape] })
  figures.push(...(await costsOfSnapshots(settings, NAMES[shape])))
  await cluster.end()
  return figures
}

async function measureGrown(
  life: Lifetime,
  plan: Plan,
  settings: ProductSettings,
  postgres: { cluster: Cluster; label: string } | null = null,
): Promise<Figure[]> {
  const label = postgres ? `${postgres.label}: ` : ''
  const { rows, seconds, longest } = await fillGrown(settings, plan)
  postgres?.cluster.settle()
  const fill = `${formatNumber(rows / seconds)} rows/s of one core (${formatNumber(rows)} rows in ${formatNumber(seconds)} s; longest statement ${formatNumber(longest)} s)`
  say(`${label}${fill}`)
  const product = await startProduct(life, { ...settings, as: 'plain' })
  const people = await signEverybodyIn(product.port)
  const figures: Figure[] = [aside(`${label}filled by SQL`, fill)]
  const processes = [product.pid, ...(postgres ? [postgres.cluster.pid] : [])]
  await untilSettled(processes)
  const questions = buildGrownQuestions(people, plan.accounts).filter(({ name }) => name.includes(plan.questions))
  for (const { name, p99Max, requests } of questions)
    figures.push(
      await readerFigure(`${label}${name}`, p99Max, { port: product.port, processes, requests, samples: plan.samples }),
    )
  await product.stop()
  process.stdout.write(`\nPlans of ${postgres?.label ?? 'SQLite'}\n\n`)
  process.stdout.write(`${await plansOf(settings, PLANNED, postgres?.cluster.logPath ?? null)}\n`)
  return figures
}

await main()
