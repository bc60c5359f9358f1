/** A thread that makes one backup and ends, while the main thread goes on answering requests. */
import { workerData } from 'node:worker_threads'
import { backupMaker } from '#adapters/backup/index.ts'
import { openLog } from '#platform/log.ts'
import { answerFromThread } from '#platform/thread.ts'
import { systemClock } from '#ports/clock.ts'
import { type BackupLocation, backupSourceOf } from '../composition/backups.ts'

export interface BackupWorkerData {
  location: BackupLocation
  path: string
}

const { location, path }: BackupWorkerData = workerData
const source = backupSourceOf(location, { clock: systemClock, log: openLog('error') })
await answerFromThread((onProgress) => backupMaker(source, systemClock.now).make(path, onProgress))
