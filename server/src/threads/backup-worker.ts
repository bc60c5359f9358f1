/** A thread that makes one backup and ends, while the main thread goes on answering requests. */
import { workerData } from 'node:worker_threads'
import { type BackupLocation, backupMaker } from '#adapters/backup/index.ts'
import { answerFromThread } from '#platform/thread.ts'
import { systemClock } from '#ports/clock.ts'

export interface BackupWorkerData {
  location: BackupLocation
  path: string
}

const { location, path }: BackupWorkerData = workerData
await answerFromThread((onProgress) => backupMaker(location, systemClock.now).make(path, onProgress))
