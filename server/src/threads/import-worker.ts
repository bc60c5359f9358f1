/**
 * A thread that imports one file and ends. It has a store connection of its own and takes its turns at writing
 * together with the main thread, which goes on answering requests meanwhile.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type BlobLocation, blobStorageAt } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { type ImportJob, importFile } from '#features/analytics/index.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { borrowWriteLock } from '#platform/database/write-lock.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#ports/clock.ts'
import { UnreadableFile } from '#ports/figures-file.ts'

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
try {
  const result = await importFile(job, {
    database,
    clock: systemClock,
    blobs: blobStorageAt(blobLocation, { clock: systemClock, log: openLog('error') }),
    readerFor: (timeZone) => figuresFile({ timeZone }),
  })
  parentPort?.postMessage({ result })
} catch (error) {
  parentPort?.postMessage({
    failure: error instanceof Error ? error.message : String(error),
    isUnreadable: error instanceof UnreadableFile,
    codes: codesOf(error),
  })
} finally {
  await database.close()
  turns.close()
}

/** By which a full disk and a damaged store are known: an error loses them on its way between threads. */
function codesOf(error: unknown): object {
  if (!(error instanceof Error)) return {}
  return { ...('code' in error && { code: error.code }), ...('errcode' in error && { errcode: error.errcode }) }
}
