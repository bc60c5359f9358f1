/** The preview as the page sees it: a canvas, and a worker that draws on it. */

import { preparePicture } from './prepare-picture.ts'
import type { News, Order } from './preview-messages.ts'
import workerAddress from './preview-worker.ts?worker&url'

interface ScriptAddresses {
  createScriptURL(address: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses
}
declare global {
  interface Window {
    /** Chromium, and others by and by. */
    readonly trustedTypes?: TrustedTypes
  }
}

/** The page's policy knows this name, and nothing but this address passes (docs/decisions/0012). */
const addresses = window.trustedTypes?.createPolicy('tangelo-preview', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError(`No worker of ours: ${address}`)
    return address
  },
})

export interface Preview {
  readonly order: (order: Exclude<Order, { kind: 'open' | 'picture' }>) => void
  readonly close: () => void
}

export type PageNews = Exclude<News, { kind: 'pixels' | 'wanted' }>

/** Puts a canvas into `place` and keeps it painted. */
export function openPreview(place: HTMLElement, onNews: (news: PageNews) => void): Preview {
  const worker = new Worker(addresses?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  const canvas = place.appendChild(document.createElement('canvas'))
  const offscreen = 'transferControlToOffscreen' in canvas ? canvas.transferControlToOffscreen() : null
  const send = (order: Order, transfer: Transferable[] = []): void => worker.postMessage(order, transfer)

  worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.kind === 'pixels') putPixels(canvas, data)
    else if (data.kind === 'wanted') {
      const { image, output } = data
      preparePicture(image, output)
        .catch(() => null)
        .then((picture) => send({ kind: 'picture', image, output, picture }))
    } else onNews(data)
  })
  worker.addEventListener('error', ({ message }) => onNews({ kind: 'failed', reason: message }))
  send({ kind: 'open', canvas: offscreen }, offscreen ? [offscreen] : [])

  return {
    order: send,
    close() {
      worker.terminate()
      canvas.remove()
    },
  }
}

function putPixels(canvas: HTMLCanvasElement, { size, rgba }: Extract<News, { kind: 'pixels' }>): void {
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, size.width, size.height), 0, 0)
}
