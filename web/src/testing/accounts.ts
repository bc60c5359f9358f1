/** Sample accounts and their history, as the server would answer them. */
import type {
  AccountMetrics,
  AccountPeriod,
  AccountPost,
  ClientTotals,
  GlobalMetrics,
  ListedAccount,
  MetricHistoryEntry,
  PeriodTotals,
  RouteReply,
} from '@tangelo/contract'
import { json } from './network.ts'

/** A few minutes more than so many days ago, so that its text does not change while a test runs. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000 - 90 * 60_000).toISOString()

export function someMetrics(part: Partial<AccountMetrics> = {}): AccountMetrics {
  return {
    profilePicture: null,
    bioText: 'Small harbours, slow ferries, long lunches.',
    followers: 204_912,
    followerChange: 3_406,
    following: 412,
    followingChange: -2,
    posts: 518,
    postsChange: 5,
    engagementRate: 6.7,
    engagementRateChange: 12.2,
    comparedWith: daysAgo(7),
    countsBrokenAt: null,
    engagementBrokenAt: null,
    followersTrend: [200_800, 201_100, 204_912],
    ...part,
  }
}

export const noMetrics = someMetrics({
  bioText: null,
  followers: null,
  followerChange: null,
  following: null,
  followingChange: null,
  posts: null,
  postsChange: null,
  engagementRate: null,
  engagementRateChange: null,
  comparedWith: null,
  followersTrend: [],
})

/** Of 30 days, from one source. */
function aPeriod(part: Partial<AccountPeriod> = {}): AccountPeriod {
  return {
    growth: 1.7,
    followerChange: 3_406,
    comparedWith: daysAgo(30),
    isWhole: true,
    sourceChangedAt: null,
    growthBefore: 1.2,
    engagementChange: 0.7,
    engagementChangedAt: null,
    posts: 22,
    trend: [200_800, 201_100, 204_912],
    trendBreak: null,
    ...part,
  }
}

export function anAccount(part: Partial<ListedAccount> = {}): ListedAccount {
  return {
    id: 4,
    username: 'marasea',
    category: 'Travel & Photography',
    notes: null,
    inputUrl: null,
    companyId: 1,
    tags: [],
    isStale: false,
    refresh: { interval: 'daily', everyDays: 1 },
    period: aPeriod(),
    source: 'import',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUpdated: daysAgo(0),
    metrics: someMetrics(),
    ...part,
  }
}

export function aPost(part: Partial<AccountPost> = {}): AccountPost {
  return {
    id: 'p1',
    type: 'image',
    caption: 'Noon in the old quarter',
    url: 'https://www.instagram.com/p/p1/',
    imageUrl: null,
    likes: 14_900,
    comments: 377,
    postedAt: null,
    ...part,
  }
}

export function anEntry(date: string, part: Partial<MetricHistoryEntry> = {}): MetricHistoryEntry {
  return {
    date,
    followers: 204_912,
    following: 412,
    posts: 518,
    engagementRate: 6.7,
    source: 'import',
    engagementMethod: 'stated',
    isCountsBreak: false,
    isEngagementBreak: false,
    ...part,
  }
}

/** One page of a list as the server answers it: the rows, how many there are in all, and where the next page begins. */
export function page(rows: readonly ListedAccount[], { total = rows.length, next = '' } = {}): Response {
  const count = { 'X-Total-Count': String(total) }
  return json(rows, 200, next ? { ...count, Link: `</api/accounts?cursor=${next}>; rel="next"` } : count)
}

export function sums({
  period,
  ...part
}: Partial<Omit<GlobalMetrics, 'period'>> & { period?: Partial<PeriodTotals> } = {}): Response {
  const known = { accounts: 12, outdated: 0, followers: 1_904_000, followerChange: 12_790, posts: 9_062 }
  const accounts = part.accounts ?? known.accounts
  const series = { series: [1_880_000, 1_904_000], seriesBefore: [1_860_000, 1_880_000] }
  const own = { ...somePeriodSums, accounts, readToday: accounts, ...series, ...period }
  return json({ ...known, averageEngagementRate: 4.5, lastUpdated: daysAgo(0), period: own, ...part })
}

const somePeriodSums = {
  accounts: 12,
  readToday: 12,
  stale: 0,
  followers: 1_904_000,
  followerChange: 15_300,
  growth: 0.9,
  growthBefore: 0.6,
  compared: 12,
  sourceChanges: 0,
  engagement: 4.6,
  engagementChange: 0.2,
  posts: 258,
  postsChange: 31,
}

export function aClient(part: Partial<ClientTotals> = {}): ClientTotals {
  return { ...somePeriodSums, companyId: 1, name: 'Citrus Studio', isDemo: false, ...part }
}

type RefreshState = RouteReply<'GET /api/accounts/:accountId/refresh'>

/** Nothing under way, nothing wrong, and no source that could be asked, unless said otherwise. */
export function aRefreshState(part: Partial<RefreshState> = {}): RefreshState {
  return {
    interval: 'daily',
    everyDays: 1,
    state: 'idle',
    source: null,
    lastSucceededAt: null,
    failure: null,
    nextDueAt: null,
    allowedAgainAt: null,
    ...part,
  }
}
