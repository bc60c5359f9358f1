/**
 * The posts of an account: when, what, and how it was received by a moment. Post number 0 is the oldest; a post keeps
 * its number, ids and text for ever, and its likes and comments only grow.
 */
import { numberFor, oneOf, shareFor } from './chance.ts'
import { dayMs, followersAt } from './figures.ts'
import type { Traits } from './traits.ts'
import { writeCaption } from './words.ts'

export interface WorldPost {
  /** As the site itself numbers it. */
  id: string
  /** As the Graph API numbers it. */
  mediaId: string
  shortcode: string
  kind: 'image' | 'video' | 'carousel'
  /** Epoch milliseconds, whole seconds; undefined where the service does not tell. */
  takenAt: number | undefined
  caption: string | undefined
  likes: number | 'hidden' | 'missing'
  comments: number
  /** Of videos only. */
  views: number | undefined
  isPinned: boolean
  hasLicensedSound: boolean
  /** Pictures or films in a carousel. */
  pieces: number
}

export interface Author {
  seed: number
  /** Epoch milliseconds at which the world begins. */
  begins: number
  traits: Traits
}

/** How many posts the account has made by a moment. */
export function postCountAt(author: Author, at: number): number {
  const { daysPerPost } = author.traits
  if (!Number.isFinite(daysPerPost)) return 0
  const last = Math.floor((at - firstMoment(author)) / (daysPerPost * dayMs))
  if (last < 0) return 0
  return momentOf(author, last) <= at ? last + 1 : last
}

/** Numbers of the posts that stand first on the profile, whatever came after them. */
export function findPinned(author: Author, at: number): number[] {
  const count = postCountAt(author, at)
  return Array.from({ length: author.traits.pinnedPosts }, (_, place) => 2 + 3 * place).filter((index) => index < count)
}

/** @param index the number of a post that was made by the moment `at`. */
export function postAt(author: Author, index: number, at: number): WorldPost {
  const { seed, traits } = author
  const takenAt = momentOf(author, index)
  const about = (word: string) => shareFor(seed, traits.identity, word, index)
  const kind = oneOf(['image', 'image', 'video', 'carousel'] as const, seed, traits.identity, 'kind', index)
  const audience = followersAt(seed, traits, (takenAt - author.begins) / dayMs)
  // One in forty goes round far beyond the followers.
  const reach = about('luck') < 0.025 ? 8 : 0.5 + about('reach')
  const ripeness = 1 - Math.exp(-(at - takenAt) / (1.5 * dayMs))
  const likes = Math.floor(audience * traits.likeShare * reach * ripeness)
  const isOdd = (index + numberFor(traits.identity)) % 2 === 1
  return {
    ...idsOf(author, index, takenAt),
    kind,
    takenAt: traits.times === 'some missing' && isOdd ? undefined : takenAt,
    caption: writeCaption(seed, traits.identity, index),
    likes: maskLikes(traits.likes, likes, isOdd),
    comments: Math.floor(likes * (0.01 + 0.04 * about('talk'))),
    views: kind === 'video' ? Math.floor(likes * (8 + 20 * about('views'))) : undefined,
    isPinned: findPinned(author, at).includes(index),
    hasLicensedSound: kind === 'video' && about('sound') < 0.3,
    pieces: kind === 'carousel' ? 2 + (numberFor(seed, traits.identity, 'pieces', index) % 5) : 0,
  }
}

function maskLikes(habit: Traits['likes'], likes: number, isOdd: boolean): WorldPost['likes'] {
  if (habit === 'hidden') return 'hidden'
  if (habit === 'some hidden' && isOdd) return 'hidden'
  return habit === 'some missing' && isOdd ? 'missing' : likes
}

const firstMoment = ({ begins, traits }: Author) => begins - traits.daysPosting * dayMs

/** Whole seconds; a later post is always later. */
function momentOf(author: Author, index: number): number {
  const { seed, traits } = author
  const place = index + 0.8 * shareFor(seed, traits.identity, 'moment', index)
  return Math.floor((firstMoment(author) + place * traits.daysPerPost * dayMs) / 1000) * 1000
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The site numbers posts by time since this moment, and writes the number with 64 signs in addresses. */
const numberedSince = 1_314_220_021_721

function idsOf({ seed, traits }: Author, index: number, takenAt: number) {
  const lot = numberFor(seed, traits.identity, 'id', index)
  const id = (BigInt(Math.max(0, takenAt - numberedSince)) << 23n) | BigInt(lot & 0x7fffff)
  let shortcode = ''
  for (let rest = id; rest > 0n; rest >>= 6n) shortcode = alphabet.charAt(Number(rest & 63n)) + shortcode
  const digits = `${numberFor(seed, traits.identity, 'media', index)}`.padStart(10, '0')
  return { id: String(id), mediaId: `18${digits}${String(lot % 100_000).padStart(5, '0')}`, shortcode }
}
