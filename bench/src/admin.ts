/**
 * `npm run bench -- admin`: the lists of the admin panel with 10,000 users in 500 companies, what a token costs a request,
 * and what 200 people who sign in at once do to everybody else. Ends with 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import type { Engine } from '../../server/src/platform/database/database.ts'
import { CONNECTIONS, latencyFigure, type Pace } from './lib/latency.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { bearer, get, type LoadClient, type LoadRequest, loadClient } from './lib/load.ts'
import { signInFigures } from './lib/many-sign-ins.ts'
import { type Filling, fillWithPeople } from './lib/people.ts'
import { privateCluster } from './lib/postgres.ts'
import { ADMIN, type Product, type ProductSettings, signIn, startProduct } from './lib/product.ts'
import { percentile } from './lib/statistics.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures } from './lib/table.ts'

interface Plan extends Filling {
  pace: Pace
  signIns: number
}

const FULL: Plan = { companies: 500, users: 10_000, pace: { seconds: 4, rounds: 3 }, signIns: 200 }
const QUICK: Plan = { companies: 50, users: 1_000, pace: { seconds: 1, rounds: 1 }, signIns: 50 }

/** p99 in milliseconds. */
const LIST_MS_MAX = { sqlite: 25, postgres: 60 } as const satisfies Record<Engine, number>
const TOKEN_MS_MAX = 0.3
const PAGE_ROWS = 100
const PAGES_DEEP = 5

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: 'sqlite,postgres' } },
  })
  const plan = values.quick ? QUICK : FULL
  await withLifetime(async (life) => {
    const client = loadClient(life)
    const figures: Figure[] = []
    if (values.only.includes('sqlite')) figures.push(...(await onSqlite(life, client, plan)))
    if (values.only.includes('postgres')) figures.push(...(await onPostgres(life, client, plan)))
    reportFigures(
      `${formatNumber(plan.users)} users of ${formatNumber(plan.companies)} companies, ${CONNECTIONS} connections`,
      figures,
    )
  })
}

async function onSqlite(life: Lifetime, client: LoadClient, plan: Plan): Promise<Figure[]> {
  const settings = { dataFolder: life.folder('sqlite') }
  const product = await fillAndStart(life, settings, plan)
  const token = await signIn(product.port, ADMIN)
  const figures = [
    ...(await listFigures(client, product, token, plan, 'sqlite')),
    await tokenFigure(client, product, token, plan),
    ...(await signInFigures(client, product, token, plan)),
  ]
  await product.stop()
  return figures
}

async function onPostgres(life: Lifetime, client: LoadClient, plan: Plan): Promise<Figure[]> {
  const cluster = await privateCluster(life)
  if ('missing' in cluster) return [aside('PostgreSQL', `skipped: ${cluster.missing}`)]
  const product = await fillAndStart(life, { dataFolder: life.folder('postgres-data'), databaseUrl: cluster.url }, plan)
  cluster.settle()
  const figures = await listFigures(client, product, await signIn(product.port, ADMIN), plan, 'postgres')
  await product.stop()
  await cluster.end()
  return figures
}

async function fillAndStart(life: Lifetime, settings: ProductSettings, plan: Plan): Promise<Product> {
  await fillWithPeople(settings, plan)
  return startProduct(life, settings)
}

async function listFigures(
  client: LoadClient,
  product: Product,
  token: string,
  { pace }: Plan,
  engine: Engine,
): Promise<Figure[]> {
  const store = engine === 'sqlite' ? '' : 'PostgreSQL: '
  const latency = async (name: string, limit: number | null, paths: string[]) =>
    latencyFigure(`${store}${name}`, limit, {
      client,
      port: product.port,
      requests: paths.map((path) => get(path, token)),
      pace,
    })
  const pages = (path: string) => pagesOf(product.port, token, path)
  const limit = LIST_MS_MAX[engine]
  return [
    await latency('users by name, page by page', limit, await pages('/api/users?sort=name')),
    await latency('users by role, page by page', limit, await pages('/api/users?sort=role')),
    await latency('users by age, page by page', limit, await pages('/api/users?sort=recent')),
    await latency('users of one company', limit, ofCompanies('/api/users')),
    await latency('companies by name, page by page', limit, await pages('/api/companies?sort=name')),
    await latency('companies by age, page by page', limit, await pages('/api/companies?sort=recent')),
    // Looks at every name: shown beside the pages, which have a bar.
    await latency('users whose name holds a text', null, [`/api/users?limit=${PAGE_ROWS}&q=123`]),
  ]
}

const ofCompanies = (path: string) =>
  Array.from({ length: 40 }, (_, index) => `${path}?limit=${PAGE_ROWS}&companyId=${index + 1}`)

/** The addresses of the first pages, as a screen that scrolls asks for them. */
async function pagesOf(port: number, token: string, path: string): Promise<string[]> {
  const addresses = [`${path}&limit=${PAGE_ROWS}`]
  while (addresses.length < PAGES_DEEP) {
    const answer = await fetch(`http://127.0.0.1:${port}${addresses.at(-1)}`, { headers: bearer(token) })
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    if (!next) break
    addresses.push(next)
  }
  return addresses
}

/** The same address with and without a token, one request at a time: the difference is the check, and the name it tells. */
async function tokenFigure(client: LoadClient, { port }: Product, token: string, { pace }: Plan): Promise<Figure> {
  const middle = async (request: LoadRequest) => {
    const { latencies } = await client.run({
      port,
      requests: [request],
      connections: 1,
      warmUpMs: 500,
      durationMs: (pace.seconds * 1000) / pace.rounds,
      perSecond: null,
    })
    return percentile(latencies, 0.5)
  }
  const differences: number[] = []
  for (let round = 0; round < pace.rounds; round += 1) {
    const without = await middle(get('/api/auth/status'))
    differences.push((await middle(get('/api/auth/status', token))) - without)
  }
  const added = differences.sort((a, b) => a - b)[Math.floor(differences.length / 2)] ?? Number.NaN
  return atMost('what a token adds to a request: p50', added, TOKEN_MS_MAX, 'ms')
}

await main()
