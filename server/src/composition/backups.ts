/** Where backups come from and go to: the store and the media of an installation. */
import { type BackupSource, bucketTarget, folderTarget } from '#adapters/backup/index.ts'
import { type BlobLocation, blobStorageAt } from '#adapters/blob-storage/index.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'

/** Can be handed to another thread. */
export interface BackupLocation {
  store: StoreLocation
  blobs: BlobLocation
}

type Parts = { clock: Clock; log: Log }

export const backupSourceOf = ({ store, blobs }: BackupLocation, parts: Parts): BackupSource => ({
  store,
  media: blobs.s3 ? { bucket: blobStorageAt(blobs, parts) } : { folder: blobs.folder },
})

export const mediaTargetOf = (blobs: BlobLocation, parts: Parts) =>
  blobs.s3 ? bucketTarget(blobStorageAt(blobs, parts)) : folderTarget(blobs.folder)
