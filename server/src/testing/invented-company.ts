/**
 * An invented company: accounts with followers, posts and readings over two years, and the events planted in them.
 * The generator knows nothing of the method; bench/README.md says what it draws. For the truth bench and the trial of alerts.
 */
import type { AnalysedDay, AnalysedPost } from '#features/analytics/analysis/rules/input.ts'
import { randomFrom } from './random-from.ts'

export type EventKind = 'rise' | 'fall' | 'viral' | 'giveaway'
export const EVENT_KINDS: readonly EventKind[] = ['rise', 'fall', 'viral', 'giveaway']
export type Tails = 'light' | 'heavy'

export interface PlantedEvent {
  account: number
  kind: EventKind
  /** Its first day, and the last one that it changes. */
  first: number
  last: number
  /** Followers won or lost in all, as a ratio. */
  size: number
}

export interface WorldAccount {
  days: AnalysedDay[]
  posts: AnalysedPost[]
  /** What expecting posts would say of them, by id. */
  multiples: Map<string, number>
}

export interface World {
  accounts: WorldAccount[]
  events: PlantedEvent[]
  /** Days on which Instagram removed followers of many accounts: the part that each of them lost. */
  purges: { day: number; sizes: Map<number, number> }[]
}

export const DAYS = 730
export const FIRST_DAY = 19_900
const SMALLEST = 500
const LARGEST = 300_000
const EVENT_SIZES = { from: 0.015, to: 0.15 }
const PURGE_SIZES = { from: 0.004, to: 0.05 }
const PURGED_SHARE = 0.6
const FORMATS = ['image', 'carousel', 'reel', 'video'] as const
const GIVEAWAY_CAPTIONS = [
  'Big GIVEAWAY! Tag two friends and follow us to enter.',
  'Gewinnspiel: folgt uns und markiert zwei Freunde.',
  'Sorteo! Gana una cena para dos.',
  'Jeu-concours : tentez de gagner un bon.',
  'Sorteio de aniversário, participe!',
  'Tag a friend who has to taste this.',
]
/** Shares of a rise on its days. */
const RISE_SHAPES = [[1], [0.7, 0.3]]
const GIVEAWAY_SHAPE = [0.5, 0.3, 0.2]
const DECAY_DAYS = 10

export function inventCompany(options: {
  seed: number
  accounts: number
  events: number
  purges: number
  tails: Tails
}): World {
  const next = randomFrom(options.seed)
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[whole(0, items.length - 1)] ?? items[0]
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  /** Student's t with four degrees of freedom, scaled to a standard deviation of 1. */
  const student = () => {
    const squares = -2 * Math.log(1 - next()) - 2 * Math.log(1 - next())
    return (normal() / Math.sqrt(squares / 4)) * Math.SQRT1_2
  }
  const noise = options.tails === 'heavy' ? student : normal
  const logUniform = (from: number, to: number) => from * (to / from) ** next()

  const events: PlantedEvent[] = []
  while (events.length < options.events) {
    const account = whole(0, options.accounts - 1)
    const first = FIRST_DAY + whole(30, DAYS - 25)
    if (events.some((event) => event.account === account && Math.abs(event.first - first) < 40)) continue
    const kind = EVENT_KINDS[events.length % EVENT_KINDS.length] ?? 'rise'
    events.push({ account, kind, first, last: first, size: logUniform(EVENT_SIZES.from, EVENT_SIZES.to) })
  }
  const purges = Array.from({ length: options.purges }, () => {
    const sizes = new Map<number, number>()
    for (let account = 0; account < options.accounts; account++)
      if (next() < PURGED_SHARE) sizes.set(account, logUniform(PURGE_SIZES.from, PURGE_SIZES.to))
    return { day: FIRST_DAY + whole(30, DAYS - 25), sizes }
  })

  const accounts = Array.from({ length: options.accounts }, (_, account) => {
    const extra = new Float64Array(DAYS)
    const posts: AnalysedPost[] = []
    const multiples = new Map<string, number>()
    const post = (at: number, multiple: number, caption: string, commentRatio = 0.03) => {
      const id = `${account}-${posts.length}`
      const day = FIRST_DAY + at
      const hour = whole(7, 21)
      const likes = Math.round(200 * multiple)
      const format = pick(FORMATS)
      const comments = Math.round(likes * commentRatio)
      const postedAt = (day * 24 + hour) * 3_600_000
      posts.push({ id, postedAt, day, hour, weekday: 1 + ((day + 3) % 7), format, likes, comments, caption, url: null })
      multiples.set(id, multiple * Math.exp(0.15 * normal()))
    }
    const perWeek = logUniform(1.5, 7)
    for (let at = 0; at < DAYS; at++) {
      if (next() >= perWeek / 7) continue
      const multiple = Math.exp(0.5 * normal())
      post(at, multiple, 'Seen today at the harbour.')
      for (let later = 0; later < 3; later++) extra[at + later] = (extra[at + later] ?? 0) + 0.0001 * multiple
    }
    for (const event of events) if (event.account === account) plant(event)
    for (const { day, sizes } of purges)
      extra[day - FIRST_DAY] = (extra[day - FIRST_DAY] ?? 0) - (sizes.get(account) ?? 0)

    function plant(event: PlantedEvent) {
      const { kind, size } = event
      const at = event.first - FIRST_DAY
      const give = (place: number, share: number) => {
        extra[place] = (extra[place] ?? 0) + share * size
        event.last = Math.max(event.last, FIRST_DAY + place)
      }
      if (kind === 'rise')
        pick(RISE_SHAPES as [number[], number[]]).forEach((share, day) => {
          give(at + day, share)
        })
      else if (kind === 'fall') give(at, -1)
      else if (kind === 'viral') {
        post(at - whole(0, 2), logUniform(3, 12), 'One pot, one harbour.')
        const length = whole(3, 8)
        const shares = Array.from({ length }, (_, day) => (day === 0 ? 0.7 : 0.65 ** (day - 1)))
        const sum = shares.reduce((total, share) => total + share, 0)
        shares.forEach((share, day) => {
          give(at + day, share / sum)
        })
      } else {
        const caption = pick(GIVEAWAY_CAPTIONS as [string, ...string[]])
        post(at - whole(0, 1), logUniform(1, 5), caption, logUniform(1.2, 4))
        GIVEAWAY_SHAPE.forEach((share, day) => {
          give(at + day, share)
        })
        const lost = 0.2 + 0.3 * next()
        const weights = Array.from({ length: DECAY_DAYS }, (_, day) => 0.8 ** day)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        weights.forEach((weight, day) => {
          give(at + GIVEAWAY_SHAPE.length + day, (-lost * weight) / sum)
        })
      }
    }

    const days: AnalysedDay[] = []
    const spread = 0.0008 * Math.exp(0.4 * normal())
    const mean = 0.0005 + 0.0008 * normal()
    const weekday = Array.from({ length: 7 }, () => 0.0002 * normal())
    const breakAt = next() < 0.2 ? whole(60, DAYS - 60) : DAYS
    const shift = 0.015 * normal()
    const [gapAt, gapDays] = next() < 0.3 ? [whole(60, DAYS - 60), whole(3, 10)] : [DAYS, 0]
    let rate = 0
    let followers = logUniform(SMALLEST, LARGEST)
    for (let at = 0; at < DAYS; at++) {
      rate = 0.99 * rate + 0.00005 * normal()
      const chance = Math.sqrt(0.002 / followers) * normal()
      const growth = mean + rate + (weekday[at % 7] ?? 0) + (extra[at] ?? 0) + spread * noise() + chance
      followers = Math.max(50, followers * (1 + growth))
      // A file counted otherwise than the source that took its place.
      if (at === breakAt) followers *= 1 + shift
      if (next() < 0.02 || (at >= gapAt && at < gapAt + gapDays)) continue
      days.push({ day: FIRST_DAY + at, followers: Math.round(followers), source: at < breakAt ? 'import' : 'graph' })
    }
    posts.sort((a, b) => a.postedAt - b.postedAt)
    return { days, posts, multiples }
  })
  return { accounts, events, purges }
}
