/** The queue as an administrator sees it: how much of each kind, and what failed for good, to be tried again. */
import type { DeadLetter, QueuedKind } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { isPaidWork } from '#features/reels/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Queue } from '#ports/queue.ts'
import { jobsStore } from './jobs.store.ts'

export type JobsService = ReturnType<typeof jobsService>

export function jobsService({ database, queue, audit }: { database: Database; queue: Queue; audit: AuditLog }) {
  const store = jobsStore(database.queries)
  return {
    async kinds(): Promise<QueuedKind[]> {
      return (await queue.counts()).map(({ nextRoundAt, ...counts }) => ({
        ...counts,
        nextRoundAt: nextRoundAt === null ? null : momentToText(nextRoundAt),
      }))
    },

    async deadLetters(): Promise<DeadLetter[]> {
      const jobs = await queue.deadLetters(PAGE_ROWS_MAX)
      const names = await store.companyNames([...new Set(jobs.flatMap(({ companyId }) => companyId ?? []))])
      return jobs.map((job) => ({
        id: job.id,
        kind: job.kind,
        key: job.key,
        companyName: names.get(job.companyId ?? 0) ?? null,
        tries: job.attempt,
        message: job.reason,
        createdAt: momentToText(job.createdAt),
        failedAt: momentToText(job.finishedAt ?? job.createdAt),
        canRetry: !isPaidWork(job.kind),
        requestId: job.requestId,
      }))
    },

    /** Throws `not_found` for what is no dead letter any more: it was tried again, or forgotten after its week. */
    async retry(viewer: Viewer, id: string): Promise<void> {
      const job = await queue.find(id)
      if (job?.state !== 'failed') throw notFound('Failed work')
      if (isPaidWork(job.kind))
        throw conflict('not_failed', 'Its credit was returned: generate the reel again in the Reel Maker')
      if (!(await queue.retry(id)))
        throw conflict('live_again', 'The same work was requested again meanwhile and is already waiting or running')
      await database.transaction((tx) =>
        audit.record(tx, viewer, {
          act: 'job.retried',
          object: { kind: 'job', id, name: job.kind },
          companyId: job.companyId,
        }),
      )
    },
  }
}
