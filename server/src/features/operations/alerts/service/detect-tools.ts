/** What is looked at for causes. */
import type { CreditsService } from '#features/billing/index.ts'
import type { OwnAccountsService } from '#features/publishing/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { BackupDrillsService } from '../../backup-drills/backup-drills.service.ts'
import type { BackupsService } from '../../backups/backups.service.ts'

export interface DetectTools {
  database: Database
  log: Log
  credits: Pick<CreditsService, 'low'>
  backups: Pick<BackupsService, 'list'>
  backupDrills: Pick<BackupDrillsService, 'lastEnded'>
  /** Whether figures can be read without a user. */
  hasSource: () => Promise<boolean>
  /** Of sources, where it is known when they end. */
  tokens: () => Promise<readonly { name: string; title: string; expiresAt: number }[]>
  /** Accounts that their owners have connected. */
  ownAccounts: Pick<OwnAccountsService, 'ending'>
}
