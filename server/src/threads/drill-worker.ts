/** A thread that tries one backup and ends, while the main thread goes on answering requests. */
import { workerData } from 'node:worker_threads'
import { answerFromThread } from '#platform/thread.ts'
import { type DrillWorkerData, runDrill } from '../composition/backup-drill.ts'

const { path, place }: DrillWorkerData = workerData
await answerFromThread((onProgress) => runDrill(path, place, onProgress))
