/**
 * The thread that draws: pictures in, frames out, as far ahead as there are places for them. What it posts is a `FrameMessage`, what it
 * gets is an `Answered`. It ends by itself after the last frame.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { loadKernel, type Origin, type Painter, type Pixels, type WasmModule } from '@tangelo/kernel'
import { planOf, type Timeline } from '@tangelo/kernel/timeline'
import type { CaptionPicture } from '#ports/renderer.ts'

export interface Drawing {
  /** The kernel with shared memory, compiled: what one thread has made quick is quick for the next. */
  readonly kernel: WasmModule
  readonly timeline: Timeline
  readonly coverFrame: number
  readonly caption: CaptionPicture | null
}

export type FrameMessage =
  /** Stays as it is until it was taken. */
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  /** Picture `index` is in the kernel's memory: the next may be sent. */
  | { readonly kind: 'set'; readonly index: number }
  | { readonly kind: 'cover'; readonly rgba: Uint8ClampedArray<ArrayBuffer> }

export type Answered = { readonly kind: 'taken' } | ({ readonly kind: 'picture' } & ReadPicture)

export interface ReadPicture {
  readonly index: number
  readonly pixels: Pixels
  readonly origin: Origin
}

/** One is being written, one waits for that, and two are ahead of a picture that takes longer to read. */
const PLACES = 4

async function draw({ kernel: module, timeline, coverFrame, caption }: Drawing, port: MessagePort) {
  const tell = (message: FrameMessage) => port.postMessage(message)
  const pictures = picturesInTurn(tell)
  const places = freePlaces()
  port.on('message', (answered: Answered) => (answered.kind === 'taken' ? places.free() : pictures.came(answered)))
  const kernel = await loadKernel(module, { isShared: true })
  const painter = kernel.painter({ width: REEL_WIDTH, height: REEL_HEIGHT, frames: PLACES })
  painter.setCaption(caption)
  for (let frame = 0; frame < timeline.frames; frame += 1) {
    const plan = planOf(timeline, frame)
    await pictures.until(plan.kind === 'one' ? plan.sight.picture : plan.next.picture, painter)
    await places.take()
    tell({ kind: 'frame', bytes: painter.paint(plan) })
    if (frame === coverFrame) tell({ kind: 'cover', rgba: painter.toRgba() })
  }
  port.close()
}

function picturesInTurn(tell: (message: FrameMessage) => void) {
  const waiting: ReadPicture[] = []
  let set = -1
  let wake = () => {}
  return {
    came(picture: ReadPicture) {
      waiting.push(picture)
      wake()
    },
    async until(wanted: number, painter: Painter) {
      while (set < wanted) {
        const picture = waiting.shift()
        if (!picture) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        set = picture.index
        painter.setPicture(set, picture.pixels, picture.origin)
        giveBack(picture.pixels)
        tell({ kind: 'set', index: set })
      }
    },
  }
}

/** Ten million bytes at once: a thread that makes so little garbage would keep all of them to the end. */
function giveBack({ rgba: { buffer } }: Pixels) {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

function freePlaces() {
  let free = PLACES
  let wake = () => {}
  return {
    free() {
      free += 1
      wake()
    },
    async take() {
      while (free === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      free -= 1
    },
  }
}

if (parentPort) await draw(workerData, parentPort)
