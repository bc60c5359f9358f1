/**
 * `npm run bench -- grown`: a store of 300,000 accounts and 200,000 items, filled by SQL: how soon lists, searches, sums and a month
 * of the calendar come, and by which plans. Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { fillGrown, type Grown } from './lib/grown-fill.ts'
import { grownQuestions, PLANNED } from './lib/grown-questions.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { readerFigure } from './lib/one-reader.ts'
import { plansOf } from './lib/plans.ts'
import { privateCluster } from './lib/postgres.ts'
import { type ProductSettings, startProduct } from './lib/product.ts'
import { signEverybodyIn } from './lib/requests.ts'
import { aside, concluded, type Figure, say, shown } from './lib/table.ts'

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
      samples: { type: 'string' },
      only: { type: 'string', default: 'sqlite,postgres' },
      questions: { type: 'string', default: '' },
    },
  })
  const base = values.quick ? QUICK : FULL
  const plan: Plan = {
    accounts: Number(values.accounts ?? base.accounts),
    items: Number(values.items ?? base.items),
    days: Number(values.days ?? base.days),
    samples: Number(values.samples ?? base.samples),
    questions: values.questions,
  }
  await withLifetime(async (life) => {
    const figures: Figure[] = []
    if (values.only.includes('sqlite'))
      figures.push(...(await grownFigures(life, plan, { dataFolder: life.folder('sqlite') })))
    if (values.only.includes('postgres')) figures.push(...(await onPostgres(life, plan)))
    concluded(`${shown(plan.accounts)} accounts, ${shown(plan.items)} items`, figures)
  })
}

async function onPostgres(life: Lifetime, plan: Plan): Promise<Figure[]> {
  const cluster = await privateCluster(life)
  if ('missing' in cluster) return [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
  const settings = { dataFolder: life.folder('postgres-data'), databaseUrl: cluster.url }
  const figures = await grownFigures(life, plan, settings, cluster)
  await cluster.end()
  return figures
}

async function grownFigures(
  life: Lifetime,
  plan: Plan,
  settings: ProductSettings,
  cluster: { pid: number; logPath: string; settle(): void } | null = null,
): Promise<Figure[]> {
  const store = cluster ? 'PostgreSQL: ' : ''
  const { rows, seconds } = await fillGrown(settings, plan)
  cluster?.settle()
  const fill = `${shown(rows / seconds)} rows/s of one core (${shown(rows)} rows in ${shown(seconds)} s)`
  say(`${store}${fill}`)
  const product = await startProduct(life, { ...settings, as: 'plain' })
  const people = await signEverybodyIn(product.port)
  const figures: Figure[] = [aside(`${store}filled by SQL`, fill)]
  const processes = [product.pid, ...(cluster ? [cluster.pid] : [])]
  const questions = grownQuestions(people, plan.accounts).filter(({ name }) => name.includes(plan.questions))
  for (const { name, p99Max, requests } of questions)
    figures.push(
      await readerFigure(`${store}${name}`, p99Max, { port: product.port, processes, requests, samples: plan.samples }),
    )
  await product.stop()
  process.stdout.write(`\nPlans ${cluster ? 'of PostgreSQL' : 'of SQLite'}\n\n`)
  process.stdout.write(`${await plansOf(settings, PLANNED, cluster?.logPath ?? null)}\n`)
  return figures
}

await main()
