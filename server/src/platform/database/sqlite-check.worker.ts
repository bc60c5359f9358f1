/** A thread that checks one SQLite file and ends. */
import { workerData } from 'node:worker_threads'
import { answerFromThread } from '../thread.ts'
import { findDamage } from './sqlite-check.ts'

await answerFromThread(() => findDamage(workerData))
