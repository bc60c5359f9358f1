/** How far a render is, for open screens. */
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { Clock } from '#ports/clock.ts'
import type { RunningJob } from '#ports/queue.ts'
import { advanceProgress } from '../renders.rules.ts'
import { rendersStore } from '../renders.store.ts'

/** Written to the store and published to open screens. */
const TOLD_EVERY_MS = 1_000

/** Stores how far it is, once a second at most; notices when the render has ended elsewhere. */
export function progressOf(
  row: Row<'renders'>,
  job: RunningJob,
  { database, clock }: { database: Database; clock: Clock },
  callOff: () => void,
) {
  let known: Pick<Row<'renders'>, 'progress' | 'frames_done'> = row
  let first: { framesDone: number; at: number } | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | null = null

  async function write(reported: { framesDone: number; frames: number }, now: number): Promise<void> {
    first ??= { framesDone: reported.framesDone, at: now }
    const going = advanceProgress(known, reported, first, now)
    known = going
    const isOurs = await database.transaction(async (tx) => {
      const isThere = await rendersStore(tx).advance(row.id, going)
      if (isThere) await publishEvents(tx, [{ companyId: row.company_id, kind: 'render-progress' }], now)
      return isThere
    })
    if (!isOurs) callOff()
    await job.progress(going.progress)
  }

  return {
    tell(framesDone: number, frames: number) {
      const now = clock.now()
      if (writing || Math.abs(now - toldAt) < TOLD_EVERY_MS) return
      toldAt = now
      // No video is lost over a figure: the next one is written a second later.
      writing = write({ framesDone, frames }, now)
        .catch(() => {})
        .finally(() => {
          writing = null
        })
    },
    flush: async () => {
      await writing
    },
  }
}
