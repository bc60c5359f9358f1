/**
 * `npm run trials -- rolling-upgrade [--from REFERENCE] [--seconds N]`: two nodes that answer and two that work, of an earlier version
 * (the last tag; without one the last commit before the newest migration), on one PostgreSQL behind a balancer, under reads,
 * edits, reels, videos and sandbox payments. They are replaced by this version, one after the other, so that both versions work on
 * one store for a while. No request fails, but for those that the balancer itself sends to another node; everything acknowledged is
 * there once at the end. Needs git and PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/database.ts'
import { postgresPrograms } from '../own-postgres.ts'
import { Broken } from '../trial.ts'
import { type Cluster, startCluster } from './lib/cluster.ts'
import { verifyCluster } from './lib/cluster-checks.ts'
import { beginClusterLoad, type ClusterLoad } from './lib/cluster-load.ts'
import { checkOut, versionBefore } from './lib/earlier-version.ts'
import { percentileOf } from './lib/recovery.ts'

export interface UpgradeReport {
  requests: number
  acknowledged: number
  /** By the balancer, to another node. */
  retried: number
  videos: number
  plans: number
  /** Steps of the schema that came with this version. */
  migrations: string[]
  /** Of all requests while nodes were replaced, in milliseconds. */
  p99Ms: number
}

/** A worker first: it brings the schema that the others have to go on with. */
const ORDER = ['worker-1', 'api-1', 'worker-2', 'api-2']
/** What a client may hear of a request that is under way already. */
const NO_FAILURE = new Set(['in progress', '429'])

export async function rollingUpgradeTrial({
  from,
  secondsEach,
  say = () => {},
}: {
  from: string
  /** Both versions side by side, after each replacement. */
  secondsEach: number
  say?: (line: string) => void
}): Promise<UpgradeReport> {
  const bin = postgresPrograms()
  if (!bin) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-upgrade-'))
  let cluster: Cluster | null = null
  let load: ClusterLoad | null = null
  try {
    const source = checkOut(from, join(folder, 'before'))
    cluster = await startCluster(bin, { source, drainSeconds: 1 })
    const before = await migrationsOf(cluster)
    load = await beginClusterLoad(cluster.balancer.url)
    const broken = Promise.race([cluster.failed, load.failed])
    broken.catch(() => {})
    await Promise.race([pause(secondsEach * 1_000), broken])
    for (const name of ORDER) {
      const node = cluster.nodes.find((one) => one.name === name)
      if (!node) throw new Error(`There is no node ${name}`)
      const begun = performance.now()
      await Promise.race([cluster.replace(node, join(import.meta.dirname, '../..')), broken])
      say(`${name} replaced in ${Math.round(performance.now() - begun)} ms`)
      await Promise.race([pause(secondsEach * 1_000), broken])
    }
    const { requests, acknowledged, refused } = await Promise.race([load.end(), broken])
    const failures = Object.entries(refused).filter(([why]) => !NO_FAILURE.has(why))
    if (failures.length > 0) throw new Broken(`Requests failed: ${JSON.stringify(Object.fromEntries(failures))}`)
    await verifyCluster(load.ledger, cluster.location)
    return {
      requests,
      acknowledged,
      retried: cluster.balancer.countRetries(),
      videos: load.ledger.renders.size,
      plans: load.ledger.plans.size,
      migrations: (await migrationsOf(cluster)).filter((name) => !before.includes(name)),
      p99Ms: Math.round(percentileOf(load.samples, 0.99)),
    }
  } finally {
    await cluster?.close()
    await load?.end().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrationsOf({ location }: Cluster): Promise<string[]> {
  const database = openDatabase(location)
  const rows = await database.queries
    .withTables<{ migrations: { name: string } }>()
    .selectFrom('migrations')
    .select('name')
    .execute()
  await database.close()
  return rows.map(({ name }) => name)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string' } } })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const { reference, why } = values.from ? { reference: values.from, why: 'as requested' } : versionBefore()
  say(`from ${reference} (${why})`)
  const report = await rollingUpgradeTrial({ from: reference, secondsEach: Number(values.seconds ?? 10), say })
  say(`schema: ${report.migrations.join(', ') || 'the same'}`)
  say(
    `${report.requests} requests, ${report.acknowledged} acts acknowledged, ${report.videos} videos, ${report.plans} plans: none failed, nothing lost or twice`,
  )
  say(`${report.retried} requests went to another node, p99 ${report.p99Ms} ms`)
}
