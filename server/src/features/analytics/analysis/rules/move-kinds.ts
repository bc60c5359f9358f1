/** What a move of followers looks like, from what is held around it. A likeness is never called a cause. */
import type { MoveKind } from '@tangelo/contract/limits'
import type { Others } from './company-days.ts'
import { announcesGiveaway, isCommentedLikeGiveaway } from './giveaway.ts'
import type { AnalysedPost } from './input.ts'
import { sayCount, sayDay, sayMultiple, sayNumber, sayShare } from './words.ts'

/** Likes at least this many times the expected are far above it. */
export const FAR_ABOVE = 2.5
/** Days before a rise in which the post may lie that it follows. */
export const VIRAL_DAYS = 3
const GIVEAWAY_DAYS = 7
/** Winners and losers leave within this time. */
export const AFTERMATH_DAYS = 14
/** A rise decays when this share of it leaves again. */
const DECAY_SHARE = 0.1
/** A cleanup by Instagram: at least this share of the other accounts (and two) fell on the same day. */
const CLEANUP_SHARE = 0.3
const FEWEST_IN_CLEANUP = 2

/** One run of days: `first` and `last` are its days, the first one after the gap if there is one before it. */
export interface Run {
  first: number
  last: number
  peak: number
  /** Days without figures before it. */
  gap: number
  /** Followers won or lost, as anybody can add up. */
  change: number
  /** The same beyond the usual of such days. */
  excess: number
  share: number
  /** Followers lost beyond the usual in the fortnight after. */
  lostAfter: number
  others: Others
}

export const areManyMoved = ({ accounts, moved }: Others): boolean =>
  moved >= FEWEST_IN_CLEANUP && moved >= CLEANUP_SHARE * accounts

/** The giveaway that a rise followed: its caption says so, or its comments do and part of the rise left again. */
function findGiveaway({ first, peak, excess, lostAfter }: Run, posts: readonly AnalysedPost[]) {
  const near = posts.filter(({ day }) => day >= first - GIVEAWAY_DAYS && day <= peak)
  const decays = lostAfter >= DECAY_SHARE * excess
  return near.find(announcesGiveaway) ?? (decays ? near.find(isCommentedLikeGiveaway) : undefined)
}

/** The post furthest above its expectation in the three days before the rise, or in the rise up to its highest day. */
function findViral({ first, peak }: Run, posts: readonly AnalysedPost[], multiples: ReadonlyMap<string, number>) {
  let best: { post: AnalysedPost; multiple: number } | undefined
  for (const post of posts) {
    const multiple = multiples.get(post.id) ?? 0
    const isNear = post.day >= first - VIRAL_DAYS && post.day <= peak
    if (isNear && multiple >= Math.max(FAR_ABOVE, best?.multiple ?? 0)) best = { post, multiple }
  }
  return best
}

/**
 * The kind of a run and its sentence. `earlier` are the giveaways already found, because a fall may follow one of them.
 */
export function nameMove(
  run: Run,
  posts: readonly AnalysedPost[],
  multiples: ReadonlyMap<string, number>,
  giveaways: readonly Run[],
): { kind: MoveKind; sentence: string } {
  const { change, excess, share, others } = run
  const what = `Followers ${change < 0 ? 'fell' : 'rose'} by ${sayNumber(Math.abs(change))} (${sayShare(Math.abs(share))}) ${sayTime(run)}`
  if (change < 0) {
    if (areManyMoved(others))
      return {
        kind: 'cleanup',
        sentence: `${what}, and so did ${sayNumber(others.moved)} of your ${sayCount(others.accounts, 'other account')}: this looks like a cleanup by Instagram.`,
      }
    const giveaway = giveaways.findLast(({ last }) => last < run.first && run.first - last <= AFTERMATH_DAYS)
    if (giveaway)
      return { kind: 'giveaway', sentence: `${what}, soon after the giveaway of ${sayDay(giveaway.first, run.first)}.` }
    return { kind: 'unexplained', sentence: `${what}, and nothing we hold explains it.` }
  }
  const giveaway = findGiveaway(run, posts)
  if (giveaway) {
    const left =
      run.lostAfter >= DECAY_SHARE * excess ? `; ${sayNumber(run.lostAfter)} left in the two weeks after` : ''
    return {
      kind: 'giveaway',
      sentence: `${what}, after a post of ${sayDay(giveaway.day, run.first)} that looks like a giveaway${left}.`,
    }
  }
  const viral = findViral(run, posts, multiples)
  if (viral)
    return {
      kind: 'viral',
      sentence: `${what}, after ${FORMAT_WORDS[viral.post.format]} of ${sayDay(viral.post.day, run.first)} with ${sayMultiple(viral.multiple)} the likes expected of it.`,
    }
  const together = areManyMoved(others)
    ? `, and so did ${sayNumber(others.moved)} of your ${sayCount(others.accounts, 'other account')}; nothing we hold explains it.`
    : ', and nothing we hold explains it.'
  return { kind: 'unexplained', sentence: what + together }
}

const FORMAT_WORDS = { image: 'an image', video: 'a video', carousel: 'a carousel', reel: 'a reel' } as const

function sayTime({ first, last, gap }: Run): string {
  const length = last - first + 1
  if (gap > 0) return `in ${sayCount(length + gap, 'day')}, ${sayNumber(gap)} of them without a reading`
  return length === 1 ? 'in one day' : `in ${sayCount(length, 'day')}`
}
