/** Every order of the list of accounts, in pages, through HTTP: with ties, unknown figures and filters. */
import type { ListedAccount } from '@tangelo/contract'
import { ACCOUNT_ORDERS, type AccountColumn, type AccountOrder } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { formWith, type Person, setUpSharedWorld, type World } from '../../../testing/world.ts'

const OWN = Array.from({ length: 26 }, (_, at) => `account_${(at * 7) % 26}`)
const FOREIGN = Array.from({ length: 4 }, (_, at) => ({ username: `account_${at}x`, companyId: 2 }))
const empty = setUpSharedWorld({ accounts: [...OWN, ...FOREIGN] })
let filled: Promise<World> | undefined
const shareWorld = () => {
  filled ??= empty().then(fill)
  return filled
}

/** Few different values, so that most of them tie; every fourth account has no figures, and others know only some. */
async function fill(here: World) {
  const names = [...OWN, ...FOREIGN.map(({ username }) => username)]
  const rows = names.flatMap((name, at) => {
    if (at % 4 === 3) return []
    const posts = at % 5 === 1 ? '' : 10 + (at % 3)
    const rate = at % 6 === 2 ? '' : 1 + (at % 2) / 3
    const now = [1_000, 1_000, 1_200, 900][at % 3] ?? 0
    const latest = at % 7 === 0 ? '2026-11-18' : '2026-11-20'
    return [
      ...(at % 3 === 0 ? [] : [`${name},2026-10-17,1000,9,${rate}`, `${name},2026-10-21,1000,9,1`]),
      `${name},${latest},${now},${posts},${rate}`,
    ]
  })
  const table = `username,date,followers,posts,engagement_rate\n${rows.join('\n')}\n`
  const answer = await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  expect(answer.json()).toMatchObject({ refused: [] })
  const ids = Array.from({ length: 9 }, (_, at) => at * 2 + 1)
  await here.ask('admin', 'PUT', '/api/account-tags', { accountIds: ids, add: ['Priority'] })
  for (const id of [2, 5, 9, 27]) await here.ask('admin', 'PUT', `/api/accounts/${id}`, { category: 'Other' })
  return here
}

async function walk(here: World, who: Person, query: string, limit: number): Promise<ListedAccount[]> {
  const rows: ListedAccount[] = []
  for (let url: string | undefined = `/api/accounts?${query}&limit=${limit}`; url; ) {
    const answer = await here.ask(who, 'GET', url)
    expect(answer.statusCode, answer.body).toBe(200)
    rows.push(...answer.json<ListedAccount[]>())
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return rows
}

const SHOWN: Record<AccountColumn | 'recent', (account: ListedAccount) => number | string | null | undefined> = {
  recent: ({ id }) => id,
  username: ({ username }) => username.toLowerCase(),
  followers: ({ metrics }) => metrics.followers,
  growth: ({ period }) => period?.growth,
  change: ({ period }) => period?.followerChange,
  engagement: ({ metrics }) => metrics.engagementRate,
  engagementChange: ({ period }) => period?.engagementChange,
  posts: ({ metrics }) => metrics.posts,
  newPosts: ({ period }) => period?.posts,
  lastUpdated: ({ lastUpdated }) => lastUpdated,
}

/** By what the list itself shows: unknown ones last, ties in the order of adding or, downwards, against it. */
function sortIds(rows: readonly ListedAccount[], order: AccountOrder): number[] {
  const [column, direction = 'desc'] = order.split('-') as [AccountColumn | 'recent', 'asc' | 'desc' | undefined]
  const way = direction === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ id: row.id, value: SHOWN[column](row) ?? null }))
    .sort((one, other) => {
      if (one.value === other.value) return way * (one.id - other.id)
      if (one.value === null || other.value === null) return one.value === null ? 1 : -1
      return way * (one.value < other.value ? -1 : 1)
    })
    .map(({ id }) => id)
}

test.each(ACCOUNT_ORDERS)('%s: pages of any size make the whole list, each account once', async (order) => {
  const here = await shareWorld()
  const query = `sort=${order}&period=30`
  const whole = await walk(here, 'basic', query, 200)
  const ids = whole.map(({ id }) => id)
  expect(ids).toHaveLength(OWN.length)
  expect(ids).toEqual(sortIds(whole, order))
  for (const limit of [1, 4, 25]) expect((await walk(here, 'basic', query, limit)).map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['an administrator', 'admin', '', () => true],
  ['companies', 'admin', '&companyId=2', ({ companyId }) => companyId === 2],
  ['several companies', 'admin', '&companyId=1,2', () => true],
  ['a category', 'admin', '&category=Other', ({ category }) => category === 'Other'],
  ['a tag', 'admin', '&tag=pRIORITY', ({ tags }) => tags.includes('Priority')],
  ['a source', 'basic', '&source=import', ({ companyId, source }) => companyId === 1 && source === 'import'],
  ['a name', 'basic', '&q=@account_1', ({ companyId, username }) => companyId === 1 && /account_1/.test(username)],
  [
    'all of them',
    'basic',
    '&companyId=1&tag=priority&source=import&q=2',
    ({ companyId, tags, source, username }) =>
      companyId === 1 && tags.length > 0 && source === 'import' && username.includes('2'),
  ],
] as [string, Person, string, (account: ListedAccount) => boolean][])(
  'of %s: pages of each order, and their count',
  async (_, who, filter, isMeant) => {
    const here = await shareWorld()
    const meant = (await walk(here, 'admin', 'period=30', 200)).filter(isMeant)
    expect(meant.length).toBeGreaterThan(0)
    for (const order of ['followers', 'recent', 'growth-asc', 'newPosts-desc', 'username-desc'] as const) {
      const query = `sort=${order}&period=30${filter}`
      expect((await walk(here, who, query, 3)).map(({ id }) => id)).toEqual(sortIds(meant, order))
      const first = await here.ask(who, 'GET', `/api/accounts?${query}&limit=1`)
      expect(Number(first.headers['x-total-count'])).toBe(meant.length)
    }
  },
)

test('a place in one order is refused in another that sorts by something else', async () => {
  const here = await shareWorld()
  const first = await here.ask('basic', 'GET', '/api/accounts?sort=username-asc&limit=2')
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
  expect((await here.ask('basic', 'GET', `/api/accounts?sort=growth-asc&cursor=${cursor}`)).statusCode).toBe(400)
})
