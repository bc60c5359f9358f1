/** Answers of sources are kept as they came, for a while. */
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { oldAnswersStore } from '../store/old-answers.ts'

const RAW_KEPT_MS = 30 * 24 * 60 * 60_000
const OLD_AT_ONCE = 200
/** What is left by a process that ended while it removed answers, another one removes after this time. */
const REMOVAL_MS = 10 * 60_000

/**
 * Removes answers of sources whose days are over; the snapshots keep their hashes. Safe to repeat; several processes at once
 * share the work.
 */
export async function purgeOldAnswers({
  database,
  clock,
  blobs,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
}): Promise<void> {
  const store = oldAnswersStore(database.queries)
  for (;;) {
    const keptBefore = clock.now() - RAW_KEPT_MS
    const answers = await store.claim(keptBefore, keptBefore + REMOVAL_MS, OLD_AT_ONCE)
    if (answers === null) return
    for (const { hash } of answers) await blobs.remove(hash)
    await store.forget(answers.map(({ id }) => id))
  }
}
