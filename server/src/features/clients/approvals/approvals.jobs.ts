/** Hands an answer to the team, its webhooks and its audit log once it can no longer be undone. Safe to repeat at every step. */
import { addClientComment, asContentItem, lockItems } from '#features/content/index.ts'
import { type AuditLog, publishEvents } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { truncate } from '#platform/truncate.ts'
import type { Clock } from '#ports/clock.ts'
import { type Handler, RetryAt, type RunningJob } from '#ports/queue.ts'
import { approvalsStore } from './approvals.store.ts'
import { answerAct, approvalAnswered, approvalsChanged, clientActor } from './rules/acts.ts'

export const SETTLE_ANSWER = 'settle-answer'

export function approvalJobs({ database, clock, audit }: { database: Database; clock: Clock; audit: AuditLog }): {
  handlers: Handler[]
} {
  async function settle({ payload, complete }: RunningJob): Promise<void> {
    const id = Number(payload.decisionId)
    const due = await approvalsStore(database.queries).decision(id)
    if (!due) return
    // The clock may have been set back since.
    if (due.undone_at === null && Number(due.final_at) > clock.now())
      throw new RetryAt('The answer can still be undone', Number(due.final_at))
    await database.transaction(async (tx) => {
      const now = clock.now()
      const store = approvalsStore(tx)
      const request = await store.find(due.request_id)
      const item = (await lockItems({ queries: tx, engine: database.engine }, [due.item_id])).get(due.item_id)
      const answer = request?.withdrawn_at === null ? await store.announce(id, now) : undefined
      if (answer) {
        const { company_id: companyId, name, comment } = answer
        const caption = item?.caption ?? null
        if (item && comment !== null)
          await addClientComment(tx, item, { by: `${name} (client)`, text: comment, at: now })
        await audit.record(tx, clientActor(name), answerAct(answer, caption))
        await publishEvents(
          tx,
          [
            approvalsChanged(companyId),
            approvalAnswered(answer, caption),
            ...(item && comment !== null ? [{ companyId, kind: 'content-changed' as const }] : []),
          ],
          now,
        )
        const data = () => ({
          requestId: answer.request_id,
          postId: answer.item_id,
          post: item ? asContentItem(item) : null,
          answer: answer.answer,
          by: name,
          comment,
          answeredAt: momentToText(Number(answer.decided_at)),
          contentHash: answer.content_hash,
        })
        await enqueueWebhooks(tx, [{ companyId, kind: 'approval.answered', subject: truncate(caption), data }], now)
      }
      await complete(tx)
    })
  }

  return {
    handlers: [
      {
        kind: SETTLE_ANSWER,
        concurrency: 1,
        run: async ([job]) => {
          if (job) await settle(job)
          return undefined
        },
      },
    ],
  }
}
