/**
 * Loaded into the server's process with `--import`, before the product: watches how late its event loop is, and answers
 * the bench over the channel between the two. The product knows nothing of it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export type ProbeRequest = 'begin watching' | 'tell'

export interface ProbeReport {
  /** Milliseconds that a timer came late. */
  p99: number
  max: number
}

/** The histogram holds the whole gap between two ticks, the requested one included; that part is no delay. */
const RESOLUTION_MS = 2

// A thread inherits the flag of its process, but it is the main thread's loop that answers requests.
if (isMainThread && process.send) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  process.on('message', (request: ProbeRequest) => {
    if (request === 'begin watching') {
      histogram.reset()
      histogram.enable()
    } else {
      process.send?.({ p99: late(histogram.percentile(99)), max: late(histogram.max) } satisfies ProbeReport)
    }
  })
  // The channel alone must not keep the server alive.
  process.channel?.unref()
}
