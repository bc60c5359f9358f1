/** Pure decisions about a publication: its name, where it is listed, what is said of it, and when. */
import type { PublicationGroup, PublicationState } from '@tangelo/contract/limits'
import { weekdayName } from '#lib/day-names.ts'
import { formatDay, formatLength } from '#lib/format.ts'
import { localOf } from '#lib/zones.ts'
import type { Publication } from '../queries.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'

export type Tone = 'slate' | 'blue' | 'good' | 'amber' | 'bad'

const NAME_CHARACTERS = 60
/** As the server names the step. */
const ORDER = 'Order to publish'
const BEFORE_ORDER: readonly PublicationState[] = ['planned', 'checked', 'container', 'uploading', 'ready']

/** How a person would call it: the first words of its post. */
export function nameOf({ post }: Pick<Publication, 'post'>): string {
  if (!post) return texts.deleted
  const words = post.caption?.replace(/\s+/g, ' ').trim()
  if (!words) return texts.noCaption
  const letters = [...words]
  return letters.length > NAME_CHARACTERS ? `${letters.slice(0, NAME_CHARACTERS).join('').trimEnd()}...` : words
}

/** Nothing has been ordered that could be live: it may be moved and withdrawn. */
export const isBeforeOrder = ({ state }: Pick<Publication, 'state'>): boolean => BEFORE_ORDER.includes(state)

/** Whether the date of the post is none of the times, or days, that it is queued for: a user has changed it since. */
export function isOnOtherDate(
  publications: readonly Publication[],
  publishDate: string | null,
  timeZone: string,
): boolean {
  const planned = publications.filter((one) => isBeforeOrder(one) && Date.parse(one.plannedAt) > Date.now())
  const isOn = ({ plannedAt }: Publication): boolean =>
    plannedAt === publishDate || localOf(plannedAt, timeZone).day === publishDate
  return planned.length > 0 && !planned.some(isOn)
}

export const isOver = ({ state }: Pick<Publication, 'state'>): boolean => state === 'failed' || state === 'withdrawn'

export function groupOf(publication: Pick<Publication, 'state' | 'waitsFor'>): PublicationGroup {
  if (publication.state === 'published') return 'published'
  if (isOver(publication)) return 'over'
  return publication.waitsFor === null ? 'upcoming' : 'person'
}

/** Prepared or being sent right now, not waiting for its time. */
export const isUnderWay = ({ state, waitsFor }: Pick<Publication, 'state' | 'waitsFor'>): boolean =>
  waitsFor === null && !['planned', 'published', 'unclear', 'failed', 'withdrawn'].includes(state)

export function toneOf(publication: Pick<Publication, 'state' | 'waitsFor'>): Tone {
  switch (groupOf(publication)) {
    case 'person':
      return 'amber'
    case 'published':
      return 'good'
    case 'over':
      return publication.state === 'failed' ? 'bad' : 'slate'
    case 'upcoming':
      return 'blue'
  }
}

/** Its person was reminded, and has not said yet whether it is posted. */
export const isReminded = ({ how, state, waitsFor }: Pick<Publication, 'how' | 'state' | 'waitsFor'>): boolean =>
  how === 'remind' && state === 'planned' && waitsFor === 'person'

export function stateText(publication: Pick<Publication, 'how' | 'state' | 'waitsFor'>): string {
  const { how, state, waitsFor } = publication
  if (isReminded(publication)) return texts.waits.reminded
  if (waitsFor) return texts.waits[waitsFor]
  return how === 'remind' && (state === 'planned' || state === 'failed')
    ? remindTexts.states[state]
    : texts.states[state]
}

/** 'Fri, Nov 27, 19:00', by the clock of the company; with the year where it is another one. */
export function whenText(moment: string, timeZone: string): string {
  const { day, time } = localOf(moment, timeZone)
  const isThisYear = day.slice(0, 4) === localOf(new Date().toISOString(), timeZone).day.slice(0, 4)
  return `${weekdayName(day)}, ${formatDay(day, !isThisYear)}, ${time}`
}

/** 'Fri, 19:00' inside the next week, with the date otherwise. */
export function shortWhenText(moment: string, timeZone: string, now: Date): string {
  const { day, time } = localOf(moment, timeZone)
  const days = (Date.parse(moment) - now.getTime()) / 86_400_000
  return days >= 0 && days < 6 ? `${weekdayName(day)}, ${time}` : `${formatDay(day)}, ${time}`
}

/** '19:00:11' on the day of the publication, 'Nov 23, 09:40' on another one. */
export function stepTime(moment: string, plannedAt: string, timeZone: string): string {
  const { day, time } = localOf(moment, timeZone)
  const isSameDay = day === localOf(plannedAt, timeZone).day
  return isSameDay ? `${time}:${moment.slice(17, 19)}` : `${formatDay(day)}, ${time}`
}

/** When the last order to publish left, which an order that was refused may precede; null before. */
export function findOrderedAt({ steps }: Pick<Publication, 'steps'>): string | null {
  return steps.findLast(({ title }) => title === ORDER)?.at ?? null
}

/**
 * Which post a person says it is; null for none of those that fit. Chosen for them is only the one post that fits: of several a wrong
 * one would be noted with one click.
 */
export function chooseCandidate(
  { candidates }: Pick<Publication, 'candidates'>,
  picked: string | null | undefined,
): string | null | undefined {
  const [only] = candidates
  if (!only || picked === null) return null
  if (candidates.some(({ mediaId }) => mediaId === picked)) return picked
  return candidates.length === 1 ? only.mediaId : undefined
}

/** How long after the order a post appeared, in whole seconds; null where either is unknown. */
export function secondsAfterOrder(publication: Pick<Publication, 'steps'>, postedAt: string | null): number | null {
  const ordered = findOrderedAt(publication)
  return ordered === null || postedAt === null ? null : Math.round((Date.parse(postedAt) - Date.parse(ordered)) / 1_000)
}

/** What goes along with it, in words. */
export function optionTexts({ options }: Pick<Publication, 'options'>): string[] {
  const { as, carouselVideo, crops, altTexts, collaborators, firstComment, coverMs, sharesToFeed, isMadeByAi } = options
  const words = texts.options
  const described = altTexts?.filter((text) => text.trim() !== '').length ?? 0
  return [
    ...(as ? [words.as[as]] : []),
    ...(carouselVideo ? [words.carouselVideo[carouselVideo]] : []),
    ...(crops ? [words.crops] : []),
    ...(described > 0 ? [words.altTexts(described)] : []),
    ...(collaborators?.length ? [words.collaborators(collaborators)] : []),
    ...(firstComment ? [words.firstComment(firstComment)] : []),
    ...(coverMs === undefined ? [] : [words.cover(formatLength(coverMs / 1_000))]),
    ...(sharesToFeed === undefined ? [] : [words.feed(sharesToFeed)]),
    ...(isMadeByAi ? [words.ai] : []),
  ]
}
