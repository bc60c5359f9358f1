import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

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
