/**
 * The thread that draws: pictures in, frames out, as far ahead as there are places for them. What it posts is a `Drawn`; each
 * message it gets says that one frame was taken. It ends by itself after the last frame.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { ReelSettings } from '@tangelo/contract'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { loadKernel, type Painter, type Pixels, type Size, type WasmModule } from '@tangelo/kernel'
import { cuttingOf } from '@tangelo/kernel/cutting'
import { frameAt, planOf, type Timeline, timelineOf } from '@tangelo/kernel/timeline'
import { type CaptionPicture, RenderRefused } from '#ports/renderer.ts'
import { asJpeg, picturePixels } from './source-pictures.ts'

export interface Drawing {
  /** The kernel with shared memory, compiled: what one thread has made quick is quick for the next. */
  readonly kernel: WasmModule
  readonly pictures: readonly Uint8Array[]
  readonly sizes: readonly Size[]
  readonly settings: ReelSettings
  readonly caption: CaptionPicture | null
}

export type Drawn =
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'cover'; readonly jpeg: Uint8Array }
  | { readonly kind: 'refused'; readonly as: RenderRefused['kind']; readonly message: string }

/** One is being written, one waits for that, and two are ahead of a picture that takes longer to read. */
const PLACES = 4

async function draw(drawing: Drawing, port: NonNullable<typeof parentPort>) {
  const { pictures, sizes, settings, caption } = drawing
  const kernel = await loadKernel(drawing.kernel, { isShared: true })
  const painter = kernel.painter({ width: REEL_WIDTH, height: REEL_HEIGHT, frames: PLACES })
  painter.setCaption(caption)
  const timeline = timelineOf(settings, sizes)
  const shown = picturesInTurn(painter, timeline, pictures, sizes)
  const places = freePlaces()
  port.on('message', places.free)
  const coverFrame = frameAt(timeline, settings.coverSeconds)
  let cover: Promise<void> | undefined
  for (let frame = 0; frame < timeline.frames; frame += 1) {
    const plan = planOf(timeline, frame)
    await shown.until(plan.kind === 'one' ? plan.sight.picture : plan.next.picture)
    await places.take()
    const bytes = painter.paint(plan)
    post({ kind: 'frame', bytes })
    if (frame === coverFrame) cover = asJpeg(painter.toRgba(), painter).then((jpeg) => post({ kind: 'cover', jpeg }))
  }
  await cover
}

/** Reads pictures in order, two of them ahead of the first frame and one ahead of what is shown from then on. */
function picturesInTurn(
  painter: Painter,
  { scenes }: Timeline,
  pictures: readonly Uint8Array[],
  sizes: readonly Size[],
) {
  let set = -1
  const read = async (index: number) => {
    const [scene, picture, size] = [scenes[index], pictures[index], sizes[index]]
    if (!scene || !picture || !size) return null
    const cutting = cuttingOf(scene, size, painter)
    const pixels = await picturePixels(picture, index, cutting)
    return { pixels, origin: { picture: size, cutting } }
  }
  const readSoon = (index: number) => {
    const reading = read(index)
    // Whoever comes for it hears of it; until then it is nobody's failure.
    reading.catch(() => undefined)
    return reading
  }
  // Until the first frame is drawn, a core has nothing else to do.
  const ahead = [readSoon(0), readSoon(1)]
  return {
    async until(wanted: number) {
      while (set < wanted) {
        const one = await ahead.shift()
        set += 1
        if (one) {
          painter.setPicture(set, one.pixels, one.origin)
          giveBack(one.pixels)
        }
        if (ahead.length === 0) ahead.push(readSoon(set + 1))
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

function post(drawn: Drawn) {
  parentPort?.postMessage(drawn)
}

if (parentPort) {
  try {
    await draw(workerData, parentPort)
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error
    post({ kind: 'refused', as: error.kind, message: error.message })
  }
  parentPort.close()
}
