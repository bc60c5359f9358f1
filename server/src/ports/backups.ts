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
}

export interface BackupMaker {
  /**
   * Copies the database as it is at one moment, then its media, into `path`; beside a running server. `path` appears
   * when all of it was read back and found whole, and must not be there before. `onProgress` gets shares from 0 to 1.
   * Throws `CannotBackUp` with a sentence for users.
   */
  make(path: string, onProgress?: (share: number) => void): Promise<BackupContents>
}

export class CannotBackUp extends Error {
  override name = 'CannotBackUp'
}
