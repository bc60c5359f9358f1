/**
 * A thread that imports one file, or looks at it before, and ends. It has a store connection of its own and takes its turns at writing
 * together with the main thread, which goes on answering requests meanwhile.
 */
import { type MessagePort, workerData } from 'node:worker_threads'
import { type BlobLocation, blobStorageAt } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { type ImportJob, importFile, type PreviewJob, previewFile } from '#features/analytics/index.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { borrowWriteLock } from '#platform/database/write-lock.ts'
import { openLog } from '#platform/log.ts'
import { answerFromThread } from '#platform/thread.ts'
import { systemClock } from '#ports/clock.ts'

export interface ImportWorkerData {
  job: { import: ImportJob } | { preview: PreviewJob }
  location: StoreLocation
  blobLocation: BlobLocation
  turns: MessagePort
}

/** It reads little that it has not just written. */
const READER_CACHE_KB = 1_000

const { job, location, blobLocation, turns }: ImportWorkerData = workerData
const database = openDatabase(location, {
  turns: borrowWriteLock(turns),
  connections: 1,
  readerCacheKb: READER_CACHE_KB,
})
const tools = { database, clock: systemClock, readerFor: (timeZone: string) => figuresFile({ timeZone }) }
await answerFromThread((onProgress) =>
  'preview' in job
    ? previewFile(job.preview, { ...tools, onProgress })
    : importFile(job.import, {
        ...tools,
        blobs: blobStorageAt(blobLocation, { clock: systemClock, log: openLog('error') }),
      }),
)
await database.close()
turns.close()
