/**
 * A thread that imports one file and ends. It has a store connection of its own and takes its turns at writing
 * together with the main thread, which goes on answering requests meanwhile.
 */
import { type MessagePort, workerData } from 'node:worker_threads'
import { type BlobLocation, blobStorageAt } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { type ImportJob, importFile } from '#features/analytics/index.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { borrowWriteLock } from '#platform/database/write-lock.ts'
import { openLog } from '#platform/log.ts'
import { answerFromThread } from '#platform/thread.ts'
import { systemClock } from '#ports/clock.ts'

export interface ImportWorkerData {
  job: ImportJob
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
await answerFromThread(() =>
  importFile(job, {
    database,
    clock: systemClock,
    blobs: blobStorageAt(blobLocation, { clock: systemClock, log: openLog('error') }),
    readerFor: (timeZone) => figuresFile({ timeZone }),
  }),
)
await database.close()
turns.close()
