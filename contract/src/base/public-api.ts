/**
 * What an API token opens, in words and examples: the rows of the contract, the documentation, the page where a call can be
 * tried and the lines for curl all take them from here. Values only, so that the screen may import this file.
 */
import { ACCOUNT, ANALYSIS, DAYS, METRICS, OVER_30_DAYS, POST } from './public-api-examples.ts'

interface PublicParameter {
  readonly name: string
  readonly place: 'path' | 'query'
  /** What it means and what it may be; a sentence without its full stop. */
  readonly about: string
  readonly example: string
}

export interface PublicEndpoint {
  readonly method: 'GET'
  /** With `{name}` for each path parameter, as programs know it from OpenAPI. */
  readonly path: string
  readonly about: string
  readonly parameters: readonly PublicParameter[]
  readonly example: unknown
}

const ACCOUNT_ID: PublicParameter = {
  name: 'accountId',
  place: 'path',
  about: 'The id of an account, from the list',
  example: '7',
}

/** spec §2: the public addresses, in this order. */
export const PUBLIC_API = {
  accounts: {
    method: 'GET',
    path: '/api/accounts',
    about: 'The accounts you may see, each with its latest figures',
    parameters: [
      {
        name: 'sort',
        place: 'query',
        about:
          'followers, engagement or recent, the largest first; or a column and a direction, as in growth-desc: username, followers, growth, change, engagement, engagementChange, posts, newPosts, lastUpdated',
        example: 'followers',
      },
      { name: 'period', place: 'query', about: 'Adds figures over 7, 30, 90 or 365 days', example: '30' },
      { name: 'q', place: 'query', about: 'Only usernames with these letters in them', example: 'citrus' },
      {
        name: 'companyId',
        place: 'query',
        about: 'Only those of these companies, with commas between, as an administrator',
        example: '1',
      },
      { name: 'category', place: 'query', about: 'Only those of one category', example: '' },
      { name: 'tag', place: 'query', about: 'Only those with this tag', example: '' },
      { name: 'source', place: 'query', about: 'Only those from graph, apify, own, import or sample', example: '' },
      { name: 'limit', place: 'query', about: 'Rows of a page, from 1 to 200', example: '50' },
      {
        name: 'cursor',
        place: 'query',
        about: 'Where a page begins, from the Link header of the page before',
        example: '',
      },
    ],
    example: [{ ...ACCOUNT, isStale: false, refresh: { interval: 'daily', everyDays: 1 }, period: OVER_30_DAYS }],
  },
  account: {
    method: 'GET',
    path: '/api/accounts/{accountId}',
    about: 'One account with its latest figures and its latest posts',
    parameters: [ACCOUNT_ID],
    example: { account: ACCOUNT, metrics: METRICS, posts: [POST] },
  },
  metrics: {
    method: 'GET',
    path: '/api/accounts/{accountId}/metrics',
    about: 'The latest figures of an account, and where they come from',
    parameters: [ACCOUNT_ID],
    example: { ...METRICS, lastUpdated: ACCOUNT.lastUpdated, source: ACCOUNT.source },
  },
  history: {
    method: 'GET',
    path: '/api/accounts/{accountId}/metrics/history',
    about: 'One entry for each day with figures, the oldest first; the last 30 days by default',
    parameters: [
      ACCOUNT_ID,
      { name: 'from', place: 'query', about: 'The first day, as YYYY-MM-DD', example: '2026-11-01' },
      { name: 'to', place: 'query', about: 'The last day, as YYYY-MM-DD', example: '2026-11-20' },
      {
        name: 'withBefore',
        place: 'query',
        about: '`true`: with the last known day before, which the change of these days is counted from',
        example: 'true',
      },
    ],
    example: DAYS,
  },
  posts: {
    method: 'GET',
    path: '/api/accounts/{accountId}/posts',
    about: 'The latest posts of an account',
    parameters: [ACCOUNT_ID],
    example: [POST],
  },
  analysis: {
    method: 'GET',
    path: '/api/accounts/{accountId}/analysis',
    about: 'When to post, which formats work and what moved the followers, each with how sure it is',
    parameters: [
      ACCOUNT_ID,
      {
        name: 'from',
        place: 'query',
        about: 'The first day, as YYYY-MM-DD; a year back by default',
        example: '2025-11-21',
      },
      { name: 'to', place: 'query', about: 'The last day, as YYYY-MM-DD; today by default', example: '2026-11-20' },
    ],
    example: ANALYSIS,
  },
} as const satisfies Record<string, PublicEndpoint>

/** What is sent when a token has made its hundred requests. */
export const PUBLIC_REFUSAL = {
  error: 'too_many_requests',
  message: 'This API token has made 100 requests within a minute. Try again in 12 seconds.',
  status: 429,
  success: false,
  retryAfterSeconds: 12,
} as const

/** The address of a call: path parameters filled in, query parameters that are empty left out. */
export function publicAddress({ path, parameters }: PublicEndpoint, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, place } of parameters) {
    const value = values[name] ?? ''
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** How the same call is made in a terminal. `token` is what stands there in its place. */
export function curlLine(url: string, token: string): string {
  return `curl -H "Authorization: Bearer ${token}" "${url}"`
}
