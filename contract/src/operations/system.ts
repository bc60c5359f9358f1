import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

/** A process of the installation. What a node of an older version does not report is null. */
export const InstallationNode = z.object({
  /** Its machine, and which of several processes there. */
  name: z.string(),
  role: z.enum(['all', 'api', 'worker']).nullable(),
  version: z.string().nullable(),
  startedAt: Moment.nullable(),
  /** Since its last heartbeat, by the clock of the store. */
  silentSeconds: z.int(),
  /** It has missed so many heartbeats that it has ended, or cannot reach the store. It is listed for a quarter of an hour. */
  isGone: z.boolean(),
  /** How late its event loop was before its last heartbeat: the 99th percentile of twenty seconds. */
  eventLoopMs: z.number().nullable(),
  memoryBytes: z.int().nullable(),
  /** The process that answers. */
  isThis: z.boolean(),
})
export type InstallationNode = z.infer<typeof InstallationNode>

/** What the installation is made of, where it keeps what it knows, and how much room is left. */
export const SystemReport = z.object({
  /** Of tangelo. */
  version: z.string(),
  /** Of Node. */
  node: z.string(),
  /** When this process began; another node of the same installation has a moment of its own. */
  startedAt: Moment,
  store: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    bytes: z.int(),
    /** The steps of the schema, the latest first. */
    migrations: z.array(z.object({ name: z.string(), ranAt: Moment })),
    /** When all of it was last looked through for damage, by this process; null where it was not, as on PostgreSQL. */
    checkedAt: Moment.nullable(),
    /** What is wrong with it and what to do, in a sentence; null while nothing is known. */
    damage: z.object({ foundAt: Moment, message: z.string() }).nullable(),
  }),
  /** The processes that work on this store, by name. */
  nodes: z.array(InstallationNode),
  /** What an administrator should know and mend: a sentence each. */
  warnings: z.array(z.string()),
  disk: z.object({
    /** Of the disk that the data folder is on. */
    totalBytes: z.int(),
    freeBytes: z.int(),
    /** Pictures, uploads and videos; null where they are kept in a bucket. */
    mediaBytes: z.int().nullable(),
    backupBytes: z.int(),
  }),
  /** Users as whom so many sign-ins failed within an hour that others had to wait, in the last week; the latest first. */
  guessedUsers: z.array(z.object({ id: z.int(), username: z.string(), at: Moment })),
})
export type SystemReport = z.infer<typeof SystemReport>

export const system = {
  read: route({
    method: 'GET',
    path: '/api/system',
    access: 'admin',
    summary: 'Read versions, the store and the disk of this installation',
    reply: SystemReport,
  }),
}
