/** Where an installation keeps its blobs: in its data folder, or in S3, where other machines find them too. */
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { folderBlobStorage } from './folder.ts'
import { s3BlobStorage } from './s3.ts'
import type { S3Location } from './s3-failure.ts'

/** Can be handed to another thread. */
export interface BlobLocation {
  folder: string
  /** Instead of the folder. */
  s3: S3Location | null
}

export const blobStorageAt = ({ folder, s3 }: BlobLocation, parts: { clock: Clock; log: Log }): BlobStorage =>
  s3 ? s3BlobStorage(s3, parts) : folderBlobStorage(folder)
