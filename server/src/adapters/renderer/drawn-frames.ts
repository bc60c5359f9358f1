/** The drawing thread as seen from the main thread, which reads its pictures for it while it starts and while it draws. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answered, Drawing, FrameMessage, ReadPicture } from './frames.worker.ts'

export interface FramesWanted extends Drawing {
  /** Returns pixels that are not shared; null after the last. */
  readPicture(index: number): Promise<ReadPicture | null>
  /** Called for each frame in turn; resolves when it was taken. */
  write(frame: Uint8Array): Promise<void>
}

export interface DrawnFrames {
  /** The pixels of the cover, as soon as they are drawn. Throws what drawing, reading or writing threw. */
  readonly cover: Promise<Uint8ClampedArray>
  /** Resolves when the last frame was taken. Throws as `cover` does. */
  readonly taken: Promise<void>
  end(): Promise<void>
}

export function drawnFrames({ readPicture, write, ...drawing }: FramesWanted): DrawnFrames {
  const worker = new Worker(new URL('./frames.worker.ts', import.meta.url), { workerData: drawing satisfies Drawing })
  const answer = (answered: Answered, transferred: ArrayBuffer[] = []) => worker.postMessage(answered, transferred)
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    void worker.terminate()
  }
  const send = async (index: number) => {
    const read = await readPicture(index)
    if (!read) return
    // Moved, not copied; what the image library hands out cannot be moved as it is.
    const rgba = new Uint8Array(ownBuffer(read.pixels.rgba))
    answer({ kind: 'picture', ...read, pixels: { ...read.pixels, rgba } }, [rgba.buffer])
  }
  let sent: Promise<void> = Promise.resolve()
  /** One after the other: the first is what everything waits for. */
  const sendSoon = (index: number) => {
    sent = sent.then(() => send(index)).catch(fail)
  }
  const cover = Promise.withResolvers<Uint8ClampedArray>()
  async function drawAll(): Promise<void> {
    const gone = once(worker, 'exit')
    let written: Promise<void> = Promise.resolve()
    worker.on('error', fail)
    worker.on('message', (message: FrameMessage) => {
      if (message.kind === 'cover') cover.resolve(message.rgba)
      else if (message.kind === 'set') sendSoon(message.index + 2)
      else if (message.kind === 'frame')
        written = Promise.all([written, write(message.bytes)]).then(() => answer({ kind: 'taken' }), fail)
    })
    sendSoon(0)
    sendSoon(1)
    await gone
    await written
    // Where nothing failed and no cover came, the thread was ended.
    cover.reject(failure ?? new Error('The drawing thread ended early'))
    if (failure) throw failure
    await cover.promise
  }
  const taken = drawAll()
  // The reader of the frames gets the error; until then it must not count as unhandled.
  for (const promise of [taken, cover.promise]) promise.catch(() => undefined)
  return {
    cover: cover.promise,
    taken,
    async end() {
      await worker.terminate()
    },
  }
}

function ownBuffer(bytes: Uint8Array | Uint8ClampedArray): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength
  return isWhole && buffer instanceof ArrayBuffer ? buffer.transfer() : Uint8Array.from(bytes).buffer
}
