/** Imports a file in a thread of its own, which takes its turns at writing together with this one. */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { ImportResult } from '@tangelo/contract'
import type { BlobLocation } from '#adapters/blob-storage/index.ts'
import type { ImportJob } from '#features/analytics/index.ts'
import type { Database } from '#platform/database/database.ts'
import { lendWriteLock } from '#platform/database/write-lock.ts'
import { answerOf } from '#platform/thread.ts'
import { UnreadableFile } from '#ports/figures-file.ts'
import type { ImportWorkerData } from './import-worker.ts'

/** The heap of the importing thread: far above what a stream of rows needs, far below what a machine has. */
const WORKER_HEAP_MB = 256
/** Rows live for a moment. Where they may pile up before they are cleared away, they cost 100 MB and no second less. */
const WORKER_NURSERY_MB = 12

export function importInWorker(job: ImportJob, database: Database, blobLocation: BlobLocation): Promise<ImportResult> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  lendWriteLock(database.turns, ours)
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { job, location: database.location, blobLocation, turns: theirs } satisfies ImportWorkerData,
    transferList: [theirs],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_NURSERY_MB },
  })
  worker.on('exit', () => ours.close())
  return answerOf<ImportResult>(worker, 'The import').catch((error: Error) => {
    database.health.noteError(error)
    throw error.name === 'UnreadableFile' ? new UnreadableFile(error.message) : error
  })
}
