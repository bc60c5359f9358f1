/**
 * `npm run bench -- streams [--streams N] [--nodes N] [--seconds N] [--rate N]`: event streams of people of many companies, spread over
 * several nodes on one PostgreSQL, while so many changes a second are made through one of the nodes: how long each took from its
 * moment to every open stream of its company. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { insertNew, openDatabase } from '../../server/src/platform/database/database.ts'
import { newSecret, secretHash } from '../../server/src/platform/secrets.ts'
import { type EventStreams, openStreams } from './lib/event-streams.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { residentMb } from './lib/memory.ts'
import { fillWithPeople } from './lib/people.ts'
import { privateCluster } from './lib/postgres.ts'
import { cpuSeconds } from './lib/process-cost.ts'
import { ADMIN, ask, type Product, type ProductSettings, signIn, startProduct } from './lib/product.ts'
import { percentile } from './lib/statistics.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

/** Of one process, as the product has them. */
const STREAMS_OF_SESSION = 10
const STREAMS_OF_COMPANY = 60
const USERS_OF_COMPANY = STREAMS_OF_COMPANY / STREAMS_OF_SESSION
const EVENT_MS_MAX = 500
const SETTLE_MS = 2_000
const HEARS_WITHIN_MS = 10_000

async function main() {
  const { values } = parseArgs({
    options: {
      streams: { type: 'string', default: '10000' },
      nodes: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '30' },
      rate: { type: 'string', default: '20' },
    },
  })
  const [streams, nodes] = [Number(values.streams), Number(values.nodes)]
  await withLifetime(async (life) => {
    const cluster = await privateCluster(life)
    if ('missing' in cluster) return reportFigures('', [aside('PostgreSQL', `skipped: ${cluster.missing}`)])
    const plan = { streams, nodes, seconds: Number(values.seconds), perSecond: Number(values.rate) }
    const figures = await streamFigures(life, cluster.url, plan)
    reportFigures(
      `${formatNumber(streams)} event streams on ${nodes} nodes, ${plan.perSecond} changes a second`,
      figures,
    )
  })
}

interface Plan {
  streams: number
  nodes: number
  seconds: number
  perSecond: number
}

async function streamFigures(life: Lifetime, databaseUrl: string, plan: Plan): Promise<Figure[]> {
  const folder = life.folder('streams')
  const settingsOf = (node: number): ProductSettings => ({
    dataFolder: join(folder, String(node)),
    databaseUrl,
    environment: { ROLE: 'api', ENCRYPTION_KEY: 'ab'.repeat(32), DRAIN_SECONDS: '0' },
  })
  const companies = Math.max(1, Math.round(plan.streams / plan.nodes / STREAMS_OF_COMPANY))
  await fillWithPeople(settingsOf(0), { companies, users: 1 })
  const tokens = await openSessions(databaseUrl, companies)
  const products: Product[] = []
  for (let node = 0; node < plan.nodes; node += 1) products.push(await startProduct(life, settingsOf(node)))
  const [first] = products
  if (!first) throw new Error('There is no node')
  say(`${companies} companies, ${tokens.length} sessions`)
  const opened: EventStreams[] = []
  for (const { port } of products)
    for (const token of tokens)
      opened.push(await openStreams(port, { authorization: `Bearer ${token}` }, STREAMS_OF_SESSION))
  await pause(SETTLE_MS)
  say(`${opened.length * STREAMS_OF_SESSION} streams are open`)

  const admin = await signIn(first.port, ADMIN)
  const before = products.map(({ pid }) => cpuSeconds(pid))
  const since = performance.now()
  let events = 0
  for (; performance.now() - since < plan.seconds * 1_000; events += 1) {
    const path = `/api/companies/${1 + (events % companies)}/credits`
    await ask(first.port, admin, 'POST', path, { credits: 1, reason: `gift-${events}` })
    await pause(Math.max(0, ((events + 1) * 1_000) / plan.perSecond - (performance.now() - since)))
  }
  const seconds = (performance.now() - since) / 1_000
  const expected = events * STREAMS_OF_COMPANY * plan.nodes
  const countHeard = () => opened.reduce((sum, { delays }) => sum + delays.length, 0)
  const giveUpAt = performance.now() + HEARS_WITHIN_MS
  while (countHeard() < expected && performance.now() < giveUpAt) await pause(100)
  const cpu = products.map(({ pid }, at) => (100 * (cpuSeconds(pid) - (before[at] ?? 0))) / seconds)
  const memory = products.map(({ pid }) => residentMb(pid))
  for (const { end } of opened) end()
  await Promise.all(products.map(({ stop }) => stop()))
  const delays = opened.flatMap(({ delays }) => delays).toSorted((a, b) => a - b)
  return [
    atMost(
      'event to screen: p99',
      percentile(delays, 0.99),
      EVENT_MS_MAX,
      'ms',
      ` (p50 ${formatNumber(percentile(delays, 0.5))} ms)`,
    ),
    atLeast(
      'deliveries, of those that there should be',
      (100 * delays.length) / expected,
      100,
      '%',
      ` (${formatNumber(delays.length)})`,
    ),
    aside('changes', `${formatNumber(events / seconds)} a second`),
    aside('each node, of one core', cpu.map((percent) => `${formatNumber(percent)} %`).join(', ')),
    aside('each node, resident', memory.map((megabytes) => `${formatNumber(megabytes ?? 0)} MB`).join(', ')),
  ]
}

/** People of each company with a session each, past the door: signing in is slow on purpose. Answers their tokens. */
async function openSessions(url: string, companies: number): Promise<string[]> {
  const database = openDatabase({ engine: 'postgres', url })
  const now = Date.now()
  const tokens: string[] = []
  try {
    for (let company = 1; company <= companies; company += 1) {
      const people = Array.from({ length: USERS_OF_COMPANY }, (_, at) => `reader.${company}.${at}`)
      await insertNew(
        { queries: database.queries, engine: database.engine },
        'users',
        people.map((username) => ({
          company_id: company,
          username,
          username_key: username,
          password_hash: 'none',
          role: 'pro' as const,
          must_change_password: 0 as const,
          created_at: now,
        })),
      )
      const users = await database.queries.selectFrom('users').select('id').where('username', 'in', people).execute()
      const sessions = users.map(({ id }) => ({ userId: id, token: newSecret() }))
      await database.queries
        .insertInto('sessions')
        .values(
          sessions.map(({ userId, token }) => ({
            token_hash: secretHash(token),
            user_id: userId,
            created_at: now,
            last_seen_at: now,
            id: newSecret(),
            address: null,
            user_agent: null,
          })),
        )
        .execute()
      tokens.push(...sessions.map(({ token }) => token))
    }
  } finally {
    await database.close()
  }
  return tokens
}

await main()
