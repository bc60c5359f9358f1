/** Where an installation keeps its blobs: in its data folder, or in S3, where other machines find them too. */
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { folderBlobStorage } from './folder.ts'
import { s3BlobStorage } from './s3.ts'
import { S3Failure, type S3Location } from './s3-failure.ts'

export { s3MonthFiles } from './s3-month-files.ts'

/** Can be handed to another thread. */
export interface BlobLocation {
  folder: string
  /** Instead of the folder. */
  s3: S3Location | null
}

export const blobStorageAt = ({ folder, s3 }: BlobLocation, parts: { clock: Clock; log: Log }): BlobStorage =>
  s3 ? s3BlobStorage(s3, parts) : folderBlobStorage(folder)

/** One sentence that says why S3 does not keep what is put there; null when it does, and when it is not used. */
export async function whyNotS3(s3: S3Location | null, parts: { clock: Clock; log: Log }): Promise<string | null> {
  try {
    if (s3) await s3BlobStorage(s3, parts).check()
    return null
  } catch (error) {
    if (error instanceof S3Failure) return error.message
    throw error
  }
}
