/** One post as the page of a link shows it: its media and texts, how it stands, and what has changed since it was answered. Pure. */
import type { ApprovalState } from '@tangelo/contract/limits'
import { captionIn, type PublicPart, partsChanged, publicContent } from '#features/content/index.ts'
import { type AskedItem, isOpen, isUndoable, nonceOf, type Standing, toSeen } from '../approvals.rules.ts'
import { pickMedia } from '../service/media.ts'
import { cityOf, formatPlanned, momentText } from './dates.ts'

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

/** Shapes of posts on the network; a picture of another one is shown whole within the nearest. */
type Shape = 'tall' | 'portrait' | 'square' | 'wide'

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
  const media = pickMedia(item)
  if (media.length > 1) return `Carousel with ${sayMedia(media)}`
  if (media.length === 0) return 'No picture yet'
  return MEDIA_WORDS[item.media_key ?? ''] ?? (media[0]?.kind === 'video' ? 'Video' : 'Picture')
}

function whenOf({ item }: AskedItem, timeZone: string, now: number): string {
  return formatPlanned(item?.publish_date ?? null, timeZone, now) ?? 'No date yet'
}

export function toShownPost(
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
    query: { ask?: string | undefined }
    now: number
  },
): ShownPost {
  const item = state === 'gone' ? undefined : one.item
  const isUndoableNow = decision !== null && !isOpen(state) && isUndoable(decision, now)
  const [first] = item ? pickMedia(item) : []
  const shape = first?.kind === 'video' ? 'tall' : shapeOf(first && sizes.get(first.address))
  return {
    id: one.id,
    number,
    state,
    nonce: hash === null || !item ? '' : nonceOf(token, one, toSeen(state, hash, item)),
    account: item?.account_name ?? null,
    caption: item?.caption ?? '',
    hashtags: listOf(item?.hashtags),
    taggedUsers: listOf(item?.tagged_users),
    location: item?.location?.trim() || null,
    when: whenOf(one, timeZone, now),
    kind: item ? `${clockText(item.publish_date, timeZone)}${kindText(item)}` : '',
    media: item ? pickMedia(item).map(({ kind }) => ({ kind, shape })) : [],
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

/** A day without an hour has no time zone. */
const clockText = (publishDate: string | null, timeZone: string): string => {
  if (publishDate === null) return ''
  return publishDate.length === 'YYYY-MM-DD'.length ? 'Hour not set yet. ' : `Your time, ${cityOf(timeZone)}. `
}

function changesSince(before: string, after: string) {
  const parts = partsChanged(before, after)
  return { parts, caption: parts.includes('caption') ? captionIn(before) : null }
}
