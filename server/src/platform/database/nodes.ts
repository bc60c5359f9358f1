/**
 * Which processes work on one PostgreSQL: each sends a heartbeat every twenty seconds. Only so can they warn an
 * administrator that they share a database and not the files.
 */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

const SEEN_EVERY_MS = 20_000
/** A node that has missed three signs of life is gone. */
const GONE_AFTER_MS = 70_000

export interface Nodes {
  /** Says that this node is there, until the answer is called. Answers after the first sign. */
  join(): Promise<{ leave(): Promise<void> }>
  /** A sentence while several nodes work here and one keeps pictures and videos for itself; null otherwise. */
  problem(): Promise<string | null>
}

export function nodesOf({
  database: { queries, engine },
  now,
  log,
  folder,
  keepsMedia,
}: {
  database: Database
  now: () => number
  log: Log
  /** A process that is started again in the same place is the same node. */
  folder: string
  /** In its own folder, where no other node finds them. */
  keepsMedia: boolean
}): Nodes {
  const name = hostname()
  const id = createHash('sha256').update(`${name} ${folder}`).digest('hex')
  let isToldOf = false

  async function sign(): Promise<void> {
    const row = { id, name, keeps_media: keepsMedia ? 1 : 0, seen_at: now() }
    await queries
      .insertInto('nodes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await queries
      .deleteFrom('nodes')
      .where('seen_at', '<', now() - GONE_AFTER_MS)
      .execute()
    const found = await problem()
    if (found !== null && !isToldOf) log.warn({ problem: found }, 'nodes share a database and not their files')
    isToldOf = found !== null
  }

  async function problem(): Promise<string | null> {
    if (engine === 'sqlite') return null
    const seen = await queries
      .selectFrom('nodes')
      .select(['name', 'keeps_media'])
      .where('seen_at', '>=', now() - GONE_AFTER_MS)
      .orderBy('name')
      .execute()
    const alone = seen.filter(({ keeps_media }) => keeps_media === 1)
    if (seen.length < 2 || alone.length === 0) return null
    const names = [...new Set(alone.map((node) => node.name))].join(', ')
    return `${seen.length} nodes share this database, but pictures and videos are kept in a folder that the others do not see (on ${names}). Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to one bucket on every node.`
  }

  return {
    problem,
    async join() {
      if (engine === 'sqlite') return { leave: async () => {} }
      await sign()
      const timer = setInterval(() => {
        sign().catch((error) => log.error({ err: error }, 'this node could not say that it is there'))
      }, SEEN_EVERY_MS)
      return {
        async leave() {
          clearInterval(timer)
          // The database may be away by then: the others notice the silence.
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
