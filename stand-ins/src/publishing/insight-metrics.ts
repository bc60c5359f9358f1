/** What insights are made of: who asks how, metrics, their breakdowns, and how an answer names them. */
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'

export type Query = Readonly<Record<string, string>>

export interface InsightOptions {
  /** Nothing is known of a post or a day for this long. */
  insightsLagMs: number
  /** Metrics that the service has taken away: they refuse a whole call. */
  goneMetrics: readonly string[]
}

export interface InsightParts {
  seed: number
  now(): number
  options: InsightOptions
  /** What is wrong with a list of metrics by a schema of the contract. */
  problems(schema: string, metrics: string): string[]
}

export const keptMs = 2 * 365 * dayMs
export const empty: Answer = { status: 200, body: { data: [] } }
/** Of the views of a post, about. */
export const shares: Readonly<Record<string, number>> = {
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
export const series = ['reach', 'follower_count', 'online_followers']
export const forManyFollowers = ['follower_count', 'online_followers', 'follower_demographics', 'follows_and_unfollows']
const products = ['media_product_type']
export const breakdowns: Readonly<Record<string, readonly string[]>> = {
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

export function partsOf(breakdown: string, value: number) {
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

export const describeMetric = (name: string, period: string, id: string) => ({
  name,
  period,
  title: name.replaceAll('_', ' '),
  description: `What the account's owner sees as ${name}.`,
  id: `${id}/insights/${name}/${period}`,
})
