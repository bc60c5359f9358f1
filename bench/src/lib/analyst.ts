/** A process that looks at pictures with what is built in, and says what that cost and how its event loop did meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { builtInAi } from '../../../server/src/adapters/ai/built-in.ts'
import { sharpImages } from '../../../server/src/adapters/images/sharp-images.ts'
import { AI_IMAGE_SIDE } from '../../../server/src/ports/ai.ts'

export interface AnalysisRequest {
  picture: Uint8Array
  /** Analyses, one after the other in each of so many lines. */
  count: number
  atOnce: number
}

export interface Looked {
  /** Of all of them, in every thread of the process. */
  cpuMs: number
  wallMs: number
  characters: number
  loopDelayMs: { p99: number; longest: number }
}

const RESOLUTION_MS = 2

const images = sharpImages()
const ai = builtInAi({ images })
const { signal } = new AbortController()

process.on('message', async ({ picture, count, atOnce }: AnalysisRequest) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const before = process.cpuUsage()
  const since = performance.now()
  let characters = 0
  const line = async () => {
    for (let at = 0; at < count; at += 1) {
      const image = await images.reduce(picture, AI_IMAGE_SIDE)
      const order = { image, prompt: 'What is in it? Use a playful tone.', wants: 'analysis' } as const
      for await (const { text } of ai.analyse(order, signal)) characters += text?.length ?? 0
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  process.send?.({
    cpuMs: (user + system) / 1_000,
    wallMs: performance.now() - since,
    characters,
    loopDelayMs: { p99: delay.percentile(99) / 1e6 - RESOLUTION_MS, longest: delay.max / 1e6 - RESOLUTION_MS },
  } satisfies Looked)
})
process.once('disconnect', () => process.exit())
