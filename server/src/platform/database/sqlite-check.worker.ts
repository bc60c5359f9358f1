/** A thread that checks one SQLite file and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './sqlite-check.ts'

parentPort?.postMessage(findDamage(workerData))
