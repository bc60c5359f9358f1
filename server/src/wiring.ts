/** The only file that chooses adapters: settings in, a store and services out. */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { ImportResult } from '@tangelo/contract'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { accountsService } from '#features/accounts/index.ts'
import { authService } from '#features/auth/index.ts'
import { companiesService } from '#features/companies/index.ts'
import { dataImportsService, type ImportJob, importFile } from '#features/data-imports/index.ts'
import { metricsService } from '#features/metrics/index.ts'
import { usersService } from '#features/users/index.ts'
import type { Config } from '#platform/config.ts'
import type { DataFolder } from '#platform/data-folder.ts'
import type { Database, StoreLocation } from '#platform/database/database.ts'
import { lendTurns } from '#platform/database/write-turns.ts'
import { type Clock, systemClock } from '#ports/clock.ts'
import { UnreadableFile } from '#ports/figures-file.ts'
import type { Services } from './app.ts'
import type { ImportWorkerData } from './import-worker.ts'

export const storeLocation = (config: Config, folder: DataFolder): StoreLocation =>
  config.databaseUrl ? { engine: 'postgres', url: config.databaseUrl } : { engine: 'sqlite', path: folder.databasePath }

export function wire({
  database,
  folder,
  session,
  clock = systemClock,
  importsIn = 'worker',
}: {
  database: Database
  folder: Pick<DataFolder, 'blobsPath' | 'temporaryPath'>
  session: Config['session']
  clock?: Clock
  /** A server imports beside its requests; a command has none and imports itself. */
  importsIn?: 'worker' | 'this thread'
}): Services {
  const auth = authService({ database, clock, session })
  const companies = companiesService({ database, clock })
  const accounts = accountsService({ database, clock })
  const metrics = metricsService({ database, clock, accounts, companies })
  return {
    auth,
    companies,
    accounts,
    metrics,
    users: usersService({ database, clock }),
    dataImports: dataImportsService({
      database,
      clock,
      accounts,
      companies,
      temporaryPath: folder.temporaryPath,
      run:
        importsIn === 'worker'
          ? (job) => importInWorker(job, database, folder.blobsPath)
          : (job) =>
              importFile(job, {
                database,
                clock,
                blobs: folderBlobStorage(folder.blobsPath),
                readerFor: (timeZone) => figuresFile({ now: clock.now, timeZone }),
              }),
    }),
  }
}

/** The heap of the importing thread: far above what a stream of rows needs, far below what a machine has. */
const WORKER_HEAP_MB = 256
/** Rows live for a moment. Where they may pile up before they are cleared away, they cost 100 MB and no second less. */
const WORKER_NURSERY_MB = 12

function importInWorker(job: ImportJob, database: Database, blobsPath: string): Promise<ImportResult> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  lendTurns(database.turns, ours)
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { job, location: database.location, blobsPath, turns: theirs } satisfies ImportWorkerData,
    transferList: [theirs],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_NURSERY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>()
  worker.on('message', (message: { result: ImportResult } | { failure: string; isUnreadable: boolean }) => {
    if ('result' in message) resolve(message.result)
    else reject(message.isUnreadable ? new UnreadableFile(message.failure) : new Error(message.failure))
  })
  worker.on('error', reject)
  worker.on('exit', (code) => {
    ours.close()
    reject(new Error(`The import ended early (exit code ${code})`))
  })
  return promise
}
