/**
 * For trials: two nodes that answer requests and two that work, on one PostgreSQL and one bucket, behind a balancer, as
 * `compose.yml` has them. Between the nodes and the database is a wire that can drop packets; their data folders are on a small
 * disk of their own where this user may mount one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Balancer, s3StandIn, startBalancer } from '@tangelo/stand-ins'
import type { StoreLocation } from '#platform/database/database.ts'
import { freePort, type OwnPostgres, ownPostgres } from '../../own-postgres.ts'
import { type RunningServer, type Settings, startServer } from '../../server-process.ts'
import { type SmallDisk, smallDisk } from '../../small-disk.ts'
import { type StoreProxy, storeProxy } from '../../store-proxy.ts'
import { Broken, PASSWORD } from '../../trial.ts'

export interface ClusterNode {
  name: string
  role: 'api' | 'worker'
  settings: Settings
  /** Null while it is started again. */
  server: RunningServer | null
}

export interface Cluster {
  nodes: readonly ClusterNode[]
  balancer: Balancer
  postgres: OwnPostgres
  wire: StoreProxy
  disk: SmallDisk | null
  /** Past the wire: for what is checked at the end. */
  location: StoreLocation
  /** Rejects when a node has ended by itself. */
  failed: Promise<never>
  /** SIGKILL. Resolves when it is dead; a new start begins at once, and is repeated while something keeps it from starting. */
  kill(node: ClusterNode): Promise<void>
  /** Resolves when every node runs. */
  complete(): Promise<void>
  /** SIGTERM, and a start of the version in `source`, or of this one. Resolves when it is ready. Throws `Broken` for an unclean end. */
  replace(node: ClusterNode, source?: string): Promise<void>
  /** Starts that were refused, as while the database is away, and repeated. */
  countRefusedStarts(): number
  close(): Promise<void>
}

const DISK_MEGABYTES = 96
const STARTS_WITHIN_MS = 90_000
const AGAIN_AFTER_MS = 500

export async function startCluster(
  bin: string,
  { source, drainSeconds }: { source?: string; drainSeconds: number },
): Promise<Cluster> {
  const postgres = await ownPostgres(bin)
  const wire = await storeProxy(postgres.url)
  const bucket = await s3StandIn().start()
  const disk = smallDisk(DISK_MEGABYTES)
  const folder = disk?.path ?? mkdtempSync(join(tmpdir(), 'tangelo-cluster-'))
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const common = {
    DATABASE_URL: wire.url,
    ADMIN_PASSWORD: PASSWORD,
    ENCRYPTION_KEY: 'ab'.repeat(32),
    METRICS_TOKEN: 'metrics-token-of-this-trial',
    DRAIN_SECONDS: String(drainSeconds),
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const nodes: ClusterNode[] = []
  for (const [name, role] of [
    ['api-1', 'api'],
    ['api-2', 'api'],
    ['worker-1', 'worker'],
    ['worker-2', 'worker'],
  ] as const) {
    const place = { DATA_DIR: join(folder, name), ROLE: role, PORT: String(await freePort()) }
    nodes.push({ name, role, settings: { ...common, ...place }, server: null })
  }
  const addresses = nodes.flatMap(({ role, settings }) => (role === 'api' ? [`http://127.0.0.1:${settings.PORT}`] : []))
  const ending = new WeakSet<RunningServer>()
  const starting = new Map<ClusterNode, Promise<void>>()
  let refusedStarts = 0
  let isOver = false

  async function start(node: ClusterNode, from = source): Promise<void> {
    const giveUpAt = performance.now() + STARTS_WITHIN_MS
    for (;;)
      try {
        const server = await startServer(node.settings, undefined, from)
        node.server = server
        server.ended.then(({ code, stderr }) => {
          if (isOver || ending.has(server)) return
          failure.reject(new Broken(`${node.name} ended by itself (${code}): ${stderr.slice(-2_000)}`))
        })
        return
      } catch (error) {
        // As an orchestrator does: a start that says why it is refused is tried again.
        if (!String(error).includes('tangelo did not start') || performance.now() > giveUpAt) throw error
        refusedStarts += 1
        await pause(AGAIN_AFTER_MS)
      }
  }

  async function end(node: ClusterNode, signal: 'SIGTERM' | 'SIGKILL') {
    const { server } = node
    if (!server) return null
    ending.add(server)
    node.server = null
    return server.end(signal)
  }

  await Promise.all(nodes.map((node) => start(node)))
  const balancer = await startBalancer({ nodes: addresses, checkEveryMs: 250 })
  return {
    nodes,
    balancer,
    postgres,
    wire,
    disk,
    location: { engine: 'postgres', url: postgres.url },
    failed: failure.promise,
    countRefusedStarts: () => refusedStarts,
    async kill(node) {
      await end(node, 'SIGKILL')
      starting.set(
        node,
        start(node).catch((error) => failure.reject(error)),
      )
    },
    complete: async () => void (await Promise.all(starting.values())),
    async replace(node, from) {
      const ended = await end(node, 'SIGTERM')
      if (ended?.code !== 0) throw new Broken(`${node.name} ended with ${ended?.code}: ${ended?.stderr}`)
      await start(node, from)
      const address = `http://127.0.0.1:${node.settings.PORT}`
      while (node.role === 'api' && !balancer.ready().includes(address)) await pause(AGAIN_AFTER_MS / 10)
    },
    async close() {
      isOver = true
      await balancer.end()
      await Promise.all(nodes.map((node) => end(node, 'SIGKILL')))
      await wire.close()
      await postgres.stop()
      await bucket.end()
      disk?.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
