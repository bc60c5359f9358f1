/** The threads of analytics: one for each import of figures, and one for all analyses of accounts. */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { BlobLocation } from '#adapters/blob-storage/index.ts'
import type { AnalysisJob } from '#features/analytics/index.ts'
import type { Database } from '#platform/database/database.ts'
import { StoreUnavailable } from '#platform/database/store-faults.ts'
import { lendWriteLock } from '#platform/database/write-lock.ts'
import { type LastingThread, lastingThread } from '#platform/lasting-thread.ts'
import { tooManyAnalyses } from '#platform/limit-errors.ts'
import { answerOf } from '#platform/thread.ts'
import { UnreadableFile } from '#ports/figures-file.ts'
import type { AnalysisWorkerData } from '../threads/analysis-worker.ts'
import type { ImportWorkerData } from '../threads/import-worker.ts'

/** The heap of a thread: far above what a stream of rows needs, far below what a machine has. */
const WORKER_HEAP_MB = 256
/** Rows live for a moment. Where they may pile up before they are cleared away, they cost 100 MB and no second less. */
const WORKER_NURSERY_MB = 12

/** Imports a file, or looks at it, in a thread of its own, which takes its turns at writing together with this one. */
export function importInWorker<Answer>(
  job: ImportWorkerData['job'],
  what: string,
  database: Database,
  blobLocation: BlobLocation,
  onProgress?: (share: number) => void,
): Promise<Answer> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  lendWriteLock(database.turns, ours)
  const worker = new Worker(new URL('../threads/import-worker.ts', import.meta.url), {
    workerData: { job, location: database.location, blobLocation, turns: theirs } satisfies ImportWorkerData,
    transferList: [theirs],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_NURSERY_MB },
  })
  worker.on('exit', () => ours.close())
  return answerOf<Answer>(worker, what, onProgress).catch((error: Error) => {
    database.health.noteError(error)
    throw error.name === 'UnreadableFile' ? new UnreadableFile(error.message) : error
  })
}

/** Analyses that may wait for the thread: some seconds of work. */
const ANALYSES_WAITING_MAX = 32
/** Starting it takes a second. */
const ANALYSIS_IDLE_MS = 5 * 60_000

/** Analyses accounts in one thread for all requests. It reads by itself, from a connection of its own. */
export function analysisThread(database: Database): LastingThread<AnalysisJob, string> {
  const thread = lastingThread<AnalysisJob, string>({
    start: () =>
      new Worker(new URL('../threads/analysis-worker.ts', import.meta.url), {
        workerData: { location: database.location } satisfies AnalysisWorkerData,
        resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
      }),
    what: 'The analysis',
    waitingMax: ANALYSES_WAITING_MAX,
    refuse: tooManyAnalyses,
    idleMs: ANALYSIS_IDLE_MS,
  })
  return {
    call: (job, signal) =>
      thread.call(job, signal).catch((error: Error) => {
        database.health.noteError(error)
        throw error.name === 'StoreUnavailable' ? new StoreUnavailable(error, { isRepeatable: true }) : error
      }),
    end: thread.end,
  }
}
