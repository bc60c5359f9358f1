/** Lets handlers clean up what dead jobs have left behind. */
import type { DeadJob, Handler } from '#ports/queue.ts'
import type { Log } from './log.ts'

export function deadLetters(handlerOf: ReadonlyMap<string, Handler>, log: Log) {
  const handling = new Set<Promise<void>>()
  return {
    /** Apart from the poll: a row that cannot be cleaned up must not keep other work from going on. */
    handle(job: DeadJob): void {
      const handler = handlerOf.get(job.kind)
      if (!handler?.onDeadLetter) return
      const call = handler
        .onDeadLetter(job)
        .catch((error: unknown) => log.error({ error, ...job }, 'What a dead job left behind could not be cleaned up'))
        .finally(() => handling.delete(call))
      handling.add(call)
    },
    async allHandled(): Promise<void> {
      await Promise.all(handling)
    },
  }
}
