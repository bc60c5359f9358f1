/**
 * A thread that analyses accounts, one after the other. It has a store connection of its own, from which it only reads, so
 * that neither the reading of two hundred accounts nor a thousand permutations keep a request waiting.
 */
import { workerData } from 'node:worker_threads'
import { type AnalysisJob, accountAnalyser } from '#features/analytics/analysis/analysis.jobs.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { serveCalls } from '#platform/lasting-thread.ts'

export interface AnalysisWorkerData {
  location: StoreLocation
}

const { location }: AnalysisWorkerData = workerData
const database = openDatabase(location, { connections: 1 })
await serveCalls<AnalysisJob, string>(accountAnalyser({ database }))
await database.close()
