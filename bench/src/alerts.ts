/**
 * `npm run bench -- alerts [--quick]`: one cleanup that hits 10,000 accounts, shown to twenty people, and rounds in which nothing is
 * new, on SQLite. Ends with 1 when a bar is missed.
 */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { alertEvaluation } from '../../server/src/features/operations/index.ts'
import { migrations } from '../../server/src/migrations/index.ts'
import { type Database, insertNew, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { withLifetime } from './lib/lifetime.ts'
import { median } from './lib/statistics.ts'
import { aside, atMost, formatNumber, reportFigures, say } from './lib/table.ts'

const CLEANUP_MS_MAX = 1_500
const QUIET_MS_MAX = 50
const LOOP_MS_MAX = 50
const RESOLUTION_MS = 2
const PEOPLE = 20
const ROUNDS = 15
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 9)
/** So new that its age is no alert. */
const NEWEST = { name: 'tangelo.tar', kind: 'whole' as const, bytes: 1, madeAt: new Date(NOW).toISOString() }
const TODAY = Math.floor(NOW / DAY_MS)

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const accounts = values.quick ? 1_000 : 10_000
  await withLifetime(async (life) => {
    const database = openDatabase({ engine: 'sqlite', path: join(life.folder('alerts'), 'tangelo.sqlite') })
    await migrate(database, migrations)
    say('Filling')
    await fill(database, accounts)
    let mails = 0
    const { evaluate } = alertEvaluation({
      database,
      clock: { now: () => NOW },
      log: openLog('silent'),
      credits: { low: async () => [] },
      backups: { list: async () => ({ files: [NEWEST], making: null, failure: null }) },
      backupDrills: { lastEnded: async () => null },
      hasSource: async () => true,
      tokens: async () => [],
      ownAccounts: { ending: async () => [] },
      metrics: { clients: async () => [] },
      attention: { list: async () => ({ items: [], later: { count: 0, until: null } }) },
      mail: {
        isOn: false,
        enqueueAll: async (_tx, requests) => {
          mails += requests.length
          return requests.length
        },
      },
    })
    const timeEvaluation = async () => {
      const [started, before] = [performance.now(), process.cpuUsage()]
      await evaluate()
      const { user, system } = process.cpuUsage(before)
      return { ms: performance.now() - started, processorMs: (user + system) / 1_000 }
    }
    say('Alerts')
    const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    const longest = (): number => loop.max / 1e6 - RESOLUTION_MS
    loop.enable()
    await pause(10 * RESOLUTION_MS)
    loop.reset()
    const cleanup = await timeEvaluation()
    await pause(RESOLUTION_MS)
    const held = longest()
    loop.reset()
    const quiet: Awaited<ReturnType<typeof timeEvaluation>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) quiet.push(await timeEvaluation())
    await pause(RESOLUTION_MS)
    const heldQuiet = longest()
    loop.disable()
    const alerts = await database.queries.selectFrom('alerts').select('sentence').execute()
    await database.close()
    reportFigures(`${formatNumber(accounts)} accounts that moved, ${PEOPLE} people`, [
      atMost('A cleanup is found and announced', cleanup.ms, CLEANUP_MS_MAX, 'ms'),
      aside('Its processor time', `${formatNumber(cleanup.processorMs)} ms`),
      atMost('The event loop is held meanwhile, longest', held, LOOP_MS_MAX, 'ms'),
      atMost('A round without anything new, median', median(quiet.map(({ ms }) => ms)), QUIET_MS_MAX, 'ms'),
      aside('Its processor time, median', `${formatNumber(median(quiet.map(({ processorMs }) => processorMs)))} ms`),
      atMost('The event loop is held meanwhile, longest', heldQuiet, LOOP_MS_MAX, 'ms'),
      atMost('Alerts for each person', alerts.length / PEOPLE, 1, ''),
      atMost('Mails for each person', mails / PEOPLE, 1, ''),
    ])
  })
}

async function fill(database: Database, accounts: number): Promise<void> {
  await database.transaction(async (queries) => {
    const into = { queries, engine: database.engine }
    await insertNew(into, 'companies', [{ name: 'One', name_key: 'one', time_zone: 'UTC', created_at: 0 }])
    const people = Array.from({ length: PEOPLE }, (_, at) => ({ username: `user${at}`, username_key: `user${at}` }))
    const rest = {
      password_hash: '',
      role: 'pro' as const,
      company_id: 1,
      must_change_password: 0 as const,
      created_at: 0,
    }
    await insertNew(
      into,
      'users',
      people.map((person) => ({ ...person, ...rest })),
    )
    const ids = Array.from({ length: accounts }, (_, at) => at + 1)
    await insertNew(
      into,
      'accounts',
      ids.map((id) => ({
        company_id: 1,
        username: `account${id}`,
        username_key: `account${id}`,
        created_at: 0,
        captured_at: NOW,
        source: 'graph' as const,
      })),
    )
    for (const day of Array.from({ length: 15 }, (_, back) => TODAY - back))
      await insertNew(
        into,
        'metric_snapshots',
        ids.map((account_id) => ({
          company_id: 1,
          account_id,
          captured_at: day * DAY_MS + 3_600_000,
          fingerprint: day,
          day,
          recorded_after: 0,
          source: 'graph' as const,
          followers: 1_000,
        })),
      )
    await insertNew(
      into,
      'account_moves',
      ids.map((account_id) => ({
        account_id,
        is_due: 0 as const,
        day: TODAY,
        change: -100 - (account_id % 500),
        kind: 'cleanup' as const,
        others: 40,
      })),
    )
  })
}

await main()
