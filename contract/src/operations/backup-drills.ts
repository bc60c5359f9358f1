import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

export const BackupDrill = z.object({
  id: z.int(),
  /** Whose data folder the backup is in. */
  node: z.string(),
  /** The name of the backup. */
  file: z.string(),
  /** Of the file. */
  bytes: z.int(),
  madeAt: Moment,
  begunAt: Moment,
  endedAt: Moment.nullable(),
  /** `failed`: it could not be restored, or the audit found something. */
  state: z.enum(['running', 'passed', 'failed']),
  /** Why it failed, in a sentence. */
  message: z.string().nullable(),
  /** What the audit looked at in the restored store; null until then. */
  looked: z
    .object({
      accounts: z.int(),
      snapshots: z.int(),
      auditEntries: z.int(),
      /** Figures and audit entries that do not hold. */
      problems: z.int(),
      mediaFiles: z.int(),
    })
    .nullable(),
})
export type BackupDrill = z.infer<typeof BackupDrill>

export const BackupDrills = z.object({
  /** The latest first, twelve at most: a year of monthly ones. */
  drills: z.array(BackupDrill),
  /** 0 to 1 while this node runs one; null otherwise. */
  progress: z.number().nullable(),
  /** Whether the node that answers has a backup to try. */
  hasBackup: z.boolean(),
})
export type BackupDrills = z.infer<typeof BackupDrills>

export const backupDrills = {
  list: route({
    method: 'GET',
    path: '/api/system/backup-drills',
    access: 'admin',
    summary: 'List the drills, in which a backup is restored into a scratch store and audited',
    reply: BackupDrills,
  }),
  run: route({
    method: 'POST',
    path: '/api/system/backup-drills',
    access: 'admin',
    summary: 'Restore the newest backup into a scratch store now and audit it, in the background',
    status: 202,
    reply: BackupDrills,
  }),
}
