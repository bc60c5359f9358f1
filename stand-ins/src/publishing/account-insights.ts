/** Figures of an account by days that only its owner sees. */
import { graphTime } from '../graph/discovery.ts'
import type { Answer } from '../http/send.ts'
import { shareFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import {
  breakdowns,
  describeMetric,
  empty,
  forManyFollowers,
  type InsightParts,
  keptMs,
  partsOf,
  type Query,
  series,
  shares,
} from './insight-metrics.ts'
import type { OwnAccount } from './own-account.ts'
import { publishingErrors } from './publishing-errors.ts'

const fewFollowers = 100
const hourMs = 3_600_000

export function accountInsights({ seed, now, options }: InsightParts) {
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
        ...describeMetric(metric, query.period ?? 'day', account.id),
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
      const { dimension_keys: keys, results } = partsOf(breakdown, account.followers)
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
    if (metric === 'follows_and_unfollows') return { total_value: { breakdowns: [partsOf('follow_type', total)] } }
    const isSeries = series.includes(metric) && query.metric_type !== 'total_value'
    if (isSeries) return { values: days(account, metric, since, until) }
    return {
      total_value: {
        value: total,
        ...(query.breakdown !== undefined && { breakdowns: [partsOf(query.breakdown.split(',')[0] ?? '', total)] }),
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

  return ofAccount
}
