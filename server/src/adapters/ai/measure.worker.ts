/** A thread that measures one picture, and ends: looking at a million pixels would keep the server from answering. */
import { parentPort, workerData } from 'node:worker_threads'
import { measured } from './measured.ts'
import type { Pixels } from './palette.ts'

const pixels: Pixels = workerData
parentPort?.postMessage(measured(pixels))
