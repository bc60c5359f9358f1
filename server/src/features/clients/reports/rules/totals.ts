/**
 * The sums of figures over accounts. What was not read lately is in none, as on the dashboard (docs/decisions/0061); a change counts only
 * those with figures over the whole period. Pure.
 */
import { type AccountFigures, type Likes, perPost } from './figures.ts'

export interface Totals {
  followers: number
  /** Accounts with known followers, which are not stale. */
  known: number
  stale: number
  change: number | null
  /** Accounts of which the sums of changes are. */
  compared: number
  changeBefore: number | null
  posts: number | null
  postsBefore: number | null
  likesPerPost: number | null
  likesPerPostBefore: number | null
  engagement: number | null
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

export function totalsOf(all: readonly AccountFigures[]): Totals {
  const accounts = all.filter(({ isStale }) => !isStale)
  const compared = accounts.filter(({ isWhole }) => isWhole)
  const knowBefore = accounts.every(({ posts, postsBefore }) => (posts === null) === (postsBefore === null))
  const knowLikesBefore = accounts.every(({ likes, likesBefore }) => likes.posts === 0 || likesBefore !== null)
  const together = (likes: readonly (Likes | null)[]): number | null =>
    perPost({
      sum: likes.reduce((sum, one) => sum + (one?.sum ?? 0), 0),
      posts: likes.reduce((sum, one) => sum + (one?.posts ?? 0), 0),
    })
  return {
    followers: accounts.reduce((sum, { followers }) => sum + (followers?.value ?? 0), 0),
    known: accounts.filter(({ followers }) => followers !== null).length,
    stale: all.length - accounts.length,
    change: sumOf(compared.map(({ change }) => change?.value ?? null)),
    compared: compared.length,
    changeBefore: compared.every(({ changeBefore }) => changeBefore !== null)
      ? sumOf(compared.map(({ changeBefore }) => changeBefore))
      : null,
    posts: sumOf(accounts.map(({ posts }) => posts)),
    postsBefore: knowBefore ? sumOf(accounts.map(({ postsBefore }) => postsBefore)) : null,
    likesPerPost: together(accounts.map(({ likes }) => likes)),
    likesPerPostBefore: knowLikesBefore ? together(accounts.map(({ likesBefore }) => likesBefore)) : null,
    engagement: meanOf(
      accounts.map(({ engagement, isRateStale }) => (isRateStale ? null : (engagement?.value ?? null))),
    ),
  }
}
