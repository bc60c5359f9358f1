/** The wiring of the demo workspace: it is filled by the services that users' own data go through. */
import { type DemoTools, demoJobs, demoService } from '#features/operations/index.ts'
import type { Queue } from '#ports/queue.ts'

export function composeDemo({ queue, sweep, ...tools }: DemoTools & { queue: Queue; sweep: () => Promise<void> }) {
  const { handlers, letGo } = demoJobs(tools)
  const demo = demoService({ database: tools.database, clock: tools.clock, queue, sweep, letGo })
  return { services: { demo }, handlers, settle: demo.settle }
}
