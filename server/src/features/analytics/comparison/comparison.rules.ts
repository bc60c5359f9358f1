/** Pure comparison of one account with its peers, from their monthly sums. */
import { PEER_MEASURES, type PeerMeasure, POST_FORMATS, type PostFormat } from '@tangelo/contract/limits'
import { placeAmong, sayPlace } from '../analysis/rules/place.ts'
import { sayNumber } from '../analysis/rules/words.ts'
import { firstDayOf, likesOfFormat, type MonthSums, monthOf } from '../months/months.rules.ts'

/** Growth and posts are counted over this many months with the current one, comments over half of them. */
export const MONTHS_COMPARED = 6
const MONTHS_OF_COMMENTS = 3
/** With fewer days of growth, or posts of a format, nothing is said. */
const FEWEST_DAYS = 14
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
    accounts.map(({ id, months, firstPostMonth }, at) => [
      id,
      {
        growth: growthOf(months),
        postsPerWeek: postsPerWeek(months, firstPostMonth, today),
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
function postsPerWeek(months: readonly MonthSums[], firstKnown: number | null, today: number): number | null {
  const withPosts = months.filter(({ posts }) => posts > 0)
  if (firstKnown === null || withPosts.length === 0) return null
  const begin = monthOf(today) - MONTHS_COMPARED + 1
  const first = firstKnown <= begin ? begin : firstKnown + 1
  const days = today - firstDayOf(first) + 1
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

export interface PlaceInMeasure {
  measure: PeerMeasure
  own: number | null
  median: number | null
  /** Percentiles. */
  low: number | null
  high: number | null
  peers: number
  sentence: string
}

/** Where the account lies in each measure among peers that know it. */
export const placesOf = (own: PeerFigures, peers: readonly PeerFigures[], whom: string): PlaceInMeasure[] =>
  PEER_MEASURES.map((measure) => {
    const values = peers.flatMap((peer) => peer[measure] ?? [])
    const mine = own[measure]
    const place = placeAmong(mine ?? Number.NaN, values)
    const sentence = mine === null ? UNKNOWN[measure] : firstUpper(sayPlace(place, whom))
    return {
      measure,
      own: mine,
      median: place.median,
      low: place.low === null ? null : place.low * 100,
      high: place.high === null ? null : place.high * 100,
      peers: values.length,
      sentence: sentence.endsWith('.') ? sentence : `${sentence}.`,
    }
  })

const UNKNOWN: Record<PeerMeasure, string> = {
  growth: `Fewer than ${FEWEST_DAYS} days of followers from one source: its growth cannot be compared yet.`,
  postsPerWeek: 'Its posts are known for too short a time.',
  likes: 'Too few posts with known likes to compare.',
  comments: 'No posts with known likes and comments in three months.',
}

/** What is said of the account, and of its posts. */
const ABOUT: Record<PeerMeasure, { subject: 'it' | 'its posts'; more: string; less: string }> = {
  growth: { subject: 'it', more: 'grows faster', less: 'grows more slowly' },
  postsPerWeek: { subject: 'it', more: 'posts more often', less: 'posts less often' },
  likes: { subject: 'its posts', more: 'get more likes', less: 'get fewer likes' },
  comments: { subject: 'its posts', more: 'get more comments per like', less: 'get fewer comments per like' },
}

/** What stands out beyond chance, in one sentence. */
export function sayPlaces(places: readonly PlaceInMeasure[]): string {
  const known = places.filter(({ low, high }) => low !== null && high !== null)
  if (known.length === 0) return 'There are too few peers to say where it stands.'
  const clauses = (['it', 'its posts'] as const).flatMap((wanted) => {
    const parts = known.flatMap(({ measure, low, high }) => {
      const { subject, more, less } = ABOUT[measure]
      if (subject !== wanted) return []
      if (Number(low) > 50) return [more]
      return Number(high) < 50 ? [less] : []
    })
    return parts.length === 0 ? [] : [`${wanted} ${parts.join(' and ')} than most`]
  })
  if (clauses.length === 0) return 'In nothing does it differ from most of its peers beyond chance.'
  return `${firstUpper(clauses.join(', and '))}.`
}

/** What the peers have in common. */
export function saySimilar(
  count: number,
  { category, followers, factor }: { category: string | null; followers: number | null; factor: number },
): string {
  if (followers === null) return 'Its followers are not known yet, so no similar accounts can be found.'
  const range = `${sayNumber(Math.round(followers / factor))} to ${sayNumber(followers * factor)} followers`
  return `${count === 1 ? '1 account' : `${sayNumber(count)} accounts`} of this company: ${category ?? 'no category'}, ${range}.`
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
