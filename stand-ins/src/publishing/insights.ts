/** Figures that only the owner of an account sees: of posts, reels and stories, and of the account by days. */
import { graphTime } from '../graph/discovery.ts'
import type { Answer } from '../http/send.ts'
import { shareFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import type { Media, OwnAccount, PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'

type Query = Readonly<Record<string, string>>

export interface InsightOptions {
  /** Nothing is known of a post or a day for this long. */
  insightsLagMs: number
  /** Metrics that the service has taken away: they refuse a whole call. */
  goneMetrics: readonly string[]
}

interface InsightParts {
  seed: number
  now(): number
  options: InsightOptions
  /** What is wrong with a list of metrics by a schema of the contract. */
  problems(schema: string, metrics: string): string[]
}

const keptMs = 2 * 365 * dayMs
const fewFollowers = 100
const fewViewers = 5
/** They fail where a post is on Instagram alone, and all are here. */
const elsewhere = ['crossposted_views', 'facebook_views']
const schemas = { FEED: 'FeedMetrics', REELS: 'ReelMetrics', STORY: 'StoryMetrics' } as const
/** Of the views of a post, about. */
const shares: Readonly<Record<string, number>> = {
  views: 1,
  total_views: 1,
  reach: 0.78,
  likes: 0.06,
  total_likes: 0.06,
  comments: 0.006,
  total_comments: 0.006,
  saved: 0.012,
  shares: 0.009,
  reposts: 0.002,
  total_interactions: 0.09,
  follows: 0.004,
  profile_visits: 0.02,
  profile_activity: 0.003,
  replies: 0.004,
  navigation: 0.4,
  link_clicks: 0.003,
}

export function insights({ seed, now, options, problems }: InsightParts) {
  function viewsOf(account: OwnAccount, { id, at }: Media): number {
    const days = Math.max(0, now() - at) / dayMs
    const reached = account.followers * (0.1 + 1.4 * shareFor(seed, id, 'reached'))
    return Math.floor(reached * (1 - Math.exp(-days / 2)))
  }

  function figureOf(metric: string, views: number, id: string): number {
    const chance = shareFor(seed, id, metric)
    if (metric === 'reels_skip_rate') return Math.round(10 * (15 + 50 * chance)) / 10
    if (metric === 'ig_reels_avg_watch_time') return Math.round(2_000 + 9_000 * chance)
    if (metric === 'ig_reels_video_view_total_time') return views * figureOf('ig_reels_avg_watch_time', views, id)
    return Math.floor(views * (shares[metric] ?? 0.01) * (0.8 + 0.4 * chance))
  }

  function ofMedia(account: OwnAccount, media: Media, query: Query): Answer {
    const metrics = (query.metric ?? '').split(',')
    const { id, product } = media
    const strange = metrics.find(
      (metric) =>
        elsewhere.includes(metric) ||
        options.goneMetrics.includes(metric) ||
        problems(schemas[product], metric).length > 0,
    )
    if (strange !== undefined || media.isChild) return publishingErrors.metricNotForKind(strange ?? metrics[0])
    if (media.isFromBefore) return publishingErrors.beforeProfessional()
    const age = now() - media.at
    if (product === 'STORY' && age >= dayMs) return publishingErrors.noSuchObject(id)
    const views = viewsOf(account, media)
    if (product === 'STORY' && views < fewViewers) return publishingErrors.tooFewViewers()
    if (age < options.insightsLagMs || age > keptMs) return empty
    const data = metrics.map((name) => {
      const value = figureOf(name, views, id)
      return {
        ...named(name, 'lifetime', id),
        values: [{ value }],
        ...(query.breakdown !== undefined && { total_value: { value, breakdowns: [parts(query.breakdown, value)] } }),
      }
    })
    return { status: 200, body: { data } }
  }

  function parts(breakdown: string, value: number) {
    const names = dimensions[breakdown] ?? []
    const each = Math.floor(value / Math.max(1, names.length))
    return {
      dimension_keys: [breakdown],
      results: names.map((name, at) => ({
        dimension_values: [name],
        value: at === 0 ? value - each * (names.length - 1) : each,
      })),
    }
  }

  /** Of one day, by its number; a part of a day has its part. */
  const daily = (account: OwnAccount, metric: string, day: number) =>
    account.followers * (shares[metric] ?? 0.02) * (0.1 + 0.3 * shareFor(seed, account.id, metric, day))

  function inWindow(account: OwnAccount, metric: string, since: number, until: number): number {
    let sum = 0
    for (let day = Math.floor(since / dayMs); day * dayMs < until; day += 1)
      sum += (daily(account, metric, day) * (Math.min(until, (day + 1) * dayMs) - Math.max(since, day * dayMs))) / dayMs
    // People are counted once, however often they came.
    return Math.floor(metric === 'reach' ? sum ** 0.9 : sum)
  }

  function ofAccount(account: OwnAccount, query: Query): Answer {
    const until = query.until === undefined ? now() : Math.min(now(), Number(query.until) * 1_000)
    const since = query.since === undefined ? until - dayMs : Number(query.since) * 1_000
    if (since >= until || now() - until > keptMs) return empty
    const breakdown = query.breakdown?.split(',')
    const data = []
    for (const metric of (query.metric ?? '').split(',')) {
      if (options.goneMetrics.includes(metric)) return publishingErrors.metricNotForKind(metric)
      if (account.followers < fewFollowers && forManyFollowers.includes(metric)) continue
      const fitting = breakdowns[metric] ?? []
      if (breakdown?.some((name) => !fitting.includes(name))) return publishingErrors.breakdownNotForMetric()
      if (now() - until < options.insightsLagMs && !metric.includes('demographics')) continue
      data.push({
        ...named(metric, query.period ?? 'day', account.id),
        ...figures(account, metric, { since, until, query }),
      })
    }
    return { status: 200, body: { data } }
  }

  function figures(account: OwnAccount, metric: string, asked: { since: number; until: number; query: Query }) {
    const { since, until, query } = asked
    const total = inWindow(account, metric, since, until)
    if (metric.endsWith('demographics')) {
      const { timeframe = '', breakdown = 'country' } = query
      const { dimension_keys: keys, results } = parts(breakdown, account.followers)
      return {
        total_value: {
          breakdowns: [
            {
              dimension_keys: ['timeframe', ...keys],
              results: results.map(({ dimension_values: values, value }) => ({
                dimension_values: [timeframe.toUpperCase(), ...values],
                value,
              })),
            },
          ],
        },
      }
    }
    if (metric === 'follows_and_unfollows') return { total_value: { breakdowns: [parts('follow_type', total)] } }
    const isSeries = series.includes(metric) && query.metric_type !== 'total_value'
    if (isSeries) return { values: days(account, metric, since, until) }
    return {
      total_value: {
        value: total,
        ...(query.breakdown !== undefined && { breakdowns: [parts(query.breakdown.split(',')[0] ?? '', total)] }),
      },
    }
  }

  function days(account: OwnAccount, metric: string, since: number, until: number) {
    const values = []
    // Days of the service end at eight in the morning of UTC.
    for (let end = Math.ceil((since - 8 * hourMs) / dayMs) * dayMs + 8 * hourMs; end <= until; end += dayMs) {
      if (end <= since) continue
      const count = inWindow(account, metric, end - dayMs, end)
      const value = metric === 'online_followers' ? hours(account, end) : count
      values.push({ value, end_time: graphTime(end) })
    }
    return values
  }

  const hours = (account: OwnAccount, end: number) =>
    Object.fromEntries(
      Array.from({ length: 24 }, (_, hour) => [
        String(hour),
        Math.floor(account.followers * 0.3 * shareFor(seed, account.id, 'online', end, hour)),
      ]),
    )

  return { ofMedia, ofAccount }
}

export type Insights = ReturnType<typeof insights>

/** Who asks for the figures of which object. */
export function insightsOf(world: PublishingWorld, id: string, owned: readonly OwnAccount[]) {
  const account = owned.find((each) => [each.id, each.scopedId].includes(id))
  if (account) return { account }
  const found = world.media(id)
  return found && owned.includes(found.account) ? found : undefined
}

const hourMs = 3_600_000
const empty: Answer = { status: 200, body: { data: [] } }
const series = ['reach', 'follower_count', 'online_followers']
const forManyFollowers = ['follower_count', 'online_followers', 'follower_demographics', 'follows_and_unfollows']
const products = ['media_product_type']
const breakdowns: Readonly<Record<string, readonly string[]>> = {
  views: [...products, 'follow_type', 'follower_type'],
  reach: [...products, 'follow_type'],
  likes: products,
  comments: products,
  saves: products,
  shares: products,
  reposts: products,
  total_interactions: products,
  profile_links_taps: ['contact_button_type'],
  follows_and_unfollows: ['follow_type'],
  follower_demographics: ['age', 'city', 'country', 'gender'],
  engaged_audience_demographics: ['age', 'city', 'country', 'gender'],
}
/** In capitals, or as the vendor's example has them. */
const dimensions: Readonly<Record<string, readonly string[]>> = {
  media_product_type: ['POST', 'REELS', 'STORY', 'CAROUSEL_CONTAINER'],
  follow_type: ['FOLLOWER', 'NON_FOLLOWER'],
  follower_type: ['FOLLOWER', 'NON_FOLLOWER'],
  contact_button_type: ['CALL', 'EMAIL', 'TEXT'],
  action_type: ['email', 'call', 'direction', 'bio_link_clicked'],
  story_navigation_action_type: ['tap_forward', 'tap_back', 'tap_exit', 'swipe_forward'],
  age: ['18-24', '25-34', '35-44', '45-54'],
  city: ['Berlin, Berlin', 'Lisbon, Lisbon', 'Oslo, Oslo'],
  country: ['DE', 'PT', 'NO'],
  gender: ['F', 'M', 'U'],
}

const named = (name: string, period: string, id: string) => ({
  name,
  period,
  title: name.replaceAll('_', ' '),
  description: `What the account's owner sees as ${name}.`,
  id: `${id}/insights/${name}/${period}`,
})
