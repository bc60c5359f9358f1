/** The drawing thread as seen from the main thread: frames in order, each to be given back once it has been written. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { RenderRefused } from '#ports/renderer.ts'
import type { Drawing, Drawn } from './frames.worker.ts'

export interface DrawnFrames {
  /** Calls `write` for each frame in turn, and answers the cover. Throws what drawing or writing threw. */
  each(write: (frame: Uint8Array) => Promise<void>): Promise<Uint8Array>
  end(): Promise<void>
}

export function drawnFrames(drawing: Drawing): DrawnFrames {
  const worker = new Worker(new URL('./frames.worker.ts', import.meta.url), { workerData: drawing })
  return {
    async each(write) {
      const gone = once(worker, 'exit')
      let cover: Uint8Array | undefined
      let failure: unknown
      let written: Promise<void> = Promise.resolve()
      const fail = (error: unknown) => {
        failure ??= error
        void worker.terminate()
      }
      worker.on('error', fail)
      worker.on('message', (drawn: Drawn) => {
        if (drawn.kind === 'cover') cover = drawn.jpeg
        else if (drawn.kind === 'refused') fail(new RenderRefused(drawn.as, drawn.message))
        else written = Promise.all([written, write(drawn.bytes)]).then(() => worker.postMessage('taken'), fail)
      })
      await gone
      await written
      if (failure) throw failure
      if (!cover) throw new Error('The drawing thread ended early')
      return cover
    },
    async end() {
      await worker.terminate()
    },
  }
}
