/**
 * Measures pictures in a thread of their own. Starting it costs several times what a picture does, so it stays for a while;
 * it keeps no process from ending.
 */
import { Worker } from 'node:worker_threads'
import type { MeasureDone, MeasureWork } from './measure.worker.ts'
import type { Measurements } from './measure-pixels.ts'

type OwnPixels = MeasureWork['pixels'] & { rgb: Uint8Array<ArrayBuffer> }

const IDLE_MS = 60_000

interface Waiting {
  resolve(measurements: Measurements): void
  reject(reason: unknown): void
}

/** Takes the pixels away from the caller. Throws the signal's reason at once; what is being measured is measured to its end. */
export function measuring(): (pixels: OwnPixels, signal: AbortSignal) => Promise<Measurements> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let asked = 0

  function startWorker(): Worker {
    const thread = new Worker(new URL('./measure.worker.ts', import.meta.url))
    thread.on('message', ({ id, measurements }: MeasureDone) => settle(id, (one) => one.resolve(measurements)))
    thread.on('error', (error) => dropWorker(thread, error))
    thread.on('exit', () => dropWorker(thread, new Error('the thread that measures pictures ended')))
    return thread
  }

  function settle(id: number, how: (one: Waiting) => void): void {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) rest()
    if (one) how(one)
  }

  function rest(): void {
    const resting = worker
    resting?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (worker === resting) worker = null
      void resting?.terminate()
    }, IDLE_MS).unref()
  }

  function dropWorker(thread: Worker, error: unknown): void {
    if (worker !== thread) return
    worker = null
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  return async (pixels, signal) => {
    signal.throwIfAborted()
    asked += 1
    const id = asked
    const { promise, resolve, reject } = Promise.withResolvers<Measurements>()
    waiting.set(id, { resolve, reject })
    clearTimeout(idle)
    worker ??= startWorker()
    worker.ref()
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    worker.postMessage({ id, pixels } satisfies MeasureWork, [pixels.rgb.buffer])
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}
