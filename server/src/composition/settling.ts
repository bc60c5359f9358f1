/** Beside the workers: brings rows whose work has ended without them to their end, at the start and every 20 seconds. */
import type { Log } from '#platform/log.ts'
import type { Workers } from '#ports/queue.ts'
import { attachEnd } from './beside.ts'

const EVERY_MS = 20_000

/** `settle` must be safe to repeat, also on several nodes at once. Both end together. */
export function settlingBeside(workers: Workers, settle: () => Promise<void>, log: Log): Workers {
  let settling = Promise.resolve()
  const settleNow = () => {
    settling = settling
      .then(settle)
      .catch((error: unknown) => log.error({ err: error }, 'what dead jobs left behind could not be settled'))
  }
  settleNow()
  const timer = setInterval(settleNow, EVERY_MS)
  return attachEnd(workers, async () => {
    clearInterval(timer)
    await settling
  })
}
