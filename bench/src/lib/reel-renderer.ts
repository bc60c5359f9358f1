/** A process that renders on request, with the product's own renderer, and reports how its event loop did meanwhile. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { localRenderer } from '../../../server/src/adapters/renderer/local-renderer.ts'
import { reelSettings } from './reel-frames.ts'

export interface RenderRequest {
  pictures: Uint8Array[]
  folder: string
  /** Seconds of each picture. */
  seconds: number
}

export interface Rendered {
  wallSeconds: number
  frames: number
  bytes: number
  isFit: boolean
  loopDelayMs: { p99: number; longest: number }
}

const renderer = localRenderer({ ffmpegPath: process.env.FFMPEG_PATH })

process.on('message', async ({ pictures, folder, seconds }: RenderRequest) => {
  const workPath = join(folder, 'work')
  await mkdir(workPath, { recursive: true })
  const settings = reelSettings(pictures.length)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const since = performance.now()
  const { frames, bytes, check } = await renderer.render({
    pictures,
    settings: { ...settings, pictures: settings.pictures.map((one) => ({ ...one, seconds })) },
    musicPath: null,
    workPath,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const wallSeconds = (performance.now() - since) / 1_000
  delay.disable()
  await rm(workPath, { recursive: true })
  const loopDelayMs = { p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 }
  process.send?.({ wallSeconds, frames, bytes, isFit: check.isFit, loopDelayMs } satisfies Rendered)
})
process.once('disconnect', () => process.exit())
