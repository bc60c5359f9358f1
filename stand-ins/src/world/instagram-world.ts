/**
 * A world of public accounts, made from a seed: nothing is stored, so ten thousand accounts cost nothing until a client
 * asks for one. The same seed, beginning, name and moment always give the same answer, whatever was asked before.
 *
 * Every valid name has an account, but those that begin with `missing_`. Names that say what is special
 * about them are in `special-accounts.ts`.
 */
import { numberFor } from './chance.ts'
import { dayMs, followersAt, followingAt } from './figures.ts'
import { type Author, findPinned, postAt, postCountAt, type WorldPost } from './posts.ts'
import { specialAccounts } from './special-accounts.ts'
import { ordinaryTraits, type Traits } from './traits.ts'

export interface WorldAccount {
  /** As the site itself numbers people. */
  id: string
  /** As the Graph API numbers professional accounts. */
  graphId: string
  /** Lower case, as the site writes names. */
  username: string
  fullName: string | undefined
  biography: string | undefined
  website: string | undefined
  followers: number
  following: number
  postCount: number
  isPersonal: boolean
  isPrivate: boolean
  isAgeGated: boolean
  isVerified: boolean
  /** Changes when the owner takes another picture. */
  pictureKey: string
}

export interface InstagramWorld {
  seed: number
  /** Epoch milliseconds from which special accounts count their days. */
  begins: number
  /** Who has the name, in any case, at a moment; undefined where there is none. */
  account(username: string, at: number): WorldAccount | undefined
  /** Newest first, from the one that is `skip` newer ones away. None for a name without an account. */
  posts(username: string, at: number, page: { skip?: number; limit: number }): WorldPost[]
  /** The posts at the head of the profile, newest first; not in the order of time with the others. */
  listPinnedPosts(username: string, at: number): WorldPost[]
}

export interface WorldOptions {
  seed: number
  /** Epoch milliseconds: the beginning. Accounts have a past before it. */
  now: number
  /** More special accounts, by name; what is left out is as for anybody of that name. */
  accounts?: Readonly<Record<string, Partial<Traits>>>
}

export function instagramWorld({ seed, now: begins, accounts = {} }: WorldOptions): InstagramWorld {
  const special = new Map<string, Partial<Traits>>(
    [...Object.entries(specialAccounts), ...Object.entries(accounts)].map(([name, traits]) => [
      name.toLowerCase(),
      traits,
    ]),
  )

  function authorOf(username: string, at: number): Author | undefined {
    const name = username.toLowerCase()
    const own = special.get(name)
    if (!own && (!isPlausible(name) || name.startsWith('missing_'))) return undefined
    const traits = { ...ordinaryTraits(seed, own?.identity ?? name), ...own }
    const days = (at - begins) / dayMs
    return days >= traits.existsDays.from && days < traits.existsDays.until ? { seed, begins, traits } : undefined
  }

  return {
    seed,
    begins,
    account(username, at) {
      const author = authorOf(username, at)
      return author && describeAccount(author, username.toLowerCase(), at)
    },
    posts(username, at, { skip = 0, limit }) {
      const author = authorOf(username, at)
      if (!author || author.traits.isPrivate) return []
      const newest = postCountAt(author, at) - 1 - skip
      const length = Math.max(0, Math.min(limit, newest + 1))
      return Array.from({ length }, (_, place) => postAt(author, newest - place, at))
    },
    listPinnedPosts(username, at) {
      const author = authorOf(username, at)
      if (!author || author.traits.isPrivate) return []
      return findPinned(author, at)
        .toReversed()
        .map((index) => postAt(author, index, at))
    },
  }
}

/** The n-th (from 1) of as many ordinary accounts as a test needs. */
export const syntheticName = (n: number): string => `synthetic_${String(n).padStart(5, '0')}`

const isPlausible = (name: string) => /^(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9._]{1,30}$/.test(name)

function describeAccount(author: Author, username: string, at: number): WorldAccount {
  const { seed, traits } = author
  const days = (at - author.begins) / dayMs
  const edition = traits.isRestless ? Math.floor(days) : 0
  const digits = (word: string) => String(numberFor(seed, traits.identity, word)).padStart(10, '0')
  return {
    id: `${1 + (numberFor(seed, traits.identity, 'first digit') % 9)}${digits('id')}`,
    graphId: `17841${digits('graph id')}${digits('graph end').slice(-2)}`,
    username,
    fullName: traits.fullName,
    biography: traits.isRestless ? `Day ${edition}` : traits.biography,
    website: traits.website,
    followers: followersAt(seed, traits, days),
    following: followingAt(seed, traits, days),
    postCount: postCountAt(author, at),
    isPersonal: traits.isPersonal,
    isPrivate: traits.isPrivate,
    isAgeGated: traits.isAgeGated,
    isVerified: traits.isVerified,
    pictureKey: `${numberFor(seed, traits.identity, 'picture', edition)}`,
  }
}
