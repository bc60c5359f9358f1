/** The part of the wiring that keeps what people bring: blobs, images and their smaller copies, uploads. */
import { type BlobLocation, blobStorageAt } from '#adapters/blob-storage/index.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { mediaLibrary, uploadsService } from '#features/content/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import { blobSweep, claimedBlobs, imageVariants } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { Renderer } from '#ports/renderer.ts'

export function composeMedia({
  database,
  clock,
  audit,
  log,
  location,
  images = sharpImages(),
  ...parts
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  log: Log
  location: BlobLocation
  renderer: Renderer
  temporaryPath: string
  companyBytesMax: number
  images?: Images | undefined
}) {
  const answers = blobStorageAt(location, { clock, log })
  const blobs = claimedBlobs({ database, clock, blobs: answers })
  const sweep = blobSweep({ database, clock, blobs: answers })
  const variants = imageVariants({ database, blobs, images })
  const uploads = uploadsService({ ...parts, database, clock, blobs, images, variants })
  const library = mediaLibrary({ database, clock, audit })
  return {
    /** For answers of sources: they are put often, and go by days of their own. */
    answers,
    /** For everything that a row will name. */
    blobs,
    images,
    variants,
    /** Removes blobs at once that no row names any more. */
    sweep: sweep.sweepClaims,
    services: { uploads, mediaLibrary: library },
    async purge(): Promise<void> {
      await library.purge()
      await sweep.purge()
    },
  }
}
