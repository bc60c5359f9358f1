import { alerts } from './alerts.ts'
import { attention } from './attention.ts'
import { backupDrills } from './backup-drills.ts'
import { backups } from './backups.ts'
import { demo } from './demo.ts'
import { errorLog } from './error-log.ts'
import { integrations } from './integrations.ts'
import { jobs } from './jobs.ts'
import { system } from './system.ts'

export type { AlertRules, AlertSettings, AlertThreshold } from './alert-rules.ts'
export type { Alert } from './alerts.ts'
export type { Attention, AttentionItem, FirstSteps } from './attention.ts'
export type { BackupDrill, BackupDrills } from './backup-drills.ts'
export type { Backup, Backups } from './backups.ts'
export type { Demo } from './demo.ts'
export type { ErrorLogEntry } from './error-log.ts'
export type { Capacity, Integration } from './integrations.ts'
export type { DeadLetter, QueuedKind } from './jobs.ts'
export type { InstallationNode, SystemReport } from './system.ts'

/** Every row of the domain, by part. */
export const operationsRoutes = {
  integrations,
  system,
  jobs,
  errorLog,
  backups,
  backupDrills,
  attention,
  alerts,
  demo,
} as const
