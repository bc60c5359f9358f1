/**
 * Backups: everything an installation keeps, in one file that is checked before it counts (docs/decisions/0018).
 * What opens an outside service or another's secret, the key and the settings, is never in it.
 */

export interface BackupContents {
  /** Of the program that made it. */
  version: string
  madeAt: number
  storeBytes: number
  mediaFiles: number
  mediaBytes: number
  /** Files that the store names and the bucket did not have, or not as they were put there. */
  mediaMissing: number
}

export interface BackupMaker {
  /**
   * Copies the database as it is at one moment, then its media, into `path`; beside running servers. `path` appears
   * when all of it was read back and found whole, and must not be there before. `onProgress` gets shares from 0 to 1.
   * Throws `CannotBackUp` with a sentence for users.
   */
  make(path: string, onProgress?: (share: number) => void): Promise<BackupContents>
}

export class CannotBackUp extends Error {
  override name = 'CannotBackUp'
}

export interface DrillReport {
  accounts: number
  snapshots: number
  /** That do not follow from what they were made of. */
  figures: number
  auditEntries: number
  /** Entries of the audit log that are not as they were written, or missing. */
  entries: number
  mediaFiles: number
  mediaMissing: number
}

export interface BackupDrill {
  /**
   * Judges the backup, restores it into a store of its own beside the running one, audits that and removes it. Throws what
   * makes the backup unusable, by its name.
   */
  run(path: string, onProgress?: (share: number) => void): Promise<DrillReport>
}

/** There is no place for a scratch store; with a sentence for administrators. */
export class CannotTry extends Error {
  override name = 'CannotTry'
}
