/** Accounts with known posts and followers, for tests of what an analysis finds. */
import type { PostFormat } from '@tangelo/contract/limits'
import { expect } from 'vitest'
import { seededRandom } from '#features/analytics/analysis/rules/random.ts'
import { snapshotFigures } from '#features/analytics/metrics/metrics.rules.ts'
import { metricsStore } from '#features/analytics/metrics/metrics.store.ts'
import { bringAllUpToDate } from '#features/analytics/metrics/service/latest-figures.ts'
import { storePosts } from '#features/analytics/posts/service/store-posts.ts'
import { dayToText, momentOfDay } from '#platform/calendar.ts'
import { formWith, START, type World } from './world.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
/** The day of a world's clock, in days since 1970-01-01. */
export const TODAY = Math.floor(START / DAY_MS)
/** The reader takes so many posts of one item. */
const POSTS_OF_AN_ITEM = 12
/** So long after the last post of an item the scraper read it: its figures are final. */
const READ_AFTER_MS = 15 * DAY_MS

export interface PlantedPost {
  at: number
  likes: number | null
  comments?: number
  format?: PostFormat
  caption?: string
}

/** Followers by day. */
export type PlantedDays = Map<number, number>

/** Standard normal (Box–Muller), the same for a seed. */
function normals(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

interface PostPlan {
  count: number
  seed: number
  /** Days before the first reading that the last post was made. */
  endsBefore?: number
  /** How often, in days. */
  every?: number
  /** The factor of a post at this hour. */
  effect?: (hour: number) => number
}

/** Posts at changing hours of the day, with likes around 1,000 and a usual scatter. The last one is 16 days old. */
export function plantPosts({ count, seed, endsBefore = 16, every = 1.4, effect = () => 1 }: PostPlan): PlantedPost[] {
  const random = seededRandom(seed)
  const normal = normals(seed + 1)
  return Array.from({ length: count }, (_, at) => {
    const day = TODAY - endsBefore - Math.floor((count - 1 - at) * every)
    const hour = 6 + Math.floor(random() * 18)
    const format: PostFormat = random() < 0.5 ? 'image' : 'reel'
    return {
      at: day * DAY_MS + hour * HOUR_MS + at * 1_000,
      likes: Math.round(1_000 * Math.exp(0.45 * normal()) * effect(hour)),
      comments: 12,
      format,
    }
  })
}

/** Days up to today, growing by chance around a usual rate. */
export function plantDays({ count, seed, followers = 40_000 }: { count: number; seed: number; followers?: number }) {
  const normal = normals(seed)
  const days: PlantedDays = new Map()
  let now = followers
  for (let day = TODAY - count + 1; day <= TODAY; day++) {
    now *= Math.exp(0.0006 + 0.0004 * normal())
    days.set(day, Math.round(now))
  }
  return days
}

/** From this day on so many followers more (or fewer), as a share. */
export function shiftFrom(days: PlantedDays, from: number, share: number): PlantedDays {
  return new Map([...days].map(([day, followers]) => [day, Math.round(followers * (day >= from ? 1 + share : 1))]))
}

interface Planted {
  posts?: readonly PlantedPost[]
  days?: PlantedDays
}

/** Stores both as readings of this moment would, and answers the id of the account. */
export async function plant(
  { database }: World,
  username: string,
  { posts = [], days = new Map() }: Planted,
  companyId = 1,
): Promise<number> {
  const id = await database.transaction(async (tx) => {
    const name = { company_id: companyId, username, username_key: username, created_at: START }
    const { id } = await tx
      .insertInto('accounts')
      .values({ ...name, figures_due: 1 })
      .onConflict((conflict) => conflict.columns(['company_id', 'username_key']).doUpdateSet({ figures_due: 1 }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = { company_id: companyId, id }
    const rows = [...days].map(([day, followers]) => ({
      company_id: companyId,
      account_id: id,
      captured_at: momentOfDay(day),
      day,
      recorded_after: START - momentOfDay(day),
      source: 'import' as const,
      ...snapshotFigures({ followers, following: null, posts: null, engagementRate: null, profile: null }),
    }))
    await metricsStore(tx, database.engine).append(rows)
    const seen = { readAt: START, rawId: null, posts: posts.map((post) => readingOf(username, post)), areLatest: false }
    await storePosts(tx, database.engine, account, [seen])
    return id
  })
  await bringAllUpToDate(database)
  return id
}

const readingOf = (username: string, { at, likes, comments = 0, format = 'image', caption = '' }: PlantedPost) => ({
  id: `${username}-${at}`,
  shortCode: `${username}-${at}`,
  type: format,
  caption,
  url: null,
  sourceImageUrl: null,
  likes,
  comments,
  views: null,
  postedAt: at,
  isPinned: false,
})

/** Imports both from files as they are documented, and answers the id of the account. */
export async function importPlanted(
  here: World,
  username: string,
  { posts = [], days = new Map() }: Planted,
  query = '',
): Promise<number> {
  const lines = [...days].map(([day, followers]) => `${username},${dayToText(day)},${followers}`)
  if (lines.length > 0) await bring(here, ['username,date,followers', ...lines].join('\n'), query)
  if (posts.length > 0) await bring(here, JSON.stringify(itemsOf(username, posts, days)), query)
  const [account] = (await here.ask('admin', 'GET', `/api/accounts?q=${username}`)).json()
  return account.id
}

async function bring(here: World, file: string, query: string): Promise<void> {
  const res = await here.ask('admin', 'POST', `/api/accounts/import${query}`, formWith(file))
  expect(res.json()).toMatchObject({ refused: [] })
}

const TYPES = {
  image: { type: 'Image' },
  video: { type: 'Video' },
  carousel: { type: 'Sidecar' },
  reel: { type: 'Video', productType: 'clips' },
} as const

/** A data set that was scraped again and again, each time with the posts since the time before. */
function itemsOf(username: string, posts: readonly PlantedPost[], days: PlantedDays) {
  const sorted = posts.toSorted((a, b) => a.at - b.at)
  const items = []
  for (let first = 0; first < sorted.length; first += POSTS_OF_AN_ITEM) {
    const some = sorted.slice(first, first + POSTS_OF_AN_ITEM)
    const readAt = Math.min(START, (some.at(-1)?.at ?? 0) + READ_AFTER_MS)
    items.push({
      username,
      followersCount: days.get(Math.floor(readAt / DAY_MS)) ?? 40_000,
      scrapedAt: new Date(readAt).toISOString(),
      latestPosts: some.toReversed().map(({ at, likes, comments = 0, format = 'image', caption = '' }) => ({
        id: `${username}-${at}`,
        shortCode: `${username}-${at}`,
        ...TYPES[format],
        caption,
        likesCount: likes ?? -1,
        commentsCount: comments,
        timestamp: new Date(at).toISOString(),
      })),
    })
  }
  return items
}
