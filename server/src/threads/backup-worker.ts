/** A thread that makes one backup and ends, while the main thread goes on answering requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { type BackupLocation, backupMaker } from '#adapters/backup/index.ts'
import { CannotBackUp } from '#ports/backups.ts'
import { systemClock } from '#ports/clock.ts'

export interface BackupWorkerData {
  location: BackupLocation
  path: string
}

const { location, path }: BackupWorkerData = workerData
try {
  const contents = await backupMaker(location, systemClock.now).make(path, (progress) =>
    parentPort?.postMessage({ progress }),
  )
  parentPort?.postMessage({ contents })
} catch (error) {
  const failure = error instanceof Error ? error.message : String(error)
  parentPort?.postMessage({ failure, isMeant: error instanceof CannotBackUp })
}
