/** How busy this process is: how late its event loop is, and how much memory it takes. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface NodeLoad {
  /** The 99th percentile of how late timers were since the last reading, in milliseconds. */
  eventLoopMs: number
  /** Resident set size. */
  memoryBytes: number
}

const RESOLUTION_MS = 20
const NS_PER_MS = 1e6

/** Each reading is of the time since the one before. */
export function nodeLoad(): { read(): NodeLoad; end(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return {
    read() {
      // What is measured is the time between two ticks; without any there is nothing.
      const between = delay.count === 0 ? RESOLUTION_MS : delay.percentile(99) / NS_PER_MS
      delay.reset()
      return {
        eventLoopMs: Math.round(Math.max(0, between - RESOLUTION_MS) * 10) / 10,
        memoryBytes: process.memoryUsage.rss(),
      }
    },
    end() {
      delay.disable()
    },
  }
}
