/** Made-up posts and followers with a known truth, as the documented import files hold them; always the same for the same day. */
import { daysAgo } from './figures.ts'

const MS_PER_DAY = 86_400_000
const MS_PER_HOUR = 3_600_000
const POSTS_OF_AN_ITEM = 12
const FORMATS = [{ type: 'Image' }, { type: 'Sidecar' }, { type: 'Video', productType: 'clips' }] as const

export interface Planted {
  readonly username: string
  readonly posts: number
  /** What a post at this hour gets, as a factor. */
  readonly effect: (hour: number) => number
  /** Followers that left at once, so many days ago. */
  readonly fall?: { readonly daysAgo: number; readonly followers: number }
}

/** Numbers from 0 to 1 in a fixed order. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** An Apify data set that was scraped again and again: posts at changing hours over eleven months, the last one 16 days old. */
export function buildPlantedPosts(planted: Planted): string {
  const { username, posts, effect } = planted
  const followers = followersOf(planted)
  const next = numbersFrom(posts)
  const today = Math.floor(Date.now() / MS_PER_DAY)
  const made = Array.from({ length: posts }, (_, at) => {
    const hour = 6 + Math.floor(next() * 18)
    const scatter = next() + next() + next() + next() - 2
    return {
      at: (today - 16 - Math.floor(((posts - 1 - at) * 320) / posts)) * MS_PER_DAY + hour * MS_PER_HOUR + at,
      likes: Math.round(900 * Math.exp(0.6 * scatter) * effect(hour)),
      format: FORMATS[Math.floor(next() * FORMATS.length)] ?? FORMATS[0],
    }
  })
  const items = []
  for (let first = 0; first < made.length; first += POSTS_OF_AN_ITEM) {
    const some = made.slice(first, first + POSTS_OF_AN_ITEM)
    const scrapedAt = new Date((some.at(-1)?.at ?? 0) + 15 * MS_PER_DAY).toISOString()
    items.push({
      username,
      followersCount: followers.get(scrapedAt.slice(0, 10)),
      scrapedAt,
      latestPosts: some.toReversed().map(({ at, likes, format }, place) => ({
        id: String(at),
        shortCode: `${username.replace(/\W/g, '_')}-${at}`,
        ...format,
        caption: `Post ${first + place} #harbour`,
        likesCount: likes,
        commentsCount: 12,
        timestamp: new Date(at).toISOString(),
      })),
    })
  }
  return JSON.stringify(items)
}

/** Followers of a year, day by day. */
function followersOf({ fall }: Planted): Map<string, number> {
  const next = numbersFrom(7)
  let followers = 38_000
  const days = Array.from({ length: 360 }, (_, at): [string, number] => {
    const age = 359 - at
    followers += Math.round(12 + 16 * (next() - 0.5))
    if (fall?.daysAgo === age) followers -= fall.followers
    return [daysAgo(age), followers]
  })
  return new Map(days)
}

/** The same as a table. */
export function buildPlantedDays(planted: Planted): string {
  const rows = [...followersOf(planted)].map(([day, followers]) => `${planted.username},${day},${followers}`)
  return ['username,date,followers', ...rows, ''].join('\n')
}
