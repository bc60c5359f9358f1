/**
 * Made-up accounts with made-up figures, the same in every run. Only the calendar moves: the last day is yesterday, so
 * that "the last 30 days" of a page hold data.
 */
import { ACCOUNT_CATEGORIES } from '@tangelo/contract/limits'
import { createRandom, type Random } from './random.ts'

const DAY_MS = 24 * 60 * 60_000

export interface SampleAccount {
  username: string
  category: string
  notes: string | null
  bioText: string
  /** A fifth of the accounts have their twelve latest posts. */
  hasPosts: boolean
}

export interface SamplePost {
  id: string
  caption: string
  likes: number
  comments: number
}

export interface DayOfFigures {
  /** 1 is the last day, yesterday. */
  daysAgo: number
  followers: number
  following: number
  posts: number
  /** Percent. */
  engagementRate: number
}

export const SUBJECTS = [
  'garden',
  'harbour',
  'kitchen',
  'trail',
  'studio',
  'market',
  'orchard',
  'atlas',
  'loom',
  'cinema',
] as const
const MANNERS = ['daily', 'quiet', 'northern', 'little', 'golden', 'honest', 'wild', 'modern', 'slow', 'open'] as const
const SENTENCES = [
  'Notes from a small workshop by the sea.',
  'New pictures every morning, long stories on Sundays.',
  'Recipes for people who come home late.',
  'What grows, what breaks, and how we mend it.',
  'Made with friends in three time zones.',
] as const

export function sampleAccount(index: number): SampleAccount {
  const random = createRandom(index + 1)
  const name = `${random.pick(MANNERS)}.${random.pick(SUBJECTS)}_${index}`
  return {
    username: name,
    category: random.pick(ACCOUNT_CATEGORIES),
    notes: random.next() < 0.3 ? `Asked for by the team. ${random.pick(SENTENCES)}` : null,
    bioText: `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`,
    hasPosts: index % 5 === 0,
  }
}

/** Days in order, the oldest first: a slow drift with weekly waves and chance, never below one follower. */
export function* sampleFigures(index: number, { from, to }: { from: number; to: number }): Generator<DayOfFigures> {
  const random = createRandom((index + 1) * 7919)
  const size = 10 ** (3 + random.next() * 4.5)
  const drift = (random.next() - 0.3) * 0.002
  const rate = 0.5 + random.next() * 6
  let posts = random.whole(50, 4_000)
  for (let daysAgo = from; daysAgo >= to; daysAgo -= 1) {
    posts += random.next() < 0.4 ? 1 : 0
    yield {
      daysAgo,
      followers: Math.max(1, Math.round(size * (1 - drift * daysAgo) * (1 + (random.next() - 0.5) * 0.001))),
      following: 100 + (index % 900),
      posts,
      engagementRate: Math.round((rate + Math.sin(daysAgo / 3.5) * 0.3 + random.next() * 0.2) * 1000) / 1000,
    }
  }
}

export function samplePosts(index: number): SamplePost[] {
  const random = createRandom((index + 1) * 104_729)
  return Array.from({ length: 12 }, (_, position) => ({
    id: `post_${index}_${position}`,
    caption: captionBy(random),
    likes: random.whole(50, 90_000),
    comments: random.whole(0, 2_000),
  }))
}

const captionBy = (random: Random) =>
  `${random.pick(SENTENCES)} ${random.pick(SENTENCES)} #${random.pick(SUBJECTS)} #${random.pick(MANNERS)}`

/** Midnight in UTC of a day in the past. */
export const midnight = (daysAgo: number, now = Date.now()): number => (Math.floor(now / DAY_MS) - daysAgo) * DAY_MS

export const dateText = (daysAgo: number, now = Date.now()): string =>
  new Date(midnight(daysAgo, now)).toISOString().slice(0, 10)
