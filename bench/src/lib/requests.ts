/** The most frequent requests of screens and programs, spread over accounts, pages and users in a seeded order. */
import {
  type ACCOUNT_SORTS,
  ACCOUNTS_AT_ONCE_MAX,
  type AccountOrder,
  type AccountSort,
  PERIODS,
} from '@tangelo/contract/limits'
import { bearer, type LoadRequest } from './load.ts'
import { ADMIN, ask, signIn } from './product.ts'
import { createRandom, type Random } from './random.ts'
import { sampleAccount } from './sample-data.ts'

/** An administrator sees all companies, a planner one: the store answers the two by different indexes. */
export interface People {
  admin: Record<string, string>
  planner: Record<string, string>
}

export interface Questions {
  accountsWithPosts: LoadRequest[]
  accountsWithoutPosts: LoadRequest[]
  lists: Record<AccountSort, LoadRequest[]>
  filtered: LoadRequest[]
  histories: LoadRequest[]
  /** An account beside the fifty nearest to it. */
  peers: LoadRequest[]
  global: LoadRequest[]
  /** Columns of a period, both ways, over each period. */
  ofPeriods: LoadRequest[]
  /** A few columns of a period, of some of the accounts. */
  ofFilters: Record<'category' | 'tag' | 'source', LoadRequest[]>
  periodTotals: LoadRequest[]
  /** Sums of each company. */
  clients: LoadRequest[]
  writes: LoadRequest[]
  /** What readers do while something large is going on: mostly accounts and charts, now and then a list. */
  mixed: LoadRequest[]
}

const VARIANTS = 500
const PAGE_ROWS = 100
const PAGES_DEEP = 10
const TAG = 'priority'

export async function signEverybodyIn(port: number): Promise<People> {
  const admin = await signIn(port, ADMIN)
  const planner = { username: 'planner', password: 'an unripe tangelo in May' }
  await ask(port, admin, 'POST', '/api/users', { ...planner, role: 'pro', companyId: 1 })
  return { admin: bearer(admin), planner: bearer(await signIn(port, planner)) }
}

export async function questionsFor(port: number, people: People, accounts: number): Promise<Questions> {
  const random = createRandom(2)
  const both = [people.admin, people.planner] as const
  const get = (path: string, at: number): LoadRequest => ({ method: 'GET', path, headers: both[at % 2] ?? both[0] })
  const some = (make: (index: number, at: number) => LoadRequest): LoadRequest[] =>
    Array.from({ length: VARIANTS }, (_, at) => make(random.whole(0, accounts - 1), at))
  const indices = Array.from({ length: accounts }, (_, index) => index)
  const read = (index: number, at: number) => get(`/api/accounts/${index + 1}`, at)
  const histories = some((index, at) => get(`/api/accounts/${index + 1}/metrics/history`, at))
  const lists = {
    followers: await pagesOf(port, both, 'followers'),
    engagement: await pagesOf(port, both, 'engagement'),
    recent: await pagesOf(port, both, 'recent'),
  } satisfies Record<(typeof ACCOUNT_SORTS)[number], LoadRequest[]>
  const tagged = Array.from({ length: Math.min(ACCOUNTS_AT_ONCE_MAX, accounts) }, (_, at) => at + 1)
  await ask(port, people.admin.authorization?.slice('Bearer '.length) ?? '', 'PUT', '/api/account-tags', {
    accountIds: tagged,
    add: [TAG],
  })
  const someOf = async (filter: string) =>
    (
      await Promise.all(
        (['followers', 'growth-desc', 'username-asc'] as const).map((sort) =>
          pagesOf(port, both, `${sort}&period=30&${filter}`),
        ),
      )
    ).flat()
  const accountsWithPosts = sample(
    random,
    indices.filter((index) => sampleAccount(index).hasPosts),
  ).map(read)
  return {
    accountsWithPosts,
    accountsWithoutPosts: sample(
      random,
      indices.filter((index) => !sampleAccount(index).hasPosts),
    ).map(read),
    lists,
    filtered: ['gar', 'north', 'studio_1', 'o', '_99'].map((q, at) =>
      get(`/api/accounts?limit=${PAGE_ROWS}&q=${q}`, at),
    ),
    histories,
    peers: some((index, at) => get(`/api/accounts/${index + 1}/peers`, at)),
    global: both.map((_, at) => get('/api/metrics/global', at)),
    ofPeriods: (
      await Promise.all(
        (['growth-desc', 'change-asc', 'newPosts-desc', 'username-asc'] as const).map((sort, at) =>
          pagesOf(port, both, `${sort}&period=${PERIODS[at] ?? 30}`),
        ),
      )
    ).flat(),
    periodTotals: PERIODS.flatMap((period) => both.map((_, at) => get(`/api/metrics/global?period=${period}`, at))),
    ofFilters: {
      category: await someOf('category=Other'),
      tag: await someOf(`tag=${TAG}`),
      source: await someOf('source=import'),
    },
    clients: PERIODS.flatMap((period) => both.map((_, at) => get(`/api/metrics/clients?period=${period}`, at))),
    writes: some((index, at) => ({
      method: 'PUT',
      path: `/api/accounts/${index + 1}`,
      headers: { ...(both[at % 2] ?? both[0]), 'content-type': 'application/json' },
      body: JSON.stringify({ notes: `Looked at again, ${random.whole(1, 1_000_000)} times in all.` }),
    })),
    mixed: some((index, at) => {
      const chance = random.next()
      if (chance < 0.4) return read(index, at)
      if (chance < 0.8) return get(`/api/accounts/${index + 1}/metrics/history`, at)
      if (chance < 0.95) return lists.followers[at % lists.followers.length] ?? read(index, at)
      return get('/api/metrics/global', at)
    }),
  }
}

const sample = (random: Random, indices: number[]) =>
  Array.from({ length: VARIANTS }, () => indices[random.whole(0, indices.length - 1)] ?? 0)

/** The first pages of the list in one order, as its own `Link` headers name them, for each person. */
async function pagesOf(
  port: number,
  people: readonly Record<string, string>[],
  sort: AccountOrder | `${AccountOrder}&period=${number}` | `${AccountOrder}&period=${number}&${string}`,
): Promise<LoadRequest[]> {
  const requests: LoadRequest[] = []
  for (const headers of people) {
    let path: string | undefined = `/api/accounts?limit=${PAGE_ROWS}&sort=${sort}`
    for (let page = 0; path && page < PAGES_DEEP; page += 1) {
      requests.push({ method: 'GET', path, headers })
      const answer: Response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      await answer.body?.cancel()
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
  }
  return requests
}
