/**
 * Invented accounts whose truth is known: their posts, with the likes that a level, a format, slow changes of reach and chance
 * give them. Nothing here knows the method that is judged. Described in bench/README.md.
 */
import type { PostFormat } from '@tangelo/contract/limits'
import type { AnalysedPost } from '../../../server/src/features/analytics/analysis/rules/input.ts'
import { createRandom, type Random } from './random.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** 2025-01-01, a Wednesday. */
const FIRST_DAY = 20_089
/** Hours that accounts like to post at; each has two to four of them. */
const USUAL_HOURS = [8, 10, 12, 14, 17, 19, 21]
/** Of all posts, those at any other hour of the day. */
const UNUSUAL_SHARE = 0.2
const FORMATS: readonly PostFormat[] = ['image', 'carousel', 'reel', 'video']

/** How the hours of the posts come about; none of these has an effect of its own on the likes. */
export const HABITS = [
  'usual hours',
  'evening reels',
  'changed habit',
  'spread over the day',
  'one post a day',
] as const
export type Habit = (typeof HABITS)[number]

export interface World {
  posts: number
  habit: Habit
  /** What posts between 18:00 and 22:00 get more, as a ratio. */
  evening?: number
  /** Standard deviation of the logarithm of likes around what is expected; by default each account has its own. */
  scatter?: number
  /** What carousels get more, as a ratio, while other formats do not differ; by default each account's formats differ. */
  carousel?: number
  /** Reels are taken up late: most of them are of the second half. */
  laterReels?: boolean
  /** What posts with the tag #market get more, as a ratio. */
  market?: number
}

export function postsOf(world: World, seed: number): AnalysedPost[] {
  const random = createRandom(seed)
  const { between, normal } = drawing(random)
  const perWeek = between(3, 7)
  const growthPerYear = world.habit === 'changed habit' ? between(0.6, 1.2) : between(-0.1, 0.7)
  const level = Math.log(Math.exp(between(Math.log(2_000), Math.log(200_000))) * between(0.015, 0.05))
  const scatter = world.scatter ?? between(0.4, 0.65)
  const formats = formatsOfAccount(world, random)
  const hourOf = hoursOfAccount(world, random)
  const weekdays = Array.from({ length: 7 }, (_, day) => (day > 4 ? between(0.2, 1) : between(0.6, 1)))
  const tags = tagsOfAccount(random)
  const isDaily = world.habit === 'one post a day'
  const days = isDaily ? world.posts : (world.posts / perWeek) * 7
  const reach = reachByWeek(Math.ceil(days / 7) + 2, random)
  const posts: AnalysedPost[] = []
  while (posts.length < world.posts) {
    const share = isDaily ? posts.length / days : random.next()
    const day = FIRST_DAY + Math.floor(share * days)
    const weekday = ((day + 3) % 7) + 1
    if (!isDaily && random.next() > (weekdays[weekday - 1] ?? 1)) continue
    const format = formats.pick(share)
    const hour = hourOf(format, share)
    const caption = tags(share, format)
    const isEvening = hour >= 18 && hour < 22
    const log =
      level +
      (growthPerYear * (day - FIRST_DAY)) / 365 +
      (reach[Math.floor((day - FIRST_DAY) / 7)] ?? 0) +
      formats.effect(format) +
      (isEvening ? Math.log1p(world.evening ?? 0) : 0) +
      (/#market\b/.test(caption) ? Math.log1p(world.market ?? 0) : 0) +
      scatter * formats.scatter(format) * heavyTailed(normal)
    const likes = Math.round(Math.exp(log))
    const id = `post-${posts.length}`
    const postedAt = day * DAY_MS + hour * HOUR_MS + Math.floor(random.next() * HOUR_MS)
    const comments = Math.round(likes * 0.02 * Math.exp(0.6 * normal()))
    posts.push({ id, postedAt, day, hour, weekday, format, likes, comments, caption, url: null })
  }
  return posts.sort((a, b) => a.postedAt - b.postedAt)
}

/** What every account has: each format's share, its effect on the logarithm of likes and how much more it scatters. */
function formatsOfAccount({ habit, carousel, laterReels = false }: World, random: Random) {
  const { between, normal } = drawing(random)
  const shares = [between(0.2, 0.6), between(0.15, 0.45), between(0.15, 0.45), between(0, 0.08)]
  const reel = habit === 'evening reels' ? between(0.35, 0.6) : 0.3 + 0.2 * normal()
  const usual = [0, 0.15 + 0.15 * normal(), reel, -0.05 + 0.15 * normal()]
  const effects = carousel === undefined ? usual : [0, Math.log1p(carousel), 0, 0]
  return {
    pick(time: number): PostFormat {
      const now = shares.map((share, at) => (laterReels && FORMATS[at] === 'reel' ? share * (0.2 + 3 * time) : share))
      let rest = random.next() * now.reduce((sum, share) => sum + share, 0)
      for (const [at, format] of FORMATS.entries()) {
        rest -= now[at] ?? 0
        if (rest < 0) return format
      }
      return 'image'
    },
    effect: (format: PostFormat) => effects[FORMATS.indexOf(format)] ?? 0,
    // Reels are shown to many who do not follow the account, or to few.
    scatter: (format: PostFormat) => (format === 'reel' ? 1.25 : 1),
  }
}

/** The hour of a post, given its format and the share of the account's time that has passed. */
function hoursOfAccount({ habit }: World, random: Random): (format: PostFormat, share: number) => number {
  const { between, normal } = drawing(random)
  const usual = Array.from(
    { length: random.whole(2, 4) },
    () => USUAL_HOURS[random.whole(0, USUAL_HOURS.length - 1)] ?? 12,
  )
  if (!usual.some((hour) => hour >= 17)) usual.push(19)
  const around = (hour: number) => ((Math.round(hour + 1.3 * normal()) % 24) + 24) % 24
  const anyHour = () => random.whole(7, 23)
  const change = between(0.35, 0.65)
  return (format, share) => {
    if (habit === 'spread over the day') return random.whole(0, 23)
    if (random.next() < UNUSUAL_SHARE) return anyHour()
    if (habit === 'evening reels') return around(random.next() < (format === 'reel' ? 0.85 : 0.2) ? 20 : 11)
    if (habit === 'changed habit') return around(share + 0.08 * normal() < change ? 10 : 20)
    return around(usual[random.whole(0, usual.length - 1)] ?? 12)
  }
}

/** Slow changes of what Instagram shows to whom: weeks resemble each other, months do not. */
function reachByWeek(weeks: number, random: Random): number[] {
  const { normal } = drawing(random)
  const reach = [0.15 * normal()]
  while (reach.length < weeks) reach.push(0.85 * (reach.at(-1) ?? 0) + 0.15 * Math.sqrt(1 - 0.85 ** 2) * normal())
  return reach
}

/** Captions with tags: one that every post has, ten used now and then, one of reels, and one of the second half. */
function tagsOfAccount(random: Random): (share: number, format: PostFormat) => string {
  const often = ['market', 'onepot', 'slowfood', 'harbour', 'sunday', 'bread', 'seasonal', 'kitchen', 'team', 'wine']
  const shares = often.map(() => 0.05 + 0.35 * random.next())
  return (share, format) => {
    const own = often.filter((_, at) => random.next() < (shares[at] ?? 0))
    if (random.next() < (format === 'reel' ? 0.8 : 0.1)) own.push('film')
    if (share > 0.5) own.push('newmenu')
    return ['A table by the water.', '#food', ...own.map((tag) => `#${tag}`)].join(' ')
  }
}

/** Student's t with five degrees of freedom, scaled to a standard deviation of 1: now and then a post goes far. */
function heavyTailed(normal: () => number): number {
  let squares = 0
  for (let degree = 0; degree < 5; degree++) squares += normal() ** 2
  return (normal() / Math.sqrt(squares / 5)) * Math.sqrt(3 / 5)
}

function drawing(random: Random) {
  return {
    between: (low: number, high: number) => low + (high - low) * random.next(),
    /** Box and Muller. */
    normal: () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  }
}
