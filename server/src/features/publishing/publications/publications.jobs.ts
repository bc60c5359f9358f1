/**
 * The worker of publications. A job goes as far as it can and is put off where it has to wait; every step is committed before the
 * next call, so one that is killed is gone on with by the next (docs/decisions/0059). After an order has left it only looks.
 */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Handler, RunningJob, Schedule } from '#ports/queue.ts'
import { isReminded } from './publications.rules.ts'
import type { PublicationsService } from './publications.service.ts'
import { type PublicationRow, publicationsStore } from './publications.store.ts'
import { SENTENCES } from './rules/sentences.ts'
import { isBeforeOrder } from './rules/states.ts'
import { type Commits, Overtaken } from './service/commits.ts'
import type { Finishing } from './service/finish.ts'
import type { Looking } from './service/look.ts'
import type { Ordering } from './service/order.ts'
import type { Preparing } from './service/prepare.ts'
import { PUBLISH_POST } from './service/queued.ts'
import type { Reminding } from './service/remind.ts'

const SWEEP = 'sweep-publications'
const SWEEP_EVERY_MS = 60_000
/** Over all nodes: most of the time of a publication is spent waiting for Instagram. */
const AT_ONCE = 64
const TRIES = 8

interface Tools {
  database: Database
  clock: Clock
  commits: Commits
  preparing: Preparing
  remind: Reminding
  ordering: Ordering
  look: Looking
  finishing: Finishing
  publications: Pick<PublicationsService, 'sweep'>
}

export function publicationJobs(tools: Tools): { handlers: Handler[]; schedules: Schedule[] } {
  const { database, clock, commits, publications } = tools
  const store = publicationsStore(database.queries)
  return {
    handlers: [
      {
        kind: PUBLISH_POST,
        concurrency: AT_ONCE,
        attempts: TRIES,
        run: async ([job]) => {
          if (job) await advance(job, tools)
          return undefined
        },
        async onDeadLetter({ key }) {
          const [id = '', plan = ''] = key.split(' ')
          const row = await store.take(id, Number(plan))
          if (!row) return
          if (isBeforeOrder(row.state)) await commits.fail(row, SENTENCES.broken)
          else if (row.state === 'publishing')
            await commits.commit(
              row,
              {
                state: 'unclear',
                waits_for: 'person',
                candidates: '[]',
                sentence: SENTENCES.unreadable(row.account_name),
              },
              { title: 'Unclear', detail: SENTENCES.unreadable(row.account_name) },
            )
          // What is published stays so; what follows it is left out.
          else if (row.state === 'published') await commits.commit(row, { ended_at: clock.now() })
        },
      },
      {
        kind: SWEEP,
        concurrency: 1,
        run: async () => {
          await publications.sweep()
          return undefined
        },
      },
    ],
    schedules: [{ kind: SWEEP, everyMs: SWEEP_EVERY_MS }],
  }
}

async function advance(job: RunningJob, tools: Tools): Promise<void> {
  const id = String(job.payload.publicationId)
  let row = await publicationsStore(tools.database.queries).take(id, Number(job.payload.plan))
  try {
    while (row && row.ended_at === null && row.state !== 'unclear' && !isReminded(row)) {
      job.signal.throwIfAborted()
      row = await step(row, job.signal, tools)
    }
  } catch (error) {
    if (error instanceof Overtaken) return
    throw error
  }
}

function step(
  row: PublicationRow,
  signal: AbortSignal,
  { preparing, remind, ordering, look, finishing }: Tools,
): Promise<PublicationRow> {
  switch (row.state) {
    case 'planned':
      return row.how === 'remind' ? remind(row) : preparing.check(row)
    case 'checked':
      return preparing.makeContainer(row, signal)
    case 'container':
    case 'uploading':
      return preparing.fill(row, signal)
    case 'ready':
      return ordering.order(row, signal)
    case 'publishing':
      // Its order has left, in this worker or in one that is gone: nothing here may order again.
      return look(row, signal)
    case 'published':
      return finishing.follow(row, signal).then(finishing.end)
    case 'unclear':
    case 'failed':
    case 'withdrawn':
      return Promise.resolve(row)
  }
}
