/** Figures of posts, reels and stories that only the owner of their account sees. */
import type { Answer } from '../http/send.ts'
import { shareFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import { describeMetric, empty, type InsightParts, keptMs, partsOf, type Query, shares } from './insight-metrics.ts'
import type { Media, OwnAccount } from './own-account.ts'
import { publishingErrors } from './publishing-errors.ts'

const fewViewers = 5
/** They fail where a post is on Instagram alone, and all are here. */
const elsewhere = ['crossposted_views', 'facebook_views']
const schemas = { FEED: 'FeedMetrics', REELS: 'ReelMetrics', STORY: 'StoryMetrics' } as const

export function mediaInsights({ seed, now, options, problems }: InsightParts) {
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
        ...describeMetric(name, 'lifetime', id),
        values: [{ value }],
        ...(query.breakdown !== undefined && { total_value: { value, breakdowns: [partsOf(query.breakdown, value)] } }),
      }
    })
    return { status: 200, body: { data } }
  }

  return ofMedia
}
