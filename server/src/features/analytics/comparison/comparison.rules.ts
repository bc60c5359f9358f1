/** Pure comparison of one account with its peers, from their monthly sums. */
import { type PeerMeasure, POST_FORMATS, type PostFormat } from '@tangelo/contract/limits'
import { firstDayOf, likesOfFormat, type MonthSums, monthOf } from '../months/months.rules.ts'

/** Growth and posts are counted over this many months with the current one, comments over half of them. */
export const MONTHS_COMPARED = 6
const MONTHS_OF_COMMENTS = 3
/** With fewer days of growth, or posts of a format, nothing is said. */
export const FEWEST_DAYS = 14
const FEWEST_POSTS = 3
/** A format is comparable once so many accounts have posts of it. */
const FEWEST_ACCOUNTS = 3

export interface ComparedAccount {
  id: number
  followers: number | null
  /** Of the compared months only. */
  months: readonly MonthSums[]
  /** Of the oldest post that is known and not pinned: a pinned one is shown whatever its age. */
  firstPostMonth: number | null
  /** The last day on which its newest post was seen: nothing is known of later ones. */
  postsSeenDay: number | null
}

export type PeerFigures = Record<PeerMeasure, number | null>

/**
 * The figures of every account.
 * @param today days since 1970. Likes are compared among all of these accounts: the mean of log(1 + likes) less log(followers)
 * for each format, against the mean of all accounts that use it.
 */
export function figuresOf(accounts: readonly ComparedAccount[], today: number): Map<number, PeerFigures> {
  const likes = accounts.map(likesPerFollower)
  const usual = usualLikes(likes)
  return new Map(
    accounts.map(({ id, months, firstPostMonth, postsSeenDay }, at) => [
      id,
      {
        growth: growthOf(months),
        postsPerWeek: postsPerWeek(months, firstPostMonth, {
          today,
          knownUntil: Math.min(today, postsSeenDay ?? today),
        }),
        likes: likesOf(likes[at] ?? new Map(), usual),
        comments: commentsOf(months, today),
      },
    ]),
  )
}

function growthOf(months: readonly MonthSums[]): number | null {
  const days = sum(months, ({ growth_days }) => growth_days)
  return days < FEWEST_DAYS ? null : Math.expm1((sum(months, ({ growth }) => growth) / days) * 30)
}

/** The month in which posts are first known may be known in part: it counts only where it is not after the beginning. */
function postsPerWeek(
  months: readonly MonthSums[],
  firstKnown: number | null,
  { today, knownUntil }: { today: number; knownUntil: number },
): number | null {
  const withPosts = months.filter(({ posts }) => posts > 0)
  if (firstKnown === null || withPosts.length === 0) return null
  const begin = monthOf(today) - MONTHS_COMPARED + 1
  const first = firstKnown <= begin ? begin : firstKnown + 1
  const days = knownUntil - firstDayOf(first) + 1
  if (days < FEWEST_DAYS) return null
  return (sum(withPosts, ({ month, posts }) => (month >= first ? posts : 0)) / days) * 7
}

function commentsOf(months: readonly MonthSums[], today: number): number | null {
  const recent = months.filter(({ month }) => month > monthOf(today) - MONTHS_OF_COMMENTS)
  const likes = sum(recent, (month) => month.likes)
  return likes === 0 ? null : (sum(recent, (month) => month.comments) / likes) * 100
}

interface FormatLikes {
  posts: number
  /** Mean of log(1 + likes), less log(followers). */
  perFollower: number
}

function likesPerFollower({ followers, months }: ComparedAccount): Map<PostFormat, FormatLikes> {
  const found = new Map<PostFormat, FormatLikes>()
  if (!followers) return found
  for (const format of POST_FORMATS) {
    const { posts, logLikes } = likesOfFormat(months, format)
    if (posts < FEWEST_POSTS) continue
    found.set(format, { posts, perFollower: logLikes / posts - Math.log(followers) })
  }
  return found
}

function usualLikes(all: readonly ReadonlyMap<PostFormat, FormatLikes>[]): Map<PostFormat, number> {
  return new Map(
    POST_FORMATS.flatMap((format): [PostFormat, number][] => {
      const known = all.flatMap((formats) => formats.get(format) ?? [])
      return known.length < FEWEST_ACCOUNTS
        ? []
        : [[format, sum(known, ({ perFollower }) => perFollower) / known.length]]
    }),
  )
}

function likesOf(likes: ReadonlyMap<PostFormat, FormatLikes>, usual: ReadonlyMap<PostFormat, number>): number | null {
  const own = [...likes].flatMap(([format, { posts, perFollower }]) => {
    const expected = usual.get(format)
    return expected === undefined ? [] : [{ posts, beyond: perFollower - expected }]
  })
  const posts = sum(own, (entry) => entry.posts)
  return posts === 0 ? null : Math.exp(sum(own, (entry) => entry.posts * entry.beyond) / posts)
}
function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
