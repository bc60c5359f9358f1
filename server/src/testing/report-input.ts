/** What a report is made from, for tests of its rules: one account, October 2026. */
import type { Analysis, MetricHistoryEntry, Post } from '@tangelo/contract'
import type { AccountInput, ReportInput } from '#features/clients/reports/rules/input.ts'
import { namePeriod } from '#features/clients/reports/rules/periods.ts'
import { rankPosts } from '#features/clients/reports/rules/sections/posts.ts'
import { dayFromText, dayToText } from '#platform/calendar.ts'

export const FROM = dayFromText('2026-10-01')
export const TO = dayFromText('2026-10-31')
const TIME_ZONE = 'America/New_York'

/** One reading a day, the first on `from`. */
export const readings = (followers: readonly number[], from = FROM): MetricHistoryEntry[] =>
  followers.map((count, at) => ({
    date: dayToText(from + at),
    followers: count,
    following: null,
    posts: null,
    engagementRate: 3 + (at % 5) / 10,
    source: 'graph',
    engagementMethod: 'computed',
    isCountsBreak: false,
    isEngagementBreak: false,
  }))

/** The source changes on these days. */
export const withBreaks = (history: readonly MetricHistoryEntry[], ...days: string[]): MetricHistoryEntry[] =>
  history.map((entry) => (days.includes(entry.date) ? { ...entry, isCountsBreak: true } : entry))

const NONE = { likes: null, comments: null, views: null }
const posts: Post[] = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  type: 'image',
  caption: `Post ${at}, ünïcode 🍊 and عربي`,
  url: null,
  imageUrl: null,
  postedAt: new Date((FROM + at * 2) * 86_400_000 + 79_200_000).toISOString(),
  firstSeenAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: '2026-11-01T00:00:00.000Z',
  goneAt: null,
  isPinned: false,
  likes: at === 3 ? null : 1_200 + at * 31,
  comments: 3,
  views: null,
  at24Hours: NONE,
  at72Hours: NONE,
  at7Days: NONE,
  own: null,
}))

export const ACCOUNT: AccountInput = {
  id: 1,
  username: 'harbour',
  everyDays: 1,
  history: readings(
    Array.from({ length: 62 }, (_, at) => 20_000 + at * 37 + ((at * 7919) % 50)),
    TO - 61,
  ),
  posts,
  knowsPostsBefore: true,
  ofPeriod: null,
  ofYear: null,
  peers: null,
}

const nothing = {
  verdict: 'no-difference',
  posts: 20,
  sentence: 'No difference can be shown.',
  detectable: null,
} as const

/** An analysis that finds nothing but these moves. */
export const analysisWith = (moves: Analysis['moves'] = []): Analysis => ({
  method: { version: '1', seed: 7 },
  period: {
    from: dayToText(FROM),
    to: dayToText(TO),
    timeZone: TIME_ZONE,
    posts: 20,
    firstPost: null,
    readings: 31,
    leftOut: { sentence: null, hidden: 0, gone: 0, unread: 0 },
  },
  posting: { ...nothing, cells: [], posted: [], measures: [] },
  formats: { ...nothing, cells: [] },
  hashtags: { ...nothing, cells: [], tags: 0 },
  moves,
  posts: { sentence: '', top: [], weak: [] },
  growth: { sentence: '', span: null, previous: null, trend: [], breaks: [] },
})

export const moveOf = (day: string, change: number): Analysis['moves'][number] => ({
  day,
  change,
  share: 0.1,
  kind: 'viral',
  sentence: `${change} on ${day}.`,
  evidence: {
    days: [],
    usual: { low: -10, high: 10 },
    onceInYears: 9,
    others: { accounts: 0, moved: 0 },
    source: 'graph',
    gap: 0,
    posts: [],
  },
})

const NO_PLAN = { posts: [], isCut: false }

export function reportInput({ accounts = [ACCOUNT], ...more }: Partial<ReportInput> = {}): ReportInput {
  const period = namePeriod({ from: FROM, to: TO })
  return {
    title: 'Harbour Kitchen',
    subject: accounts.length === 1 ? { kind: 'account', name: 'harbour' } : { kind: 'company', name: 'Harbour Group' },
    period,
    until: period.to,
    timeZone: TIME_ZONE,
    brand: { name: 'Lowtide', colour: '#00656e', logo: null },
    sections: (['summary', 'figures', 'growth', 'moves', 'posting', 'formats', 'posts'] as const).map((kind) => ({
      kind,
      note: null,
    })),
    accounts,
    accountsLeftOut: 0,
    planned: NO_PLAN,
    published: NO_PLAN,
    ranked: rankPosts(accounts, period, TIME_ZONE),
    pictures: new Map(),
    ...more,
  }
}
