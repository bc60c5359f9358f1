/**
 * Draws the preview of a reel, with the kernel that draws the file (docs/decisions/0012). Its script is answered with a
 * policy of its own, which lets it compile WebAssembly.
 */
import { loadKernel } from '@tangelo/kernel'
import kernelAddress from '@tangelo/kernel/kernel.wasm?url'
import { preparePicture } from './prepare-picture.ts'
import type { News, Order } from './preview-messages.ts'
import { previewScene } from './preview-scene.ts'

const tell = (news: News, transfer: Transferable[] = []): void => self.postMessage(news, { transfer })

/** Messages wait until the handler is ready. */
const early: Exclude<Order, { kind: 'open' }>[] = []
let take = (order: Exclude<Order, { kind: 'open' }>): void => {
  early.push(order)
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind !== 'open') return take(data)
  open(data.canvas).catch((error: unknown) => tell({ kind: 'failed', reason: String(error) }))
})

async function open(canvas: OffscreenCanvas | null): Promise<void> {
  const kernel = await loadKernel(await bytesOf(kernelAddress))
  const context = canvas?.getContext('2d', { alpha: false }) ?? null
  const scene = previewScene({
    kernel,
    tell,
    now: () => performance.timeOrigin + performance.now(),
    put(rgba, size) {
      if (!canvas || !context) {
        const copy = rgba.slice()
        return tell({ kind: 'pixels', size, rgba: copy }, [copy.buffer])
      }
      if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size)
      context.putImageData(new ImageData(rgba, size.width, size.height), 0, 0)
    },
    want(image, output) {
      if (!canvas) return tell({ kind: 'wanted', image, output })
      preparePicture(image, output)
        .catch(() => null)
        .then((picture) => take({ kind: 'picture', image, output, picture }))
    },
  })

  let isDue = false
  const draw = (): void => {
    isDue = false
    scene.draw()
    if (scene.isRunning()) drawSoon()
  }
  const drawSoon = (): void => {
    if (isDue) return
    isDue = true
    nextFrame(draw)
  }
  take = (order) => {
    scene.take(order)
    drawSoon()
  }
  for (const order of early.splice(0)) take(order)
}

const FRAME_MS = 16

function nextFrame(draw: () => void): void {
  if (typeof self.requestAnimationFrame === 'function') self.requestAnimationFrame(draw)
  else setTimeout(draw, FRAME_MS)
}

async function bytesOf(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.arrayBuffer()
}
