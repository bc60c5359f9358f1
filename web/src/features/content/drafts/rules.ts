/** Decisions about drafts that need no server: what a card says, what was touched, which version stays. */
import type { ContentItem, RouteInput } from '@tangelo/contract'
import {
  CONTENT_STATUSES,
  INSTAGRAM_CAPTION_CHARACTERS,
  INSTAGRAM_HASHTAGS_ADVISED,
  INSTAGRAM_MENTIONS_MAX,
  TAG_MAX_LENGTH,
} from '@tangelo/contract/limits'
import { ApiError } from '#lib/api.ts'
import { isDay } from '#lib/days.ts'
import { formatDay, formatWhole } from '#lib/format.ts'
import { readCurrentVersion } from '#lib/three-way-merge.ts'
import { momentAt } from '#lib/zones.ts'
import { toDayAndTime } from '../items/rules/items.ts'
import { texts } from './texts.ts'

const HASHTAGS_SHOWN = 3 // spec §9: hashtags per card 3

/** The first letter of the location in upper case, 'F' where there is none (spec §2). */
export function initialOf(location: string | null): string {
  const [first] = location?.trim() ?? ''
  return (first ?? texts.card.initial).toUpperCase()
}

export function splitHashtags(hashtags: readonly string[] | null): { shown: readonly string[]; more: number } {
  const all = hashtags ?? []
  return { shown: all.slice(0, HASHTAGS_SHOWN), more: Math.max(0, all.length - HASHTAGS_SHOWN) }
}

/** The day something goes out, by the company's calendar: 'Nov 24, 2026', or 'No date'. */
export function dateText(publishDate: string | null, timeZone: string): string {
  return publishDate === null ? texts.card.noDate : formatDay(toDayAndTime(publishDate, timeZone).day, true)
}

/** With its hour where one is known: 'Nov 24, 2026, 09:00'. */
export function dateTimeText(publishDate: string, timeZone: string): string {
  const { day, time } = toDayAndTime(publishDate, timeZone)
  return [formatDay(day, true), time].filter(Boolean).join(', ')
}

/** How many columns there is room for, at most the chosen number. */
export function countColumns(width: number, wanted: number, gap: number, cardMin: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((width + gap) / (cardMin + gap))))
}

/** Where a key leads in a grid of cards; null when it does not move, or there is no card there. */
export function findCardAfterKey(key: string, index: number, columns: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -index,
    End: count - 1 - index,
  }
  const step = steps[key]
  if (step === undefined) return null
  const next = index + step
  // Below the last full row there may be no card right under this one: the last one is.
  if (key === 'ArrowDown' && next >= count && Math.floor(index / columns) < Math.floor((count - 1) / columns))
    return count - 1
  return next >= 0 && next < count && next !== index ? next : null
}

/** The selection after one card was pressed; with Shift everything between it and the one pressed before. */
export function updateSelection(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  { id, from }: { id: string; from: string | null },
): Set<string> {
  const next = new Set(selected)
  const start = from === null ? -1 : ids.indexOf(from)
  const end = ids.indexOf(id)
  if (start !== -1 && end !== -1) {
    for (const between of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(between)
  } else if (!next.delete(id)) next.add(id)
  return next
}

export interface DraftFilter {
  readonly mediaType: string
  readonly q: string
}

/** Whether a draft matches the filter, as on the server. */
export function isAskedFor(post: ContentItem, { mediaType, q }: DraftFilter): boolean {
  if (mediaType && post.mediaType?.toLowerCase() !== mediaType) return false
  const text = q.trim().toLowerCase()
  const hashtags = (post.hashtags ?? []).map((tag) => `#${tag}`)
  return text === '' || [post.caption, post.location, ...hashtags].some((part) => part?.toLowerCase().includes(text))
}

export type TagResult =
  | { readonly kind: 'added' | 'known'; readonly tags: readonly string[]; readonly name: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly problem: string }

export interface TagRules {
  readonly sign: '@' | '#'
  /** What to say to a name with a space in it. */
  readonly spaces: string
  readonly max: number
}

/** What Enter makes of the typed name: signs before it are stripped, one that is there already is ignored (spec §4). */
export function cleanTag(tags: readonly string[], typed: string, { sign, spaces, max }: TagRules): TagResult {
  const name = typed.trim().replace(sign === '@' ? /^[@\s]+/ : /^[#\s]+/, '')
  if (name === '') return { kind: 'nothing' }
  if (/\s/.test(name)) return { kind: 'refused', problem: spaces }
  if (name.length > TAG_MAX_LENGTH) return { kind: 'refused', problem: texts.tags.tooLong(TAG_MAX_LENGTH) }
  if (tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) return { kind: 'known', tags, name }
  if (tags.length >= max) return { kind: 'refused', problem: texts.tags.tooMany(max) }
  return { kind: 'added', tags: [...tags, name], name }
}

/** What can be changed in a post, as the form holds it. */
export interface Editable {
  readonly status: string
  readonly caption: string
  readonly taggedUsers: readonly string[]
  readonly publishDate: string | null
  readonly account: ContentItem['account']
  readonly assignee: ContentItem['assignee']
  readonly needsApproval: boolean
}

export type EditableField = keyof Editable
const EDITABLE_FIELDS: readonly EditableField[] = [
  'caption',
  'taggedUsers',
  'publishDate',
  'account',
  'assignee',
  'status',
  'needsApproval',
]

/** A table may write 'draft ' where we write 'Draft'; a word that is not ours stays as it is. */
export function statusLabel(status: string): string {
  return CONTENT_STATUSES.find((known) => known.toLowerCase() === status.trim().toLowerCase()) ?? status
}

export function toEditable(post: ContentItem): Editable {
  return {
    status: statusLabel(post.status),
    caption: post.caption ?? '',
    taggedUsers: post.taggedUsers ?? [],
    publishDate: post.publishDate,
    account: post.account,
    assignee: post.assignee,
    needsApproval: post.approvalAskedAt !== null,
  }
}

function isSame(one: Editable[EditableField], other: Editable[EditableField]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields in which two versions differ. */
export function findDifferences(one: Editable, other: Editable): EditableField[] {
  return EDITABLE_FIELDS.filter((field) => !isSame(one[field], other[field]))
}

type Body = RouteInput<'PUT /api/airtable/posts/:postId'>['body']

/** Only what was touched: absent leaves alone, null clears, empty is a value. */
export function changesOf(stored: Editable, typed: Editable): Body {
  const touched = findDifferences(stored, typed)
  const status = CONTENT_STATUSES.find((known) => known === typed.status)
  return {
    ...(touched.includes('status') && status ? { status } : {}),
    ...(touched.includes('caption') ? { caption: typed.caption } : {}),
    ...(touched.includes('taggedUsers') ? { taggedUsers: [...typed.taggedUsers] } : {}),
    ...(touched.includes('publishDate') ? { publishDate: typed.publishDate } : {}),
    ...(touched.includes('account') ? { accountId: typed.account?.id ?? null } : {}),
    ...(touched.includes('assignee') ? { assigneeId: typed.assignee?.id ?? null } : {}),
    ...(touched.includes('needsApproval') ? { needsApproval: typed.needsApproval } : {}),
  }
}

/** 'Post status changed to Approved, caption was updated' (spec §8). */
export function updatedText(status: string, changes: Body): string {
  return [
    texts.dialog.statusChanged(status),
    changes.caption === undefined ? '' : texts.dialog.captionUpdated,
    changes.taggedUsers === undefined ? '' : texts.dialog.tagsUpdated,
    changes.publishDate === undefined ? '' : texts.dialog.dateUpdated,
    changes.accountId === undefined ? '' : texts.dialog.accountUpdated,
    changes.assigneeId === undefined ? '' : texts.dialog.assigneeUpdated,
    changes.needsApproval === undefined
      ? ''
      : changes.needsApproval
        ? texts.dialog.approvalAsked
        : texts.dialog.approvalTakenBack,
  ].join('')
}

/** The post as another user left it, from a conflict response; null for any other failure. */
export const readCurrentPost = (error: unknown): ContentItem | null => readCurrentVersion(error, isPost)

function isPost(value: unknown): value is ContentItem {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && 'status' in value
}

/** The record went away, or was never this company's. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether an answer means that there is no such post: also an id that the server does not take as one. */
export function isMissing(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.status === 400)
}

/** As people count: a letter with its accent, or one emoji of several signs, is a few code points at most. */
export function countCharacters(caption: string): number {
  return [...caption].length
}

/** What Instagram would make of a caption: advice, never a refusal. */
export function findAdvice(caption: string, hashtags: readonly string[] | null): string[] {
  const over = countCharacters(caption) - INSTAGRAM_CAPTION_CHARACTERS
  const mentions = caption.match(/(?<![\w@])@[\w.]+/g)?.length ?? 0
  const written = caption.match(/(?<![\w&#])#[\p{L}\p{N}_]+/gu) ?? []
  const all = new Set([...written.map((tag) => tag.slice(1)), ...(hashtags ?? [])].map((tag) => tag.toLowerCase()))
  return [
    ...(over > 0 ? [texts.advice.tooLong(formatWhole(over))] : []),
    ...(mentions > INSTAGRAM_MENTIONS_MAX ? [texts.advice.mentions(mentions, INSTAGRAM_MENTIONS_MAX)] : []),
    ...(all.size > INSTAGRAM_HASHTAGS_ADVISED ? [texts.advice.hashtags(all.size, INSTAGRAM_HASHTAGS_ADVISED)] : []),
  ]
}

export interface DateFields {
  readonly day: string
  /** Empty: planned for the day. */
  readonly time: string
}

export function toDateFields(publishDate: string | null, timeZone: string): DateFields {
  if (publishDate === null) return { day: '', time: '' }
  const { day, time } = toDayAndTime(publishDate, timeZone)
  return { day, time: time ?? '' }
}

/** What the two fields say; undefined while they say nothing that could be kept. */
export function parseDateFields({ day, time }: DateFields, timeZone: string): string | null | undefined {
  if (day === '' && time === '') return null
  if (dateFieldsError({ day, time })) return undefined
  return time === '' ? day : momentAt({ day, time }, timeZone)
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is wrong with the two fields; undefined where nothing is. */
export function dateFieldsError({ day, time }: DateFields): { field: 'day' | 'time'; text: string } | undefined {
  if (time !== '' && !TIME.test(time)) return { field: 'time', text: texts.date.noTime }
  if (day === '' && time !== '') return { field: 'day', text: texts.date.incomplete }
  return day === '' || isDay(day) ? undefined : { field: 'day', text: texts.date.noDay }
}

const VALUE_CHARACTERS_MAX = 80

/** A value of the history in few words. */
export function valueText(field: keyof typeof texts.history.fields, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return texts.history.empty
  // Its address means nothing to a reader.
  if (field === 'imageUrl') return texts.history.image
  if (Array.isArray(value)) {
    const sign = field === 'taggedUsers' ? '@' : '#'
    return value.length === 0 ? texts.history.empty : value.map((name) => `${sign}${name}`).join(' ')
  }
  const text =
    field === 'publishDate' || field === 'approvalAskedAt' ? dateTimeText(String(value), timeZone) : String(value)
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length > VALUE_CHARACTERS_MAX
    ? `${letters.slice(0, VALUE_CHARACTERS_MAX).join('')}...`
    : letters.join('')
}
