/** What works beside the workers of a process, and ends with them. */
import type { Workers } from '#ports/queue.ts'

/**
 * Workers that end together with something else. Both get the order at once: workers that waited for the other would take new work
 * meanwhile, and lack the time to end it.
 */
export const attachEnd = (workers: Workers, end: () => Promise<unknown>): Workers => ({
  wake: workers.wake,
  async end(graceMs) {
    await Promise.all([workers.end(graceMs), end()])
  },
})
