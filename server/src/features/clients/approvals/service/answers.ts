/** What a client may do through a link: answer, and undo it for a short while. Opening a link never comes here. */
import type { RouteInput } from '@tangelo/contract'
import { APPROVAL_UNDO_SECONDS } from '@tangelo/contract/limits'
import { hashOf, lockItems, publicContent } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { linkNotFound } from '../../links/links.rules.ts'
import type { OpenedLink } from '../../links/service/open-link.ts'
import { SETTLE_ANSWER } from '../approvals.jobs.ts'
import { asAnswered, isNonce, isOpen, isUndoable, standingOf, toSeen } from '../approvals.rules.ts'
import { approvalsStore } from '../approvals.store.ts'
import { approvalsChanged } from '../rules/acts.ts'
import { outdated, tooLate, tooOften } from '../rules/refusals.ts'

export type ApprovalAnswers = ReturnType<typeof approvalAnswers>

/** Answers and undos of one item: every one of them is kept. */
const TURNS_MAX = 100

type Answer = RouteInput<'POST /api/s/:token/answers'>['body']
type OnPage = RouteInput<'POST /api/s/:token/undo'>['body']
type Link = Pick<OpenedLink, 'id' | 'targetId'>

export function approvalAnswers({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  const { engine } = database

  /** The asked item, locked until the transaction ends, as it stands. Throws where the link does not open it. */
  async function lockAsked(tx: Queries, link: Link, askedId: string) {
    const store = approvalsStore(tx)
    const request = await store.find(link.targetId)
    const isLive = request && request.withdrawn_at === null && Number(request.expires_at) > clock.now()
    if (!isLive || request.link_id !== link.id) throw linkNotFound()
    const row = await store.lockItem(Number(askedId), request.id, engine)
    if (!row) throw notFound('Post')
    const found = (await lockItems({ queries: tx, engine }, [row.item_id])).get(row.item_id)
    const item = found?.company_id === row.company_id ? found : undefined
    const read = async () => {
      const decisions = await store.decisionsOf([row.id])
      return standingOf({ item, decisions }, request, clock.now())
    }
    return { store, request, row, item, standing: await read(), read }
  }

  return {
    /**
     * Throws `page_outdated`, `post_changed`, `already_answered` and `post_gone` for another page than the present one,
     * and `answered_too_often`.
     */
    answer: (link: Link, token: string, { item: askedId, nonce, answer, name, comment }: Answer) =>
      database.transaction(async (tx) => {
        const { store, request, row, item, standing, read } = await lockAsked(tx, link, askedId)
        const { state, hash } = standing
        if (!item || hash === null || !isOpen(state)) throw outdated(standing)
        if (!isNonce(nonce, token, row, toSeen(state, hash, item))) throw outdated(standing)
        if (row.turn >= TURNS_MAX) throw tooOften()
        const now = clock.now()
        const content = publicContent(item)
        const finalAt = now + APPROVAL_UNDO_SECONDS * 1_000
        const { id } = await store.addDecision({
          company_id: request.company_id,
          request_id: request.id,
          approval_item_id: row.id,
          item_id: row.item_id,
          content_hash: hashOf(content),
          content,
          planned_for: item.publish_date,
          answer,
          name,
          comment: comment || null,
          decided_at: now,
          final_at: finalAt,
          undone_at: null,
          used_at: null,
          announced_at: null,
        })
        await store.nextTurn(row.id)
        const job = { kind: SETTLE_ANSWER, key: String(id), companyId: request.company_id, payload: { decisionId: id } }
        await queue.enqueue(tx, [{ ...job, runAt: finalAt }])
        await publishEvents(tx, [approvalsChanged(request.company_id)], now)
        return asAnswered(await read(), now)
      }),

    /** Throws `too_late` once the answer counts. */
    undo: (link: Link, token: string, { item: askedId, nonce }: OnPage) =>
      database.transaction(async (tx) => {
        const { store, request, row, item, standing, read } = await lockAsked(tx, link, askedId)
        const { state, hash, decision } = standing
        const now = clock.now()
        if (decision && !isOpen(state) && !isUndoable(decision, now)) throw tooLate()
        if (!item || !decision || hash === null || isOpen(state)) throw outdated(standing)
        if (!isNonce(nonce, token, row, toSeen(state, hash, item))) throw outdated(standing)
        if (!(await store.undo(decision.id, now))) throw tooLate()
        await store.nextTurn(row.id)
        await publishEvents(tx, [approvalsChanged(request.company_id)], now)
        return asAnswered(await read(), now)
      }),
  }
}
