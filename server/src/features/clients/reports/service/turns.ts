/**
 * One report of a company at a time on each node: a large one takes seconds of analyses and tens of megabytes. A few requests
 * wait for their turn, further ones are refused.
 */
import { Failure } from '#platform/errors.ts'

const WAITING_MAX = 4
const RETRY_AFTER_SECONDS = 5

const tooManyReports = () =>
  new Failure(
    503,
    'too_many_reports',
    'Several reports of this company are being made. Try again in a few seconds.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )

export function reportTurns() {
  const lines = new Map<number, { last: Promise<unknown>; length: number }>()

  return {
    /** Throws `too_many_reports` where enough wait already; a job of the worker always waits. */
    async take<Made>(
      companyId: number,
      make: () => Promise<Made>,
      { signal, isJob = false }: { signal: AbortSignal | undefined; isJob?: boolean },
    ): Promise<Made> {
      const line = lines.get(companyId) ?? { last: Promise.resolve(), length: 0 }
      if (!isJob && line.length > WAITING_MAX) throw tooManyReports()
      lines.set(companyId, line)
      line.length += 1
      const made = line.last.then(() => {
        // The client may have disconnected while it waited.
        signal?.throwIfAborted()
        return make()
      })
      line.last = made.catch(() => undefined)
      try {
        return await made
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(companyId)
      }
    },
  }
}
