/**
 * `npm run bench -- refresh-days`: simulated days of the daily round on PostgreSQL, shared by several nodes through two connections, against an
 * instant stand-in, while a node is killed again and again. Every account must have one reading on each of its days, no connection
 * more calls in an hour than it may make. `--accounts 1000000 --days 30 --kill-every 60` is the whole of it. Ends with 1 when a bar
 * is missed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrations } from '../../server/src/migrations/index.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { type InstantGraph, instantGraph } from './lib/instant-graph.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { privateCluster } from './lib/postgres.ts'
import { createRandom } from './lib/random.ts'
import type { RefreshNodeReport, RefreshNodeSettings } from './lib/refresh-node.ts'
import { readRows, runStatement } from './lib/statements.ts'
import { aside, atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const DAY_MS = 24 * 60 * 60_000
const START = Date.UTC(2026, 10, 20)
const TICK_MS = 50
const LOOK_EVERY_TICKS = 10
/** Readings fall on 22 hours of a day; what is allowed is half as much again. */
const HOURS_READ = 22
const ALLOWED_SHARE = 1.5
/**
 * The clock slows down while more than this share of the accounts waits, and more than nodes that were killed may have leased; it goes
 * faster while less does. Too slow a clock would keep calls waiting for their quota.
 */
const WAITING_SHARE = 0.03
const WAITING_OF_NODE = 150
const SLOWER = 0.7
const FASTER = 1.1
const SPEED_MIN = 300
/** What is late may still be read: each day ends in two hours without readings. Those of the last day pass as slowly as this takes. */
const REST_MS = 2 * 60 * 60_000
/**
 * Leases end by the time of the machine, whatever this clock says: what a node had leased that was killed just before these two hours
 * is back with the others, and read, before they are over. A tick is half a minute then, little of the hour whose calls are counted.
 */
const LEASE_NOTICED_MS = 12_000
const SPEED_MAX = REST_MS / LEASE_NOTICED_MS
const READ_A_SECOND = 100
/** A call is counted when it arrives, up to some ticks after its place. */
const LATE_SHARE = 0.03
/** Connections of the one source. */
const TOKENS = ['first', 'second']
/** Every tenth account is read every three days, and every tenth weekly. */
const EVERY = [1, 1, 1, 1, 1, 1, 1, 1, 3, 7] as const

interface Plan {
  accounts: number
  days: number
  nodes: number
  killSeconds: number
  seed: number
}

async function main() {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '20000' },
      days: { type: 'string', default: '5' },
      nodes: { type: 'string', default: '4' },
      'kill-every': { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  })
  const plan: Plan = {
    accounts: Number(values.accounts),
    days: Number(values.days),
    nodes: Number(values.nodes),
    killSeconds: Number(values['kill-every']),
    seed: Number(values.seed),
  }
  await withLifetime(async (life) => {
    const cluster = await privateCluster(life)
    if ('missing' in cluster) throw new Error(cluster.missing)
    const database = openDatabase({ engine: 'postgres', url: cluster.url })
    await migrate(database, migrations)
    await fill(database, plan)
    cluster.settle()
    const figures = await simulate(life, database, cluster, plan)
    await database.close()
    reportFigures(
      `${formatNumber(plan.accounts)} accounts, ${plan.days} days, ${plan.nodes} nodes, seed ${plan.seed}`,
      figures,
    )
  })
}

/** Accounts of one company that the clock knows, each due at its slot of the first day. */
async function fill(database: Database, { accounts }: Plan): Promise<void> {
  const { queries } = database
  const company = { name: 'Citrus Studio', name_key: 'citrus studio', time_zone: 'UTC', created_at: START }
  const { id } = await queries.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow()
  const every = `(array[${EVERY.join(', ')}])[1 + n % ${EVERY.length}]`
  const numbers = `from generate_series(1, ${accounts}) as n`
  await runStatement(
    database,
    `insert into accounts
      (company_id, username, username_key, created_at, is_followed, refresh_interval, refresh_days, slack_ms)
    select ${id}, 'account_' || n, 'account_' || n, ${START}, 1,
      case ${every} when 1 then 'daily' when 3 then 'three-days' else 'weekly' end, ${every}, (${every} - 1) * ${DAY_MS}::bigint
    ${numbers}`,
  )
  await runStatement(
    database,
    `insert into profile_syncs (username_key, source, due_at, every_days)
    select 'account_' || n, 'graph', ${START} + floor(random() * ${DAY_MS - REST_MS})::bigint, ${every} ${numbers}`,
  )
  // As adding a connection does.
  for (const at of TOKENS.keys())
    if (at > 0)
      await queries
        .insertInto('provider_quotas')
        .values({ name: `graph:${at}` })
        .execute()
}

async function simulate(
  life: Lifetime,
  database: Database,
  cluster: { url: string; pid: number },
  plan: Plan,
): Promise<Figure[]> {
  let now = START
  let speed = SPEED_MIN
  const graph = await instantGraph(() => now)
  // The first day reads all of them.
  const callsPerHour = Math.ceil(((plan.accounts / HOURS_READ) * ALLOWED_SHARE) / TOKENS.length)
  const settings = { databaseUrl: cluster.url, graphUrl: graph.url, tokens: TOKENS, callsPerHour }
  const nodes = new Set<ChildProcess>()
  let cpuOfEnded = 0
  const cpu = new Map<ChildProcess, number>()
  const begin = () => {
    const child = fork(join(import.meta.dirname, 'lib/refresh-node.ts'), { execArgv: NODE_FLAGS })
    life.child(child)
    child.send(Object.assign({ now }, settings) satisfies RefreshNodeSettings)
    child.on('message', (report: RefreshNodeReport) => cpu.set(child, report.cpuSeconds))
    child.once('exit', () => {
      cpuOfEnded += cpu.get(child) ?? 0
      cpu.delete(child)
      nodes.delete(child)
    })
    nodes.add(child)
  }
  for (let at = 0; at < plan.nodes; at += 1) begin()
  const random = createRandom(plan.seed)
  const since = performance.now()
  let killedAt = since
  let kills = 0
  let ticks = 0
  const end = START + plan.days * DAY_MS
  let waiting = 0
  const tolerated = Math.min(
    Math.max(plan.accounts * WAITING_SHARE, plan.nodes * WAITING_OF_NODE),
    // In two hours the connections can read twice as many.
    callsPerHour * TOKENS.length,
  )
  // The clock never stands: without time no call is allowed again, and what a killed node has leased is never given back.
  while (now < end - 1) {
    await pause(TICK_MS)
    ticks += 1
    const isRest = now >= end - REST_MS
    const pace = isRest ? Math.min(SPEED_MIN, (REST_MS * READ_A_SECOND) / (1_000 * Math.max(waiting, 1))) : speed
    now = Math.floor(Math.min(isRest ? end - 1 : end - REST_MS, now + TICK_MS * pace))
    for (const node of nodes) if (node.connected) node.send(now)
    if (ticks % LOOK_EVERY_TICKS === 0) {
      waiting = await countDue(database, now)
      speed = Math.max(SPEED_MIN, Math.min(SPEED_MAX, speed * (waiting > tolerated ? SLOWER : FASTER)))
    }
    if (performance.now() - killedAt >= plan.killSeconds * 1_000) {
      killedAt = performance.now()
      const victim = [...nodes][random.whole(0, nodes.size - 1)]
      victim?.kill('SIGKILL')
      // From now on nothing can be sent to it, also before its end is noticed here.
      if (victim) nodes.delete(victim)
      kills += 1
      begin()
      say(`day ${Math.floor((now - START) / DAY_MS) + 1}, ${graph.calls()} calls, ${waiting} wait, ${kills} killed`)
    }
  }
  const seconds = (performance.now() - since) / 1000
  const cpuSeconds = cpuOfEnded + [...cpu.values()].reduce((sum, one) => sum + one, 0)
  for (const node of nodes) node.kill('SIGKILL')
  await graph.end()
  return figuresOf(database, graph, { plan, callsPerHour, seconds, cpuSeconds, kills })
}

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning']

const countDue = async ({ queries }: Database, now: number): Promise<number> => {
  const row = await queries
    .selectFrom('profile_syncs')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('due_at', '<=', now)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function figuresOf(
  database: Database,
  graph: InstantGraph,
  run: { plan: Plan; callsPerHour: number; seconds: number; cpuSeconds: number; kills: number },
): Promise<Figure[]> {
  const { plan, callsPerHour, seconds, cpuSeconds, kills } = run
  const read = `select account_id, (captured_at - ${START}) / ${DAY_MS} as day, count(*) as readings
    from metric_snapshots group by 1, 2`
  const [counted] = await readRows(
    database,
    `select sum(readings) as readings, count(*) filter (where readings > 1) as twice from (${read}) as read`,
  )
  // On the first day each account is read, and from then on every so many days.
  const [missed] = await readRows(
    database,
    `with read as (${read}), due as (
      select accounts.id as account_id, day from accounts
      cross join generate_series(0, ${plan.days - 1}) as day where day % accounts.refresh_days = 0
    )
    select (select count(*) from due left join read on read.account_id = due.account_id and read.day = due.day
        where read.day is null) as missed,
      (select count(*) from read left join due on due.account_id = read.account_id and due.day = read.day
        where due.day is null) as wrong`,
  )
  const readings = Number(counted?.readings ?? 0)
  const most = Math.max(...TOKENS.map((token) => graph.mostInAnHour(token)))
  return [
    atMost('days of accounts with two readings', Number(counted?.twice ?? 0), 0, ''),
    atMost('due days without a reading', Number(missed?.missed ?? 0), 0, ''),
    atMost('readings on other days', Number(missed?.wrong ?? 0), 0, ''),
    atMost(
      'most calls of a connection in an hour, of those allowed',
      (most / callsPerHour) * 100,
      100 * (1 + LATE_SHARE),
      '%',
      ` (${formatNumber(most)} of ${formatNumber(callsPerHour)})`,
    ),
    aside(
      'readings',
      `${formatNumber(readings)}, ${formatNumber(graph.calls() - readings)} calls more (of nodes that were killed)`,
    ),
    aside('nodes killed', String(kills)),
    aside('readings a second', `${formatNumber(readings / seconds)} (${formatNumber(seconds)} s)`),
    aside(
      'readings a second per core of the nodes',
      `${formatNumber(readings / cpuSeconds)} (${formatNumber(cpuSeconds)} s of CPU)`,
    ),
  ]
}

await main()
