/**
 * `npm run trials -- chaos [--minutes N] [--seed N] [--bar MS]`: two nodes that answer and two that work, on one PostgreSQL behind a
 * balancer, under reads, edits, reels, videos and sandbox payments. Every 20 seconds a node is killed (SIGKILL) and started again;
 * every 60 seconds the database restarts or loses its connections, and packets to it are dropped, late or reset; for 30 seconds the
 * disk of the data folders is full. Every acknowledged write is there once, no credit is lost, no job is stuck, no node ends by
 * itself, and within ten seconds after each fault nothing is refused and the p99 of a second's requests is below the bar (or twice
 * that of the undisturbed beginning, where this is more).
 * Needs PostgreSQL on this machine; as root it mounts a small disk.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { postgresPrograms } from '../own-postgres.ts'
import { randomFrom } from '../random-from.ts'
import { anySeed, Broken, trialOptions } from '../trial.ts'
import { startCluster } from './lib/cluster.ts'
import { verifyCluster } from './lib/cluster-checks.ts'
import { type Plan, planOf, shortPlan } from './lib/cluster-faults.ts'
import { beginClusterLoad, type ClusterLoad } from './lib/cluster-load.ts'
import { type Disturbance, findRecoveries, percentileOf, type Recovery } from './lib/recovery.ts'

export interface ChaosReport {
  requests: number
  acknowledged: number
  refused: Record<string, number>
  refusedStarts: number
  videos: number
  plans: number
  recoveries: Recovery[]
  /** Of undisturbed requests, in milliseconds. */
  calm: { p50: number; p99: number }
}

const RECOVERS_WITHIN_MS = 10_000
const BAR_MS = 1_500
const CALM_MS = 10_000
/** On a machine that is slower than the bar before anything has happened, requests count as quick up to so many times that. */
const CALM_TIMES = 2

export async function chaosTrial({
  minutes,
  seed,
  barMs = BAR_MS,
  recoversWithinMs = RECOVERS_WITHIN_MS,
  calmMs = CALM_MS,
  short,
  say = () => {},
}: {
  minutes: number
  seed: number
  barMs?: number
  recoversWithinMs?: number
  calmMs?: number
  /** One fault of each kind instead of so many minutes. */
  short?: { everyMs: number; diskFullMs: number }
  say?: (line: string) => void
}): Promise<ChaosReport> {
  const bin = postgresPrograms()
  if (!bin) throw new Error('PostgreSQL is not installed')
  const chance = randomFrom(seed)
  const cluster = await startCluster(bin, { drainSeconds: 0 })
  let load: ClusterLoad | null = null
  try {
    load = await beginClusterLoad(cluster.balancer.url)
    const broken = Promise.race([cluster.failed, load.failed])
    broken.catch(() => {})
    await Promise.race([pause(calmMs), broken])
    const calm = { p50: percentileOf(load.samples, 0.5), p99: percentileOf(load.samples, 0.99) }
    say(`undisturbed: p50 ${Math.round(calm.p50)} ms, p99 ${Math.round(calm.p99)} ms`)
    const plans = short ? shortPlan({ cluster, chance }, short) : planOf(minutes, { cluster, chance })
    const disturbances = await cause(plans, { broken, say })
    await Promise.race([pause(Math.min(recoversWithinMs, calmMs)), broken])
    await Promise.race([cluster.complete(), broken])
    const until = performance.now()
    const { requests, acknowledged, refused } = await Promise.race([load.end(), broken])
    const recoveries = findRecoveries(load.samples, disturbances, {
      barMs: Math.max(barMs, CALM_TIMES * calm.p99),
      until,
    })
    for (const { name, afterMs, worst } of recoveries)
      if (afterMs !== null && afterMs > 0)
        say(`${name}: as before after ${Math.round(afterMs)} ms (${describeSample(worst)})`)
    await verifyCluster(load.ledger, cluster.location)
    const { renders, plans: paid } = load.ledger
    say(
      `${requests} requests, ${acknowledged} acts acknowledged, ${renders.size} videos, ${paid.size} plans: nothing lost or twice, no job stuck`,
    )
    say(`refused, and sent again: ${JSON.stringify(refused)}; starts refused: ${cluster.countRefusedStarts()}`)
    const late = recoveries.find(({ afterMs }) => afterMs !== null && afterMs > recoversWithinMs)
    if (late) throw new Broken(`After "${late.name}" requests were slow or refused for ${late.afterMs} ms`)
    return {
      requests,
      acknowledged,
      refused,
      refusedStarts: cluster.countRefusedStarts(),
      videos: renders.size,
      plans: paid.size,
      recoveries,
      calm,
    }
  } finally {
    await cluster.close()
    await load?.end().catch(() => {})
  }
}

const describeSample = (worst: Recovery['worst']): string =>
  worst === null
    ? 'no request in the second before'
    : `${worst.what} ${worst.refusal ?? `took ${Math.round(worst.ms)} ms`}`

/** Causes everything at its time. Answers when each was. */
async function cause(
  plans: readonly Plan[],
  { broken, say }: { broken: Promise<never>; say: (line: string) => void },
): Promise<Disturbance[]> {
  const begun = performance.now()
  const disturbances: Disturbance[] = []
  const running: Promise<unknown>[] = []
  for (const plan of plans.toSorted((one, other) => one.at - other.at)) {
    await Promise.race([pause(Math.max(0, plan.at - (performance.now() - begun))), broken])
    const beganAt = performance.now()
    say(`${Math.round(plan.at / 1_000)} s: ${plan.name}`)
    const run = async () => {
      await plan.cause()
      disturbances.push({ name: plan.name, beganAt, endedAt: performance.now() })
    }
    const ended = run()
    ended.catch(() => {})
    running.push(ended)
  }
  await Promise.race([Promise.all(running), broken])
  return disturbances
}

if (import.meta.main) {
  const { minutes, seed, bar, say } = trialOptions({ minutes: 30, seed: anySeed(), bar: BAR_MS })
  const report = await chaosTrial({ minutes, seed, barMs: bar, say })
  const judged = report.recoveries.flatMap(({ afterMs }) => (afterMs === null ? [] : [afterMs]))
  say(
    `${report.recoveries.length} faults, ${judged.length} with a calm second before the next one: as before after ${Math.round(Math.max(0, ...judged))} ms at the longest`,
  )
}
