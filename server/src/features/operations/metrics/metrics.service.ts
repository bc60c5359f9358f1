/**
 * What a monitoring system reads of the whole installation, beside what this process has recorded: the queue, the quotas of outside
 * services, the store. No figure is about one company or account.
 */
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { VERSION } from '#platform/version.ts'
import type { Clock } from '#ports/clock.ts'
import type { Figure, Metrics } from '#ports/metrics.ts'
import type { Queue } from '#ports/queue.ts'
import { metricsView } from './metrics.view.ts'

export type MetricsService = ReturnType<typeof metricsService>

export function metricsService({
  metrics,
  database,
  clock,
  queue,
  log,
  role,
}: {
  metrics: Metrics
  database: Database
  clock: Clock
  queue: Queue
  log: Log
  role: string
}) {
  const view = metricsView(database.queries)

  async function ofInstallation(): Promise<Figure[]> {
    const now = clock.now()
    const [kinds, oldest, quotas] = await Promise.all([queue.counts(), queue.oldestDue(), view.quotas()])
    return [...queueFigures(kinds, oldest, now), ...quotaFigures(quotas, now)]
  }

  return {
    /** Answers also while the store does not: then with the figures of the process alone. */
    async read(): Promise<{ contentType: string; text: string }> {
      const own = [aboutNode(role, database.engine), ...storeFigures(database)]
      try {
        const figures = await ofInstallation()
        return await metrics.write([...own, isUp(1), ...figures])
      } catch (error) {
        log.warn({ err: error }, 'the store does not answer for the metrics')
        return metrics.write([...own, isUp(0), ...queueFigures([], new Map(), 0), ...quotaFigures([], 0)])
      }
    },
  }
}

const gauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  values: { labels: Record<string, string>; value: number }[],
): Figure => ({ name, help, type: 'gauge', labelNames, values })

const single = (name: string, help: string, value: number) => gauge(name, help, [], [{ labels: {}, value }])

const aboutNode = (role: string, engine: string) =>
  gauge(
    'tangelo_node_info',
    'Always 1; the labels say what this node is',
    ['version', 'role', 'engine', 'runtime'],
    [{ labels: { version: VERSION, role, engine, runtime: process.versions.node }, value: 1 }],
  )

const isUp = (value: number) => single('tangelo_database_up', '1 while the database answers', value)

function storeFigures({ activity }: Database): Figure[] {
  const connections = activity.connections()
  return [
    {
      name: 'tangelo_database_statements_total',
      help: 'Statements of this process; with PostgreSQL each is a round trip',
      type: 'counter',
      labelNames: [],
      values: [{ labels: {}, value: activity.statements }],
    },
    gauge(
      'tangelo_database_connections',
      'Connections to PostgreSQL in the pool, and requests that wait for one',
      ['state'],
      Object.entries(connections ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    ),
  ]
}

const STATES = ['waiting', 'running', 'failed'] as const

function queueFigures(
  kinds: Awaited<ReturnType<Queue['counts']>>,
  oldest: ReadonlyMap<string, number>,
  now: number,
): Figure[] {
  return [
    gauge(
      'tangelo_queue_jobs',
      'Jobs of the installation, by kind and state; failed ones are kept for a week',
      ['kind', 'state'],
      kinds.flatMap((counts) =>
        STATES.map((state) => ({ labels: { kind: counts.kind, state }, value: counts[state] })),
      ),
    ),
    gauge(
      'tangelo_queue_oldest_job_age_seconds',
      'How long the oldest job has waited since it was due, by kind; 0 where none waits',
      ['kind'],
      kinds.map(({ kind }) => {
        const since = oldest.get(kind)
        return { labels: { kind }, value: since === undefined ? 0 : Math.max(0, (now - since) / 1_000) }
      }),
    ),
  ]
}

function quotaFigures(quotas: Awaited<ReturnType<ReturnType<typeof metricsView>['quotas']>>, now: number): Figure[] {
  const reported = quotas.flatMap(({ name, used_percent }) =>
    used_percent === null ? [] : [{ labels: { provider: name }, used: Math.min(1, used_percent / 100) }],
  )
  return [
    gauge(
      'tangelo_provider_quota_used_ratio',
      'Share of its quota that an outside service reports as used; absent where it reports none',
      ['provider'],
      reported.map(({ labels, used }) => ({ labels, value: used })),
    ),
    gauge(
      'tangelo_provider_quota_left_ratio',
      'Share of its quota that is left',
      ['provider'],
      reported.map(({ labels, used }) => ({ labels, value: 1 - used })),
    ),
    gauge(
      'tangelo_provider_wait_seconds',
      'How long a call to an outside service that is made now has to wait for its quota',
      ['provider'],
      quotas.map(({ name, next_call_at, paused_until }) => ({
        labels: { provider: name },
        value: Math.max(0, Math.max(next_call_at, paused_until) - now) / 1_000,
      })),
    ),
    gauge(
      'tangelo_provider_failures',
      'Calls to an outside service that failed in a row',
      ['provider'],
      quotas.map(({ name, failures }) => ({ labels: { provider: name }, value: failures })),
    ),
  ]
}
