/** Which of the handlers this process has, and what is measured of them. */
import { StartRefused } from '#platform/start-refused.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { Handler } from '#ports/queue.ts'
import { measureHandler } from './measure.ts'

/** `kinds` null: all of them. Throws `StartRefused`, which names the kinds there are. */
export function handlersOfNode(
  handlers: readonly Handler[],
  { kinds, metrics }: { kinds: readonly string[] | null; metrics: Metrics | null },
): Handler[] {
  const known = handlers.map(({ kind }) => kind)
  const unknown = kinds?.filter((kind) => !known.includes(kind)) ?? []
  if (unknown.length > 0)
    throw new StartRefused(
      `WORKER_KINDS names ${unknown.join(', ')}, but the kinds of jobs are ${known.toSorted().join(', ')}: correct it in the environment or in .env.`,
    )
  return handlers
    .filter(({ kind }) => kinds === null || kinds.includes(kind))
    .map((handler) => (metrics ? measureHandler(handler, metrics) : handler))
}
