/** The thread that measures pictures, one after the other: looking at a million pixels would keep the server from answering. */
import { parentPort } from 'node:worker_threads'
import { type Measurements, measurePixels } from './measure-pixels.ts'
import type { Pixels } from './palette.ts'

export interface MeasureWork {
  id: number
  pixels: Pixels
}

export interface MeasureDone {
  id: number
  measurements: Measurements
}

parentPort?.on('message', ({ id, pixels }: MeasureWork) => {
  const done: MeasureDone = { id, measurements: measurePixels(pixels) }
  parentPort?.postMessage(done)
})
