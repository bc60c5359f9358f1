/** Pure decisions on when a profile is read, by schedule or on demand, by which source, and what follows from the outcome. */
import { hash } from 'node:crypto'
import { REFRESH_EVERY_HOURS } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import type { InstagramSourceName, PostPage, ProfileFailure, ProfileSourceName } from '#ports/instagram.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const LEFT_FREE_MS = 2 * HOUR_MS
/** Answers in a row that are not understood before a profile waits for its next day. */
const TRIES_MAX = 8

/**
 * Where in the day (UTC) a profile is read: spread evenly over all profiles, the same for a name for ever. The last hours
 * are left for those that were late or failed: what is read after midnight counts for the next day, and the day is lost.
 */
export const slotOf = (usernameKey: string): number =>
  Math.floor((Number.parseInt(hash('sha1', usernameKey).slice(0, 8), 16) / 2 ** 32) * (DAY_MS - LEFT_FREE_MS))

/** The profile's slot of the next day. */
export const nextDay = (usernameKey: string, now: number): number =>
  (Math.floor(now / DAY_MS) + 1) * DAY_MS + slotOf(usernameKey)

/** The profile's next slot, today if it is still to come. */
export function nextSlot(usernameKey: string, now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + slotOf(usernameKey)
  return today > now ? today : today + DAY_MS
}

/** When a profile is tried again after `tries` failures in a row that may pass: 1, 2, 4 … 60 minutes, every hour. */
export const nextTry = (tries: number, now: number): number => now + Math.min(HOUR_MS, MINUTE_MS * 2 ** (tries - 1))

const PASSING: readonly ProfileFailure['kind'][] = ['not_understood', 'limited', 'unavailable']

/**
 * Failures in a row so far that may pass; 0 when the profile has to wait for its next day. Each day begins anew: an answer
 * that is not understood is not tried again beyond midnight.
 */
export function triesAfter(failure: ProfileFailure, before: number, now: number): number {
  const tries = before + 1
  const isToday = Math.floor(nextTry(tries, now) / DAY_MS) === Math.floor(now / DAY_MS)
  return PASSING.includes(failure.kind) && tries < TRIES_MAX && isToday ? tries : 0
}

/** The official source first; what it cannot see is left to the other one. Null: no source can read it. */
export function chooseSource(
  known: InstagramSourceName | null,
  connected: readonly InstagramSourceName[],
): InstagramSourceName | null {
  if (known && connected.includes(known)) return known
  return connected.includes('graph') ? 'graph' : (connected[0] ?? null)
}

/**
 * Whose profiles a source reads among those that are connected: its own, and where it is the first also those that no source has read
 * yet, or one that is gone.
 */
export function ownersOf(
  source: InstagramSourceName,
  connected: readonly InstagramSourceName[],
): (InstagramSourceName | null)[] {
  const all: readonly (InstagramSourceName | null)[] = [null, 'graph', 'apify']
  return all.filter((owner) => chooseSource(owner, connected) === source)
}

/** The source to use instead when this one cannot show a profile. Whatever keeps an owner's connection from it, another one may. */
export const sourceAfter = (
  asked: ProfileSourceName,
  failure: ProfileFailure,
  connected: readonly InstagramSourceName[],
  known: InstagramSourceName | null = null,
): InstagramSourceName | null =>
  asked === 'own'
    ? chooseSource(known, connected)
    : asked === 'graph' && failure.kind === 'not_found' && connected.includes('apify')
      ? 'apify'
      : null

interface NamedAccount {
  id: number
  source: string | null
  captured_at: number | null
}

/**
 * Which accounts of a name a reading is of. Through an owner's connection: those that are connected, because an owner is shown what
 * others are not. Through another source: all but those whose owner's connection has just read them.
 */
export const accountsRead = <Account extends NamedAccount>(
  accounts: readonly Account[],
  source: ProfileSourceName,
  { connected, askedAt }: { connected: ReadonlySet<number>; askedAt: number | null },
): Account[] =>
  accounts.filter(({ id, source: last, captured_at }) =>
    source === 'own' ? connected.has(id) : !(last === 'own' && captured_at !== null && captured_at === askedAt),
  )

const ON_DEMAND_MS = REFRESH_EVERY_HOURS * HOUR_MS

/** When a user may request it again; null when now. After a clock was set back the wait must not be longer. */
export function findAllowedAgainAt(lastSuccessAt: number | null, now: number): number | null {
  if (lastSuccessAt === null || lastSuccessAt > now) return null
  const at = lastSuccessAt + ON_DEMAND_MS
  return at > now ? at : null
}

export const hoursUntil = (moment: number, now: number): number => Math.ceil((moment - now) / HOUR_MS)

/** So far back a profile's posts are read once. */
const OLDER_POSTS_MAX = 200
const OLDER_POSTS_MS = 365 * DAY_MS

/**
 * Which posts of a page count, where the next page begins, and why there is none, in words for people.
 * @param before how many posts the pages before it had.
 */
export function nextOlderPosts(page: PostPage, before: number, now: number): OlderPosts {
  const isOld = ({ postedAt }: PostReading) => postedAt !== null && postedAt < now - OLDER_POSTS_MS
  const young = page.posts.filter((post) => !isOld(post))
  const posts = young.slice(0, OLDER_POSTS_MAX - before)
  const whyEnded = () => {
    if (before + posts.length >= OLDER_POSTS_MAX) return `The newest ${OLDER_POSTS_MAX} posts have been read.`
    if (young.length < page.posts.length) return 'The posts of the last twelve months have been read.'
    return page.next === null || posts.length === 0 ? 'All posts have been read.' : null
  }
  return { posts, cursor: page.next, ending: whyEnded() }
}

export interface OlderPosts {
  posts: PostReading[]
  cursor: string | null
  /** Null while there is more to read. */
  ending: string | null
}
