/** What people ask of a large store. */
import type { LoadRequest } from './load.ts'
import type { Question } from './plans.ts'
import { createRandom } from './random.ts'
import type { People } from './requests.ts'

export interface GrownQuestion {
  name: string
  /** For one reader; null: shown without a bar. */
  p99Max: number | null
  requests: LoadRequest[]
}

const PAGE_ROWS = 100
const VARIANTS = 200
const DAY_MS = 24 * 60 * 60_000
/** In every tenth name, in some hundred, in one, and in none. */
const NAMES = ['harbour', 'studio_12', 'garden_4711', 'nowhere at all']
/** In most texts, in many, in one, and in none. */
const TEXTS = ['harbour', 'time zones', 'garden of trail', 'lot 471', 'nowhere']

export function buildGrownQuestions({ admin, planner }: People, accounts: number): GrownQuestion[] {
  const random = createRandom(5)
  const both = (paths: readonly string[]): LoadRequest[] =>
    paths.flatMap((path) => [admin, planner].map((headers) => ({ method: 'GET' as const, path, headers })))
  /** By an administrator: half of them belong to companies that the planner does not see. */
  const ofAccounts = (path: (id: number) => string): LoadRequest[] =>
    Array.from({ length: VARIANTS }, () => ({ method: 'GET', path: path(random.whole(1, accounts)), headers: admin }))
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const month = (monthsAgo: number) => `from=${day(30 * monthsAgo + 30)}&to=${day(30 * monthsAgo)}`
  const search = (q: string) => `q=${encodeURIComponent(q)}`
  const list = `/api/accounts?limit=${PAGE_ROWS}`
  const items = `/api/airtable/draft-posts?limit=${PAGE_ROWS}`
  return [
    { name: 'account page', p99Max: 40, requests: ofAccounts((id) => `/api/accounts/${id}`) },
    { name: 'history of 30 days', p99Max: 40, requests: ofAccounts((id) => `/api/accounts/${id}/metrics/history`) },
    { name: 'list of 100', p99Max: 40, requests: both([list, `${list}&sort=engagement`, `${list}&period=30`]) },
    { name: 'list by a column of a period', p99Max: null, requests: both([`${list}&sort=growth-desc&period=30`]) },
    { name: 'global metrics', p99Max: 10, requests: both(['/api/metrics/global']) },
    { name: 'global metrics of a period', p99Max: 10, requests: both(['/api/metrics/global?period=30']) },
    { name: 'name filter', p99Max: 30, requests: both(NAMES.map((q) => `${list}&${search(q)}`)) },
    { name: 'name filter, two characters', p99Max: null, requests: both([`${list}&q=ha`]) },
    { name: 'text search', p99Max: 30, requests: both(TEXTS.map((q) => `${items}&${search(q)}`)) },
    { name: 'text search, two characters', p99Max: null, requests: both([`${items}&q=ha`, `${items}&q=qz`]) },
    {
      name: 'month of the calendar',
      p99Max: 30,
      requests: both([1, 5, 9].map((ago) => `/api/content/calendar?${month(ago)}`)),
    },
  ]
}

/** An account of the company that the questions are of. */
const ACCOUNT = 1

/** Those whose plans are printed. */
export const PLANNED: readonly Question[] = [
  { name: 'the page of an account', ask: ({ accounts }, viewer) => accounts.read(viewer, ACCOUNT) },
  { name: 'its history of 30 days', ask: ({ metrics }, viewer) => metrics.history(viewer, ACCOUNT, {}) },
  { name: 'its posts', ask: ({ posts }, viewer) => posts.list(viewer, ACCOUNT, { limit: PAGE_ROWS }) },
  { name: 'a list of accounts', ask: ({ accounts }, viewer) => accounts.list(viewer, { limit: PAGE_ROWS }) },
  { name: 'the audit log', ask: ({ auditLog }) => auditLog.list({ limit: PAGE_ROWS }) },
  {
    name: 'events after the last one',
    ask: async ({ events }, viewer) => (await events.follow(viewer, 0, { send() {}, end() {} }))(),
  },
  ...NAMES.slice(0, 3).map((q) => ({
    name: `accounts whose name holds "${q}"`,
    ask: ({ accounts }: Parameters<Question['ask']>[0], viewer: Parameters<Question['ask']>[1]) =>
      accounts.list(viewer, { q, limit: PAGE_ROWS }),
  })),
  ...TEXTS.slice(0, 4).map((q) => ({
    name: `items that hold "${q}"`,
    ask: ({ content }: Parameters<Question['ask']>[0], viewer: Parameters<Question['ask']>[1]) =>
      content.list(viewer, { q, status: 'draft', limit: PAGE_ROWS }),
  })),
  {
    name: 'a month of the calendar',
    ask: ({ content }, viewer) =>
      content.calendar(viewer, {
        from: new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10),
        to: new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10),
      }),
  },
  { name: 'sums of a period', ask: ({ metrics }, viewer) => metrics.global(viewer, { period: 30 }) },
]
