/**
 * Which processes work on one store: on PostgreSQL each sends a heartbeat every twenty seconds, with its load, dated by the clock of
 * the database. Only so can they warn an administrator that they share a database and not the files.
 */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type NodeLoad, nodeLoad } from '../node-load.ts'
import { VERSION } from '../version.ts'
import type { Database } from './database.ts'
import { storeNow } from './lease-moments.ts'

const SEEN_EVERY_MS = 20_000
/** A node that has missed three signs of life is gone. */
const GONE_AFTER_MS = 70_000
/** For so long an administrator still sees that it was there. */
const SHOWN_FOR_MS = 15 * 60_000
const LABEL_DIGITS = 6

/** A process as an administrator sees it. What an older version does not say is null. */
export interface NodeReport {
  label: string
  version: string | null
  role: Config['role'] | null
  startedAt: number | null
  load: NodeLoad | null
  /** Since its last heartbeat. */
  silentMs: number
  /** It has missed so many heartbeats that it has ended, or cannot reach the database. */
  isGone: boolean
  /** The process that answers. */
  isThis: boolean
}

export interface Nodes {
  /** Of this process among the others: its machine, and which of several on it. */
  readonly label: string
  /** Says that this node is there, until the answer is called. Answers after the first sign. */
  join(): Promise<{ leave(): Promise<void> }>
  /** By name. */
  list(): Promise<NodeReport[]>
  /** A sentence while several nodes work here and one keeps pictures and videos for itself; null otherwise. */
  problem(): Promise<string | null>
}

const silentMs = sql<number>`${storeNow} - seen_at`

export function nodesOf({
  database: { queries, engine },
  log,
  folder,
  keepsMedia,
  role,
}: {
  database: Database
  log: Log
  /** A process that is started again in the same place is the same node. */
  folder: string
  /** In its own folder, where no other node finds them. */
  keepsMedia: boolean
  role: Config['role']
}): Nodes {
  const name = hostname()
  const id = createHash('sha256').update(`${name} ${folder}`).digest('hex')
  const labelOf = (row: { id: string; name: string }) => `${row.name}-${row.id.slice(0, LABEL_DIGITS)}`
  const begun = performance.now()
  const runningMs = () => Math.round(performance.now() - begun)
  let isToldOf = false

  async function sign(load: NodeLoad): Promise<void> {
    const seen = {
      name,
      keeps_media: keepsMedia ? 1 : 0,
      seen_at: storeNow,
      version: VERSION,
      role,
      started_at: sql<number>`${storeNow} - ${runningMs()}::bigint`,
      event_loop_ms: load.eventLoopMs,
      memory_bytes: load.memoryBytes,
    }
    await queries
      .insertInto('nodes')
      .values({ id, ...seen })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
      .execute()
    await queries.deleteFrom('nodes').where(silentMs, '>', SHOWN_FOR_MS).execute()
    const found = await problem()
    if (found !== null && !isToldOf) log.warn({ problem: found }, 'nodes share a database and not their files')
    isToldOf = found !== null
  }

  async function problem(): Promise<string | null> {
    if (engine === 'sqlite') return null
    const seen = await queries
      .selectFrom('nodes')
      .select(['name', 'keeps_media'])
      .where(silentMs, '<=', GONE_AFTER_MS)
      .orderBy('name')
      .execute()
    const alone = seen.filter(({ keeps_media }) => keeps_media === 1)
    if (seen.length < 2 || alone.length === 0) return null
    const names = [...new Set(alone.map((node) => node.name))].join(', ')
    return `${seen.length} nodes share this database, but pictures and videos are kept in a folder that the others do not see (on ${names}). Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to one bucket on every node.`
  }

  let latest: NodeLoad | null = null

  async function list(): Promise<NodeReport[]> {
    const rows = await queries
      .selectFrom('nodes')
      .select([
        'id',
        'name',
        'version',
        'role',
        'started_at',
        'event_loop_ms',
        'memory_bytes',
        silentMs.as('silent_ms'),
      ])
      .orderBy('name')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      label: labelOf(row),
      version: row.version,
      role: row.role,
      startedAt: row.started_at,
      load:
        row.event_loop_ms === null || row.memory_bytes === null
          ? null
          : { eventLoopMs: row.event_loop_ms, memoryBytes: row.memory_bytes },
      silentMs: Math.max(0, row.silent_ms),
      isGone: row.silent_ms > GONE_AFTER_MS,
      isThis: row.id === id,
    }))
  }

  return {
    label: labelOf({ id, name }),
    problem,
    async list() {
      if (engine === 'postgres') return list()
      const startedAt = Date.now() - runningMs()
      const own = { label: labelOf({ id, name }), version: VERSION, role, startedAt, load: latest }
      return [{ ...own, silentMs: 0, isGone: false, isThis: true }]
    },
    async join() {
      const load = nodeLoad()
      const heartbeat = async () => {
        latest = load.read()
        if (engine === 'postgres') await sign(latest)
      }
      await heartbeat()
      const timer = setInterval(() => {
        heartbeat().catch((error) => log.error({ err: error }, 'this node could not say that it is there'))
      }, SEEN_EVERY_MS)
      return {
        async leave() {
          clearInterval(timer)
          load.end()
          // The database may be away by then: the others notice the silence.
          if (engine === 'postgres')
            await queries
              .deleteFrom('nodes')
              .where('id', '=', id)
              .execute()
              .catch(() => {})
        },
      }
    },
  }
}
