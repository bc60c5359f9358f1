/** What the page of a link says, as plain data: which post is shown, how it stands, and what its client may do. Pure. */
import type { ApprovalState } from '@tangelo/contract/limits'
import { captionIn, type PublicPart, partsChanged, publicContent } from '#features/content/index.ts'
import { type AskedItem, isOpen, isUndoable, nonceOf, type Standing, seenIn, standingOf } from '../approvals.rules.ts'
import type { RequestRow } from '../approvals.store.ts'
import { shownMedia } from '../service/media.ts'
import { cityOf, dayText, momentText, plannedText, shortPlanned } from './dates.ts'

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

interface Answered {
  name: string
  comment: string | null
  kind: 'approved' | 'changes'
  at: string
  /** Whole seconds; null once it counts. */
  undoSeconds: number | null
}

export interface ShownPost {
  id: number
  number: number
  state: ApprovalState
  nonce: string
  account: string | null
  caption: string
  hashtags: readonly string[]
  taggedUsers: readonly string[]
  location: string | null
  when: string
  /** Whose clocks, and what kind of post. */
  kind: string
  media: readonly { kind: 'image' | 'video'; shape: Shape }[]
  /** The answer that stands, also to an earlier version. */
  answer: Answered | null
  /** What differs from the version that was answered, with its caption where that differs. */
  changed: { parts: readonly PublicPart[]; caption: string | null } | null
  isAskingChanges: boolean
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
  answered: number
  endsOn: string
  note: string | null
  /** Null for the list. */
  shown: ShownPost | null
  /** The next post to answer. */
  next: PostRow | null
}

/** Shapes of posts on the network; a picture of another one is shown whole within the nearest. */
export type Shape = 'tall' | 'portrait' | 'square' | 'wide'

function shapeOf(size: { width: number; height: number } | undefined): Shape {
  if (!size) return 'square'
  const ratio = size.width / size.height
  return ratio < 0.7 ? 'tall' : ratio < 0.9 ? 'portrait' : ratio < 1.4 ? 'square' : 'wide'
}

const MEDIA_WORDS: Record<string, string> = { reel: 'Reel', video: 'Video', image: 'Picture' }

/** '3 pictures and a video'. */
export function sayMedia(media: readonly { kind: 'image' | 'video' }[]): string {
  const pictures = media.filter(({ kind }) => kind === 'image').length
  return `${pictures === 1 ? 'a picture' : `${pictures} pictures`}${pictures < media.length ? ' and a video' : ''}`
}

function kindText(item: NonNullable<AskedItem['item']>): string {
  const media = shownMedia(item)
  if (media.length > 1) return `Carousel with ${sayMedia(media)}`
  if (media.length === 0) return 'No picture yet'
  return MEDIA_WORDS[item.media_key ?? ''] ?? (media[0]?.kind === 'video' ? 'Video' : 'Picture')
}

function whenOf({ item }: AskedItem, timeZone: string, now: number): string {
  return plannedText(item?.publish_date ?? null, timeZone, now) ?? 'No date yet'
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
      hasPicture: state !== 'gone' && one.item !== undefined && shownMedia(one.item).length > 0,
    }),
  )
  const open = posts.filter(({ state }) => isOpen(state))
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
    answered: posts.length - open.length,
    endsOn: dayText(Number(request.expires_at), timeZone, now),
    note: query.note ?? null,
    shown:
      standing && chosen ? shownPost(standing, { number: chosen.number, token, timeZone, sizes, query, now }) : null,
    next: open.find(({ number }) => number > at + 1) ?? open.find(({ number }) => number !== at + 1) ?? null,
  }
}

function shownPost(
  { one, state, decision, hash }: Standing & { one: AskedItem },
  {
    number,
    token,
    timeZone,
    sizes,
    query,
    now,
  }: {
    number: number
    token: string
    timeZone: string
    sizes: ReadonlyMap<string, { width: number; height: number }>
    query: PageQuery
    now: number
  },
): ShownPost {
  const item = state === 'gone' ? undefined : one.item
  const isUndoableNow = decision !== null && !isOpen(state) && isUndoable(decision, now)
  const [first] = item ? shownMedia(item) : []
  const shape = first?.kind === 'video' ? 'tall' : shapeOf(first && sizes.get(first.address))
  return {
    id: one.id,
    number,
    state,
    nonce: hash === null || !item ? '' : nonceOf(token, one, seenIn(state, hash, item)),
    account: item?.account_name ?? null,
    caption: item?.caption ?? '',
    hashtags: listOf(item?.hashtags),
    taggedUsers: listOf(item?.tagged_users),
    location: item?.location?.trim() || null,
    when: whenOf(one, timeZone, now),
    kind: item ? `${clockText(item.publish_date, timeZone)}${kindText(item)}` : '',
    media: item ? shownMedia(item).map(({ kind }) => ({ kind, shape })) : [],
    answer: decision && {
      name: decision.name,
      comment: decision.comment,
      kind: decision.answer,
      at: momentText(Number(decision.decided_at), timeZone, now),
      undoSeconds: isUndoableNow ? Math.ceil((Number(decision.final_at) - now) / 1_000) : null,
    },
    changed: item && decision && isOpen(state) ? changesSince(decision.content, publicContent(item)) : null,
    isAskingChanges: query.ask === 'changes' && isOpen(state),
  }
}

const listOf = (json: string | null | undefined): string[] => (json ? JSON.parse(json) : [])

/** A day without an hour is on nobody's clocks. */
const clockText = (publishDate: string | null, timeZone: string): string => {
  if (publishDate === null) return ''
  return publishDate.length === 'YYYY-MM-DD'.length ? 'Hour not set yet. ' : `Your time, ${cityOf(timeZone)}. `
}

function changesSince(before: string, after: string) {
  const parts = partsChanged(before, after)
  return { parts, caption: parts.includes('caption') ? captionIn(before) : null }
}
