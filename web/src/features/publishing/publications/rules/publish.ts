/** Pure decisions of the dialog that publishes: when, with what, and what keeps it from being ordered. */
import type { Check, ContentItem, OwnAccount, PublicationOptions } from '@tangelo/contract'
import { COLLABORATORS_MAX, PLANNED_DAYS_MAX, type PublicationWay } from '@tangelo/contract/limits'
import { isDay } from '#lib/days.ts'
import { localOf, momentAt } from '#lib/zones.ts'
import { texts } from '../texts/publish.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** Of a day without an hour. */
export const USUAL_TIME = '12:00'
/** Beside now and another time: four choices stand in one row. */
const OFFERED_MAX = 2

/** Where a post may go: by itself where its owner has connected it, by hand otherwise. */
export interface Target {
  readonly accountId: number
  readonly username: string
  readonly isConnected: boolean
}

/** The connected accounts of the item's company, and the account that it is for where that is none of them. */
export function targetsOf(post: ContentItem, own: readonly OwnAccount[]): Target[] {
  const connected = own
    .filter(({ companyId }) => companyId === post.companyId)
    .map(({ accountId, username }) => ({ accountId, username, isConnected: true }))
  const { account } = post
  return account === null || connected.some(({ accountId }) => accountId === account.id)
    ? connected
    : [...connected, { accountId: account.id, username: account.username, isConnected: false }]
}

/** The one that the item is for; else the first that works. */
export function usualTarget(post: ContentItem, own: readonly OwnAccount[]): Target | undefined {
  const targets = targetsOf(post, own)
  const works = own.find(({ companyId, state, mayPublish }) => {
    return companyId === post.companyId && state !== 'ended' && mayPublish
  })
  return (
    targets.find(({ accountId }) => accountId === post.accountId) ??
    targets.find(({ accountId }) => accountId === works?.accountId) ??
    targets[0]
  )
}

/** What is chosen: a moment that is offered, now, or what is typed. */
export type When =
  | { readonly kind: 'at'; readonly at: string }
  | { readonly kind: 'now' }
  | { readonly kind: 'other'; readonly day: string; readonly time: string }

export interface Offered {
  readonly at: string
  readonly hint: string
}

/** The date of the item where it has one to come, then the next free slots. */
export function offeredTimes(publishDate: string | null, slots: readonly string[], now: Date): Offered[] {
  const planned = publishDate !== null && !isDay(publishDate) && Date.parse(publishDate) > now.getTime()
  const free = slots.filter((at) => !planned || Date.parse(at) !== Date.parse(publishDate))
  return [
    ...(planned ? [{ at: publishDate, hint: texts.when.planned }] : []),
    ...free
      .slice(0, planned ? OFFERED_MAX - 1 : OFFERED_MAX)
      .map((at, index) => ({ at, hint: index === 0 ? texts.when.next : texts.when.slot })),
  ]
}

/** What is chosen before the person has: the date of the item, the next free slot, or now. */
export function usualWhen(publishDate: string | null, slots: readonly string[], today: string, now: Date): When {
  if (publishDate !== null && isDay(publishDate) && publishDate >= today)
    return { kind: 'other', day: publishDate, time: USUAL_TIME }
  const [first] = offeredTimes(publishDate, slots, now)
  return first ? { kind: 'at', at: first.at } : { kind: 'now' }
}

export interface WhenProblem {
  readonly field: 'day' | 'time'
  readonly text: string
}

/** What is wrong with a typed time; null where nothing is. */
export function findWhenProblem(when: When, timeZone: string, now: Date): WhenProblem | null {
  if (when.kind !== 'other') return null
  const { day, time } = when
  if (!isDay(day)) return { field: 'day', text: texts.when.noDay }
  if (!TIME.test(time)) return { field: 'time', text: texts.when.noTime }
  const at = Date.parse(momentAt({ day, time }, timeZone))
  if (at < now.getTime()) return { field: 'time', text: texts.when.past }
  return at > now.getTime() + PLANNED_DAYS_MAX * DAY_MS ? { field: 'day', text: texts.when.far } : null
}

/** Undefined for now. */
export function momentOf(when: When, timeZone: string): string | undefined {
  if (when.kind === 'now') return undefined
  return when.kind === 'at' ? when.at : momentAt({ day: when.day, time: when.time }, timeZone)
}

/** At least a day later: the first free slot then, or the same hour. */
export function aDayLater(slots: readonly string[], timeZone: string, now: Date): When {
  const slot = slots.find((at) => Date.parse(at) >= now.getTime() + DAY_MS)
  if (slot) return { kind: 'at', at: slot }
  const rounded = Math.ceil((now.getTime() + DAY_MS) / HALF_HOUR_MS) * HALF_HOUR_MS
  return { kind: 'other', ...localOf(new Date(rounded).toISOString(), timeZone) }
}

/** What a person adds, as it is typed. */
export interface Added {
  /** `first` and `last`: a carousel of its pictures, with its video there. */
  readonly as: '' | 'reel' | 'story' | 'first' | 'last'
  readonly crops: boolean
  readonly altTexts: readonly string[]
  readonly collaborators: string
  readonly firstComment: string
  readonly cover: string
  readonly sharesToFeed: boolean
  readonly isMadeByAi: boolean
}

export const NOTHING_ADDED: Added = {
  as: '',
  crops: false,
  altTexts: [],
  collaborators: '',
  firstComment: '',
  cover: '',
  sharesToFeed: true,
  isMadeByAi: false,
}

const namesIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((name) => name.replace(/^@+/, ''))
    .filter((name) => name !== '')

export interface AddedProblems {
  readonly collaborators?: string
  readonly cover?: string
}

export function findAddedProblems({ collaborators, cover }: Added): AddedProblems {
  const names = namesIn(collaborators)
  const wrong = names.find((name) => !/^[A-Za-z0-9._]{1,30}$/.test(name))
  const words = texts.options
  return {
    ...(wrong ? { collaborators: words.collaboratorsWrong(wrong) } : {}),
    ...(!wrong && names.length > COLLABORATORS_MAX
      ? { collaborators: words.collaboratorsMany(COLLABORATORS_MAX) }
      : {}),
    ...(cover.trim() !== '' && !/^\d{1,4}([.,]\d{1,3})?$/.test(cover.trim()) ? { cover: words.coverWrong } : {}),
  }
}

/**
 * As it is sent; what is left out is not sent. A problem leaves its field out. By hand the person cuts the picture, chooses the cover
 * and the rest in the app of Instagram.
 */
export function optionsOf(added: Added, how: PublicationWay): PublicationOptions {
  const problems = findAddedProblems(added)
  const names = problems.collaborators ? [] : namesIn(added.collaborators)
  const isSent = how === 'publish'
  const cover = problems.cover ? '' : added.cover.trim().replace(',', '.')
  return {
    ...(added.as === 'reel' || added.as === 'story' ? { as: added.as } : {}),
    ...(added.as === 'first' || added.as === 'last' ? { carouselVideo: added.as } : {}),
    ...(isSent && added.crops ? { crops: true } : {}),
    ...(added.altTexts.some((text) => text.trim() !== '') ? { altTexts: [...added.altTexts] } : {}),
    ...(names.length > 0 ? { collaborators: names } : {}),
    ...(added.firstComment.trim() !== '' ? { firstComment: added.firstComment.trim() } : {}),
    ...(isSent && cover !== '' ? { coverMs: Math.round(Number(cover) * 1_000) } : {}),
    ...(isSent && !added.sharesToFeed ? { sharesToFeed: false } : {}),
    ...(isSent && added.isMadeByAi ? { isMadeByAi: true } : {}),
  }
}

/** What was chosen before, such as of a publication that did not go out. */
export const countAdded = (options: PublicationOptions): number => Object.keys(options).length

/** Blocking ones first, then warnings, then the rest in their order. */
export function sortChecks(checks: readonly Check[]): Record<Check['state'], Check[]> {
  const of = (state: Check['state']) => checks.filter((check) => check.state === state)
  return { blocked: of('blocked'), warning: of('warning'), passed: of('passed') }
}

/** Whether the cure of an `edit` is among the options, not in the post. */
export const isAboutOptions = ({ key }: Pick<Check, 'key'>, options: PublicationOptions): boolean =>
  key === 'cover' ||
  key === 'altText' ||
  key === 'comment' ||
  (key === 'people' && (options.collaborators?.length ?? 0) > 0)

/** What Instagram takes of a picture, from upright to wide. */
const RATIOS = { min: 4 / 5, max: 1.91 }

/** The part of a picture that is kept, as shares cut off at each side; null where nothing is. */
export function cutOf(width: number, height: number): { readonly x: number; readonly y: number } | null {
  const ratio = width / height
  if (!Number.isFinite(ratio) || (ratio >= RATIOS.min && ratio <= RATIOS.max)) return null
  return ratio < RATIOS.min ? { x: 0, y: (1 - ratio / RATIOS.min) / 2 } : { x: (1 - RATIOS.max / ratio) / 2, y: 0 }
}
