/**
 * What was expected of each post: the account's level among the posts around it, and what its format and its hours usually
 * change. A multiple of 2 is twice the expected; the band holds eight of ten posts of the account.
 */
import type { Analysis } from '@tangelo/contract'
import type { AnalysedPost } from './input.ts'
import { byTime, formatsOf, hourBlocksOf } from './kinds.ts'
import { residualsOf } from './residuals.ts'
import { sayCount, sayMultiple, sayNumber } from './words.ts'

/** With fewer posts an account has no usual level yet, and a tenth of them is no band. */
const POSTS_MIN = 24
const LISTED_MAX = 5
const BAND = { low: 0.1, high: 0.9 }
/** Twice the expected is what a sentence counts. */
const FAR = 2

interface Expectations {
  posts: Analysis['posts']
  /** The multiple of every post, by its id; empty with too few posts. */
  multiples: Map<string, number>
}

export function expectPosts(unordered: readonly AnalysedPost[]): Expectations {
  const posts = byTime(unordered)
  if (posts.length < POSTS_MIN) {
    const sentence = `Too few posts to expect anything: ${sayNumber(posts.length)} of the ${POSTS_MIN} posts needed ${posts.length === 1 ? 'is' : 'are'} here.`
    return { posts: { sentence, top: [], weak: [] }, multiples: new Map() }
  }
  const { figures, expected } = residualsOf(posts, [formatsOf(posts), hourBlocksOf(posts)])
  const rest = figures.map((figure, post) => figure - (expected[post] ?? 0))
  const sorted = rest.slice().sort()
  const low = Math.exp(quantileOf(sorted, BAND.low))
  const high = Math.exp(quantileOf(sorted, BAND.high))
  const all = posts.map(({ id, day, format, caption, url, likes }, post) => {
    return { id, day: dayText(day), format, caption, url, likes, multiple: Math.exp(rest[post] ?? 0), low, high }
  })
  const ascending = all.toSorted((a, b) => a.multiple - b.multiple || (a.id < b.id ? -1 : 1))
  const top = ascending.filter(({ multiple }) => multiple > high).toReversed()
  return {
    posts: {
      sentence: sayExpectations(ascending),
      top: top.slice(0, LISTED_MAX),
      weak: ascending.filter(({ multiple }) => multiple < low).slice(0, LISTED_MAX),
    },
    multiples: new Map(all.map(({ id, multiple }) => [id, multiple])),
  }
}

const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Between two order statistics in proportion; `sorted` ascends and is not empty. */
function quantileOf(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  return below + ((sorted[Math.ceil(place)] ?? 0) - below) * (place - Math.floor(place))
}

const PLURALS = { image: 'images', video: 'videos', carousel: 'carousels', reel: 'reels' } as const

/** Of the posts in ascending order: how many went far, and what most of them are. */
function sayExpectations(ascending: readonly Analysis['posts']['top'][number][]): string {
  const total = sayCount(ascending.length, 'post')
  const far = ascending.filter(({ multiple }) => multiple >= FAR)
  if (far.length === 0) {
    const most = ascending.at(-1)?.multiple ?? 1
    return `None of ${total} reached twice what was expected of it; the strongest reached ${sayMultiple(most)} that.`
  }
  const formats = Object.entries(PLURALS).map(([format, name]) => ({
    name,
    count: far.filter((post) => post.format === format).length,
  }))
  const most = formats.toSorted((a, b) => b.count - a.count)[0]
  const kinds = most && far.length > 2 && most.count * 2 > far.length ? `, ${most.count} of them ${most.name}` : ''
  return `${sayNumber(far.length)} of ${total} reached more than twice what was expected of ${far.length === 1 ? 'it' : 'them'}${kinds}.`
}
