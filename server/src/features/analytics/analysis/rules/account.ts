/** The whole analysis of an account: each question asked of the posts and days of the period. */
import type { Analysis, OwnPosting } from '@tangelo/contract'
import type { OwnMeasure } from '@tangelo/contract/limits'
import { dayToText, localTimeOf } from '#platform/calendar.ts'
import { type AccountScores, othersThan, tallyDays } from './company-days.ts'
import type { ScoredDays } from './day-scores.ts'
import { expectPosts } from './expectations.ts'
import { analyseFormats } from './formats.ts'
import { describeGrowth } from './growth.ts'
import { analyseHashtags } from './hashtags.ts'
import type { AnalysedDay } from './input.ts'
import { METHOD_VERSION } from './method.ts'
import { findMoves } from './moves.ts'
import { type OwnReading, selectOwnPosts } from './own-posts.ts'
import { analysePosting } from './posting.ts'
import { describeLeftOut, type SelectedPosts } from './selection.ts'
import { fitTail, type Tail } from './tail.ts'

/** Days before and after a period whose posts and figures bear on the moves in it. */
export const DAYS_AROUND = 28

/** What the accounts of a company share: the tail of chance, and how many of them moved on a day. */
export interface Pool {
  tail: Tail
  tally: ReturnType<typeof tallyDays>
}

export function poolScores(accounts: readonly AccountScores[]): Pool {
  const tally = tallyDays(accounts)
  return { tail: fitTail(accounts, tally), tally }
}

/** What follows from the posts and days of the account alone. */
export type OwnAnswers = Omit<Analysis, 'moves' | 'posting'> & {
  posting: ReturnType<typeof analysePosting>
  /** How far each post lies above its expectation. */
  multiples: ReadonlyMap<string, number>
}

export interface AccountInput {
  accountId: number
  /** Days since 1970-01-01, both in the period. */
  from: number
  to: number
  timeZone: string
  /** Of the period, and of `DAYS_AROUND` before and after it. */
  selected: SelectedPosts
  /** In time order, also those before the period. */
  days: readonly AnalysedDay[]
}

export function answerOwn({ accountId, from, to, timeZone, selected, days }: AccountInput): OwnAnswers {
  const isInside = ({ day }: { day: number }) => day >= from && day <= to
  const posts = selected.posts.filter(isInside)
  const seed = seedOf(accountId)
  return {
    method: { version: METHOD_VERSION, seed },
    period: {
      from: dayToText(from),
      to: dayToText(to),
      timeZone,
      posts: posts.length,
      firstPost: firstDayOf(posts),
      readings: days.filter(isInside).length,
      leftOut: describeLeftOut(selected, from, to),
    },
    posting: analysePosting(posts, { seed }),
    formats: analyseFormats(posts, { seed }),
    hashtags: analyseHashtags(posts, { seed }),
    posts: expectPosts(posts).posts,
    growth: describeGrowth(days, from, to),
    multiples: expectPosts(selected.posts).multiples,
  }
}

/** @param pool the account itself is in it. */
export function analyseAccount(
  { multiples, method, period, posting, formats, hashtags, posts, growth }: OwnAnswers,
  { from, to, selected, scored }: Pick<AccountInput, 'from' | 'to' | 'selected'> & { scored: ScoredDays },
  { tail, tally }: Pool,
  measures: readonly OwnMeasure[] = [],
): Analysis {
  const others = othersThan(scored, tally)
  const moves = findMoves({ scored, tail, others, posts: selected.posts, multiples, from, to })
  const asked = Object.assign({}, posting, { measures: [...measures] })
  return { method, period, posting: asked, formats, hashtags, moves, posts, growth }
}

export interface OwnPostingInput extends Pick<AccountInput, 'accountId' | 'from' | 'to' | 'timeZone'> {
  measure: OwnMeasure
  readings: readonly OwnReading[]
}

export function answerOwnPosting({ accountId, from, to, timeZone, measure, readings }: OwnPostingInput): OwnPosting {
  // Those of the days before and after are read, too: a day of the company is not one of UTC.
  const inside = readings.filter(({ postedAt }) => {
    const { day } = localTimeOf(postedAt, timeZone)
    return day >= from && day <= to
  })
  const { posts, unread } = selectOwnPosts(inside, timeZone)
  const seed = seedOf(accountId)
  const answer = analysePosting(posts, { seed, figure: measure })
  const posting = posts.length === 0 ? Object.assign(answer, { sentence: sayNone(measure, unread) }) : answer
  return {
    measure,
    method: { version: METHOD_VERSION, seed },
    period: {
      from: dayToText(from),
      to: dayToText(to),
      timeZone,
      posts: posts.length,
      unread,
      firstPost: firstDayOf(posts),
    },
    posting,
  }
}

function firstDayOf(posts: readonly { day: number }[]): string | null {
  return posts.length === 0 ? null : dayToText(Math.min(...posts.map(({ day }) => day)))
}

const sayNone = (measure: OwnMeasure, unread: number): string =>
  unread === 0
    ? `No ${measure} to compare: they come with the insights of a connected account, three days after each post.`
    : `No ${measure} to compare: no post of this period has a reading that says them three days after it.`

/** Another one for each account, and always the same (Fibonacci hashing). */
const seedOf = (accountId: number): number => Math.imul(accountId, 0x9e37_79b1) >>> 0
