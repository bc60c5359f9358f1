/** What one account is like: everything its figures, posts and texts follow from. */
import { numberFor, oneOf, shareFor } from './chance.ts'
import { writeBiography, writeName } from './words.ts'

export interface Traits {
  /** The name whose ids it carries; another one than its own after a renaming. */
  identity: string
  /** At the beginning of the world. */
  followers: number
  following: number
  /** Part of the followers that come (or, below zero, go) each day: 0.001 is a tenth of a percent. */
  growthPerDay: number
  /**
   * Sudden changes, in days after the beginning of the world: a factor (above 0) of 2 doubles the followers, 0.6
   * purges them.
   */
  jumps: readonly { afterDays: number; factor: number }[]
  /** How long before the beginning of the world the first post was made. */
  daysPosting: number
  /** Days between two posts, about; Infinity for an account that never posts. */
  daysPerPost: number
  /** Part of the followers that like a post in the end. */
  likeShare: number
  likes: 'shown' | 'some hidden' | 'hidden' | 'some missing'
  times: 'shown' | 'some missing'
  pinnedPosts: number
  isPersonal: boolean
  isPrivate: boolean
  isAgeGated: boolean
  isVerified: boolean
  /** Only under this name between these moments, in days after the beginning of the world. */
  existsDays: { from: number; until: number }
  /** Texts the owner never wrote are undefined; the services then leave them out or send them empty. */
  fullName: string | undefined
  biography: string | undefined
  website: string | undefined
  /** The picture and the biography are other ones each day. */
  isRestless: boolean
}

const categoryOfAudience = [
  { upTo: 0.55, least: 80, most: 5_000 },
  { upTo: 0.88, least: 5_000, most: 100_000 },
  { upTo: 0.985, least: 100_000, most: 2_000_000 },
  { upTo: 1, least: 2_000_000, most: 90_000_000 },
]

/** The ordinary account of this name in the world of this seed. */
export function ordinaryTraits(seed: number, username: string): Traits {
  const share = (word: string) => shareFor(seed, username, word)
  return {
    identity: username,
    followers: ordinaryAudience(share('audience'), share('followers')),
    following: Math.round(20 + 2_000 * share('following') ** 3),
    growthPerDay: -0.0004 + 0.0022 * share('growth') ** 2,
    jumps: ordinaryJumps(seed, username),
    daysPosting: Math.round(60 + 1_900 * share('days posting')),
    daysPerPost: 0.4 + 9 * share('days per post') ** 2,
    likeShare: 0.004 + 0.06 * share('like share') ** 2,
    likes: share('likes') < 0.08 ? 'some hidden' : 'shown',
    times: 'shown',
    pinnedPosts: numberFor(seed, username, 'pinned') % 4,
    isPersonal: false,
    isPrivate: false,
    isAgeGated: false,
    isVerified: share('verified') < 0.07,
    existsDays: { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
    fullName: share('has name') < 0.04 ? undefined : writeName(seed, username),
    biography: share('has biography') < 0.06 ? undefined : writeBiography(seed, username),
    website: share('has website') < 0.5 ? undefined : `https://${username.replaceAll(/[._]+/g, '-')}.example/`,
    isRestless: false,
  }
}

function ordinaryAudience(kind: number, place: number): number {
  const { least, most } = categoryOfAudience.find(({ upTo }) => kind < upTo) ?? { least: 80, most: 5_000 }
  return Math.round(least * (most / least) ** place)
}

const daysOfJumps = { from: -720, until: 1_440, each: 60 }

/** In every second span of two months something happens: a burst after a post that went round, or a purge of robots. */
function ordinaryJumps(seed: number, username: string): Traits['jumps'] {
  const jumps: { afterDays: number; factor: number }[] = []
  for (let day = daysOfJumps.from; day < daysOfJumps.until; day += daysOfJumps.each) {
    if (shareFor(seed, username, 'jump', day) < 0.5) continue
    const size = shareFor(seed, username, 'size', day)
    const kind = oneOf(['burst', 'burst', 'purge'] as const, seed, username, 'kind', day)
    jumps.push({
      afterDays: day + daysOfJumps.each * shareFor(seed, username, 'moment', day),
      factor: kind === 'burst' ? 1 + 0.3 * size ** 2 : 1 - 0.12 * size ** 2,
    })
  }
  return jumps
}
