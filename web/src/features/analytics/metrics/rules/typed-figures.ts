/** Figures typed by hand: which are taken, and the request they make. */
import { FIGURE_MAX } from '@tangelo/contract/limits'
import { isDay } from '#lib/days.ts'
import { texts } from '../texts/history.ts'

export interface TypedFigures {
  followers: string
  following: string
  posts: string
  engagementRate: string
  date: string
}
export type TypedErrors = Partial<Record<keyof TypedFigures, string>>

/** Figures as people type them: '204,900', '204 900' and '204900' are the same. */
function parseWhole(typed: string): number {
  const text = typed.trim().replace(/(\d)[,\s](?=\d{3}\b)/g, '$1')
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function parseRate(typed: string): number {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.')
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

function wholeError(typed: string): string | undefined {
  const figure = parseWhole(typed)
  if (Number.isNaN(figure)) return texts.typeIn.wholeNumber
  return figure > FIGURE_MAX ? texts.typeIn.tooLarge : undefined
}

/** What is wrong with typed figures, field by field; empty when they can be kept. */
export function findTypedErrors(typed: TypedFigures, today: string): TypedErrors {
  const errors: TypedErrors = {}
  const followers = typed.followers.trim() === '' ? texts.typeIn.followersRequired : wholeError(typed.followers)
  if (followers) errors.followers = followers
  for (const key of ['following', 'posts'] as const) {
    const error = typed[key].trim() === '' ? undefined : wholeError(typed[key])
    if (error) errors[key] = error
  }
  if (typed.engagementRate.trim() !== '') {
    const rate = parseRate(typed.engagementRate)
    if (Number.isNaN(rate) || rate > 100_000) errors.engagementRate = texts.typeIn.percent
  }
  if (typed.date !== '') {
    if (!isDay(typed.date)) errors.date = texts.typeIn.day
    else if (typed.date > today) errors.date = texts.typeIn.future
  }
  return errors
}

/** The body of the request for figures without errors: empty fields stay out of it. */
export function figuresFrom(typed: TypedFigures, today: string) {
  return {
    followers: parseWhole(typed.followers),
    ...(typed.following.trim() === '' ? {} : { following: parseWhole(typed.following) }),
    ...(typed.posts.trim() === '' ? {} : { posts: parseWhole(typed.posts) }),
    ...(typed.engagementRate.trim() === '' ? {} : { engagementRate: parseRate(typed.engagementRate) }),
    // A figure for today is a figure of now: the server puts it on its own clock.
    ...(typed.date === '' || typed.date === today ? {} : { date: typed.date }),
  }
}
