/** Pure decisions on approvals: how an asked item stands, which page an answer belongs to, and what is recorded of it. */
import { createHmac } from 'node:crypto'
import type { ApprovalRequest, PostApproval } from '@tangelo/contract'
import { type ApprovalState, type ClientMailRefusal, PLANNED_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { contentHash, type ItemRow } from '#features/content/index.ts'
import type { Actor, NewAuditEntry } from '#features/core/index.ts'
import { dayFromText, endOfDay, momentToText } from '#platform/calendar.ts'
import { conflict, type Failure } from '#platform/errors.ts'
import { sameSecret } from '#platform/secrets.ts'
import { truncate } from '#platform/truncate.ts'
import type { DecisionRow, RequestRow } from './approvals.store.ts'

/** An item as it stands in a request; `item` is undefined where it is deleted. */
export interface AskedItem {
  id: number
  position: number
  turn: number
  itemId: string
  item: ItemRow | undefined
  /** Those that stand, the earliest first. */
  decisions: readonly DecisionRow[]
}

export type Standing = { state: ApprovalState; decision: DecisionRow | null; hash: string | null }

/** How an asked item stands now: every edit since an approval voids it, whoever made it and however. */
export function standingOf(
  { item, decisions }: Pick<AskedItem, 'item' | 'decisions'>,
  { expires_at, time_zone }: Pick<RequestRow, 'expires_at' | 'time_zone'>,
  now: number,
): Standing {
  const latest = decisions.at(-1) ?? null
  if (!item || item.is_gone === 1 || item.status_key === 'delete')
    return { state: 'gone', decision: latest, hash: null }
  const hash = contentHash(item)
  const decision = decisions.findLast(({ content_hash }) => content_hash === hash) ?? null
  if (decision) return { state: decision.answer, decision, hash }
  if (latest?.answer === 'approved') return { state: 'edited', decision: latest, hash }
  const isLate = Number(expires_at) <= now || hasPassed(item.publish_date, time_zone, now)
  return { state: isLate ? 'unanswered' : 'waiting', decision: latest, hash }
}

/** A day has passed when it is over for the client. */
function hasPassed(publishDate: string | null, timeZone: string, now: number): boolean {
  if (publishDate === null) return false
  const isDay = publishDate.length === 'YYYY-MM-DD'.length
  return (isDay ? endOfDay(dayFromText(publishDate), timeZone) : Date.parse(publishDate)) < now
}

/** Answers are taken for these: also late, as long as the link is open. */
export const isOpen = (state: ApprovalState): boolean =>
  state === 'waiting' || state === 'edited' || state === 'unanswered'

export const isUndoable = ({ final_at, used_at, announced_at }: DecisionRow, now: number): boolean =>
  now < Number(final_at) && used_at === null && announced_at === null

/** What a page shows of an asked item. An answer is given to the date as well; taking one back is about the bytes alone. */
interface Seen {
  hash: string
  plannedFor: string | null
}

export const seenIn = (state: ApprovalState, hash: string, { publish_date }: Pick<ItemRow, 'publish_date'>): Seen => ({
  hash,
  plannedFor: isOpen(state) ? publish_date : null,
})

/**
 * What proves that an answer is about the page that the client saw: this item, these bytes, this date, and no answer since. Only who
 * has the token can make it, and it is good for one answer.
 */
export const nonceOf = (token: string, { id, turn }: Pick<AskedItem, 'id' | 'turn'>, seen: Seen): string =>
  createHmac('sha256', token)
    .update(JSON.stringify([id, turn, seen.hash, seen.plannedFor]))
    .digest('base64url')

export const isNonce = (given: string, token: string, asked: Pick<AskedItem, 'id' | 'turn'>, seen: Seen): boolean =>
  sameSecret(given, nonceOf(token, asked, seen))

/** Why a nonce does not fit, as a client reads it. */
export function outdated({ state, decision }: Standing): Failure {
  if (state === 'gone') return conflict('post_gone', 'This post is no longer planned. There is nothing to answer.')
  if (decision && !isOpen(state))
    return conflict(
      'already_answered',
      `${decision.name} has ${decision.answer === 'approved' ? 'approved this' : 'asked for changes'} already.`,
    )
  if (state === 'edited' || decision)
    return conflict('post_changed', 'This post has changed since. Please look at it again, then answer.')
  return conflict('page_outdated', 'This page is not the latest any more. Please look at the post again, then answer.')
}

export const tooLate = (): Failure => conflict('too_late', 'The answer has been sent. It cannot be undone any more.')

export const tooOften = (): Failure =>
  conflict('answered_too_often', 'This post was answered and undone too often. Ask the person who sent the link.')

const asAnswer = (row: DecisionRow, now: number) => ({
  kind: row.answer,
  name: row.name,
  comment: row.comment,
  at: momentToText(Number(row.decided_at)),
  isFinal: !isUndoable(row, now),
})

export const asAnswered = ({ state, decision }: Standing, now: number) => ({
  state,
  answer: decision && asAnswer(decision, now),
  undoUntil: decision && !isOpen(state) && isUndoable(decision, now) ? momentToText(Number(decision.final_at)) : null,
})

function requestState(
  { withdrawn_at, expires_at }: Pick<RequestRow, 'withdrawn_at' | 'expires_at'>,
  states: readonly ApprovalState[],
  now: number,
): ApprovalRequest['state'] {
  if (withdrawn_at !== null) return 'withdrawn'
  if (states.every((state) => !isOpen(state))) return 'answered'
  return Number(expires_at) <= now ? 'expired' : 'open'
}

export function asRequest(
  row: RequestRow,
  asked: readonly AskedItem[],
  { refusals, now }: { refusals: ReadonlyMap<string, ClientMailRefusal>; now: number },
): ApprovalRequest {
  const standings = asked.map((one) => ({ one, ...standingOf(one, row, now) }))
  return {
    id: row.id,
    companyId: row.company_id,
    linkId: row.link_id ?? 0,
    clientName: row.client_name,
    timeZone: row.time_zone,
    message: row.message,
    state: requestState(
      row,
      standings.map(({ state }) => state),
      now,
    ),
    createdAt: momentToText(Number(row.created_at)),
    expiresAt: momentToText(Number(row.expires_at)),
    by: row.user_name,
    hasPassword: row.has_password === 1,
    mail:
      row.mail_to === null ? null : { address: row.mail_to, refusal: refusals.get(row.mail_to.toLowerCase()) ?? null },
    opened: Number(row.opened_count ?? 0),
    lastOpenedAt: row.last_opened_at === null ? null : momentToText(Number(row.last_opened_at)),
    items: standings.map(({ one: { itemId, item }, state, decision }) => {
      const shown = state === 'gone' ? undefined : item
      return {
        postId: itemId,
        state,
        answer: decision && asAnswer(decision, now),
        caption: shown?.caption?.slice(0, PLANNED_CAPTION_CHARACTERS).toWellFormed() ?? null,
        imageUrl: shown?.image_url ?? null,
        mediaType: shown?.media_key ?? null,
        publishDate: shown?.publish_date ?? null,
        account: shown?.account_name ?? null,
      }
    }),
  }
}

export function asPostApproval(row: RequestRow, asked: AskedItem, now: number): PostApproval {
  const { state, decision } = standingOf(asked, row, now)
  return {
    postId: asked.itemId,
    requestId: row.id,
    clientName: row.client_name,
    state,
    answer: decision && asAnswer(decision, now),
    expiresAt: momentToText(Number(row.expires_at)),
  }
}

export const approvalsChanged = (companyId: number) => ({ companyId, kind: 'approvals-changed' }) as const

/** For open screens, and for rules of alerts. */
export const approvalAnswered = ({ company_id, name, answer }: DecisionRow, caption: string | null) => {
  const post = truncate(caption) ?? 'a post'
  const message = answer === 'approved' ? `${name} approved: ${post}` : `${name} asked for changes: ${post}`
  return { companyId: company_id, kind: 'approval-answered', message } as const
}

/** A client: known by a name that they typed. */
export const clientActor = (name: string): Actor => ({ userId: null, username: name, address: null, via: 'link' })

export const requestAct = (
  act: 'approval.requested' | 'approval.withdrawn',
  row: Pick<RequestRow, 'id' | 'company_id' | 'client_name'>,
  items: number,
): NewAuditEntry => ({
  act,
  object: { kind: 'approval', id: row.id, name: row.client_name },
  companyId: row.company_id,
  details: { items },
})

export const answerAct = (row: DecisionRow, caption: string | null): NewAuditEntry => ({
  act: 'approval.answered',
  object: { kind: 'post', id: row.item_id, name: truncate(caption) },
  companyId: row.company_id,
  details: { answer: row.answer, request: row.request_id, content: row.content_hash },
})
