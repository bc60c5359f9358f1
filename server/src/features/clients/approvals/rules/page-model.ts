/** What the page of a link says, as plain data: which post is shown, how it stands, and what its client may do. Pure. */
import type { ApprovalState } from '@tangelo/contract/limits'
import { type AskedItem, isOpen, standingOf } from '../approvals.rules.ts'
import type { RequestRow } from '../approvals.store.ts'
import { pickMedia } from '../service/media.ts'
import { dayText, shortPlanned } from './dates.ts'
import { type ShownPost, toShownPost } from './shown-post.ts'

/** What the address of the page asks for. */
export interface PageQuery {
  /** The asked item. */
  item?: string | undefined
  /** The form for changes. */
  ask?: string | undefined
  /** Another person answers now. */
  as?: string | undefined
  /** The list. */
  all?: string | undefined
  /** Why an answer was refused. */
  note?: string | undefined
}

export interface PostRow {
  id: number
  number: number
  title: string
  when: string
  state: ApprovalState
  hasPicture: boolean
}

export interface PageModel {
  token: string
  companyName: string
  clientName: string
  by: string
  message: string | null
  /** The name under which this link was answered last; empty where it has to be entered. */
  name: string
  posts: readonly PostRow[]
  /** Posts with an answer that stands, of how many: those that are no longer planned aside. */
  answered: number
  asked: number
  endsOn: string
  note: string | null
  /** Null for the list. */
  shown: ShownPost | null
  /** The next post to answer. */
  next: PostRow | null
}

function titleOf({ item }: AskedItem): string {
  const [line = ''] = (item?.caption ?? '').trim().split('\n')
  return line.slice(0, 120).toWellFormed() || 'Post without a caption'
}

/** @param sizes of pictures, by address. */
export function pageModel({
  request,
  companyName,
  token,
  asked,
  lastName,
  sizes,
  query,
  now,
}: {
  request: RequestRow
  companyName: string
  token: string
  asked: readonly AskedItem[]
  lastName: string | null
  sizes: ReadonlyMap<string, { width: number; height: number }>
  query: PageQuery
  now: number
}): PageModel {
  const { time_zone: timeZone } = request
  const standings = asked.map((one) => ({ one, ...standingOf(one, request, now) }))
  const posts = standings.map(
    ({ one, state }, at): PostRow => ({
      id: one.id,
      number: at + 1,
      title: state === 'gone' ? 'No longer planned' : titleOf(one),
      when: state === 'gone' ? '' : (shortPlanned(one.item?.publish_date ?? null, timeZone, now) ?? 'No date yet'),
      state,
      hasPicture: state !== 'gone' && one.item !== undefined && pickMedia(one.item).length > 0,
    }),
  )
  const planned = posts.filter(({ state }) => state !== 'gone')
  const open = planned.filter(({ state }) => isOpen(state))
  const chosen = query.all === undefined ? (posts.find(({ id }) => String(id) === query.item) ?? open[0]) : undefined
  const at = chosen ? posts.indexOf(chosen) : -1
  const standing = standings[at]
  const isAnswered = standings.some(({ decision }) => decision !== null)
  return {
    token,
    companyName,
    clientName: request.client_name,
    by: request.user_name,
    message: isAnswered && chosen ? null : request.message,
    name: query.as === undefined ? (lastName ?? '') : '',
    posts,
    answered: planned.length - open.length,
    asked: planned.length,
    endsOn: dayText(Number(request.expires_at), timeZone, now),
    note: query.note ?? null,
    shown:
      standing && chosen ? toShownPost(standing, { number: chosen.number, token, timeZone, sizes, query, now }) : null,
    next: open.find(({ number }) => number > at + 1) ?? open.find(({ number }) => number !== at + 1) ?? null,
  }
}
