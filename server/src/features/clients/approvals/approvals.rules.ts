/** Pure decisions on approvals: how an asked item stands, which page an answer belongs to, and what is recorded of it. */
import { createHmac } from 'node:crypto'
import type { ApprovalRequest, PostApproval } from '@tangelo/contract'
import { type ApprovalState, type ClientMailRefusal, PLANNED_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { contentHash, type ItemRow } from '#features/content/index.ts'
import { dayFromText, endOfDay, momentToText } from '#platform/calendar.ts'
import { sameSecret } from '#platform/secrets.ts'
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

/** How an asked item stands now: every edit since an approval voids it, by any user or the table, and in any way. */
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

export const toSeen = (state: ApprovalState, hash: string, { publish_date }: Pick<ItemRow, 'publish_date'>): Seen => ({
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
