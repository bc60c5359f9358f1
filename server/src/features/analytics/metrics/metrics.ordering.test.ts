/** Lists of accounts by figures of a period: orders, filters, tags and their sums, through HTTP. */
import { expect, test } from 'vitest'
import { bring, list, makeWorldWithPeriods } from '../../../testing/period-figures.ts'
import type { Person, World } from '../../../testing/world.ts'

const names = async (here: World, query: string, who?: Person) =>
  (await list(here, query, who)).map(({ username }) => username)

test.each([
  ['growth-desc', ['old', 'up', 'same', 'down']],
  ['growth-asc', ['down', 'same', 'up', 'old']],
  ['change-desc', ['old', 'up', 'same', 'down']],
  ['followers-asc', ['old', 'down', 'up', 'same']],
  ['followers', ['same', 'up', 'down', 'old']],
  ['lastUpdated-asc', ['old', 'up', 'same', 'down']],
])('%s: unknown ones come last, and pages follow each other', async (sort, expected) => {
  const here = await makeWorldWithPeriods()
  const query = `sort=${sort}&period=30`
  expect(await names(here, query)).toEqual([...expected, 'unread'])
  const paged: string[] = []
  let url: string | undefined = `/api/accounts?${query}&limit=2`
  while (url) {
    const answer = await here.ask('basic', 'GET', url)
    paged.push(...answer.json<{ username: string }[]>().map(({ username }) => username))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(paged).toEqual([...expected, 'unread'])
})

test('names sort both ways; companies, categories, tags and sources filter', async () => {
  const here = await makeWorldWithPeriods()
  expect(await names(here, 'sort=username-asc')).toEqual(['down', 'old', 'same', 'unread', 'up'])
  expect(await names(here, 'sort=username-desc&companyId=2', 'admin')).toEqual(['other'])
  expect(await names(here, 'sort=username-asc&companyId=1,2', 'admin')).toHaveLength(6)
  expect(await names(here, 'companyId=2')).toEqual([])
  await here.ask('admin', 'PUT', '/api/accounts/1', { category: 'Other' })
  expect(await names(here, 'category=Other&sort=growth-desc')).toEqual(['up'])
  expect(await names(here, 'source=graph')).toEqual([])
  expect(await names(here, 'source=import&sort=recent')).toEqual(['old', 'down', 'same', 'up'])
  await here.ask('basic', 'PUT', '/api/account-tags', { accountIds: [1, 3], add: ['Priority'] })
  expect(await names(here, 'tag=priority&sort=growth-asc')).toEqual(['down', 'up'])
  for (const query of ['period=8', 'sort=growth', 'companyId=x', 'source=web', 'category=Cats', 'tag='])
    expect((await here.ask('basic', 'GET', `/api/accounts?${query}`)).statusCode, query).toBe(400)
})

test('sums leave out what is stale, and change only what is comparable', async () => {
  const here = await makeWorldWithPeriods()
  const { period } = (await here.ask('basic', 'GET', '/api/metrics/global?period=30')).json()
  expect(period).toMatchObject({ accounts: 5, readToday: 3, stale: 1, followers: 7_100, followerChange: -900 })
  expect(period).toMatchObject({ compared: 3, growth: -11.25, growthBefore: 0, sourceChanges: 0, posts: 12 })
  expect(period.series).toHaveLength(8)
  expect([period.series[0], period.series[7]]).toEqual([8_000, 7_100])
  expect(period.seriesBefore).toEqual(Array.from({ length: 8 }, () => 8_000))
  const filtered = (await here.ask('basic', 'GET', '/api/metrics/global?period=30&source=import&companyId=1')).json()
  expect(filtered.period).toMatchObject({ accounts: 4, followers: 7_100 })
  expect((await here.ask('basic', 'GET', '/api/metrics/global?companyId=2&period=7')).json().period.accounts).toBe(0)
  expect((await here.ask('basic', 'GET', '/api/metrics/global')).json()).not.toHaveProperty('period')
  const clients = (await here.ask('admin', 'GET', '/api/metrics/clients?period=30')).json()
  expect(clients.map((one: { companyId: number; followers: number }) => [one.companyId, one.followers]).sort()).toEqual(
    [
      [1, 7_100],
      [2, 150],
    ],
  )
  expect((await here.ask('basic', 'GET', '/api/metrics/clients')).json()).toMatchObject([{ companyId: 1, stale: 1 }])
})

test('tags: one spelling, at most ten each, all or none, published once', async () => {
  const here = await makeWorldWithPeriods()
  const change = (body: object, who: Person = 'basic') => here.ask(who, 'PUT', '/api/account-tags', body)
  expect((await change({ accountIds: [1, 2, 2], add: ['Launch', 'b'] })).json()).toEqual({
    changed: 2,
    tags: [
      { companyId: 1, name: 'b', accounts: 2 },
      { companyId: 1, name: 'Launch', accounts: 2 },
    ],
  })
  expect((await change({ accountIds: [1, 2], add: ['LAUNCH'] })).json().changed).toBe(0)
  expect((await change({ accountIds: [3], add: ['lAUNCH'], remove: ['b'] })).json().changed).toBe(1)
  expect((await list(here, 'q=down'))[0]?.tags).toEqual(['Launch'])
  expect((await change({ accountIds: [1, 6], add: ['x'] })).statusCode).toBe(404)
  expect((await change({ accountIds: [1], add: Array.from({ length: 9 }, (_, at) => `t${at}`) })).statusCode).toBe(409)
  for (const body of [{ accountIds: [] }, { accountIds: [1], add: [' '] }, { accountIds: [1], add: ['x'.repeat(31)] }])
    expect((await change(body)).statusCode).toBe(400)
  await here.ask('admin', 'DELETE', '/api/accounts/1')
  expect((await here.ask('basic', 'GET', '/api/account-tags')).json()).toMatchObject([{ accounts: 1 }, { accounts: 2 }])
  const log = (await here.ask('admin', 'GET', '/api/audit-log?act=account.tagged')).json()
  expect(log).toHaveLength(2)
})

test('several are refreshed at once where a source reads them', async () => {
  const here = await makeWorldWithPeriods()
  const answer = await here.ask('admin', 'POST', '/api/accounts/refresh', { accountIds: [1, 2, 1] })
  expect(answer.json()).toEqual({ started: [], alreadyRefreshed: [], noSource: [1, 2] })
  expect((await here.ask('admin', 'POST', '/api/accounts/refresh', { accountIds: [999] })).statusCode).toBe(404)
})

test('the days before are no figure beside a period where most of what grew in it was not known then', async () => {
  const here = await makeWorldWithPeriods()
  const totals = async () => (await here.ask('basic', 'GET', '/api/metrics/global?period=30')).json().period
  // A twentieth of what is compared: what the others had shows how all of them did.
  await bring(here, 'old,2026-10-21,400,,', 'old,2026-11-20,420,,')
  expect(await totals()).toMatchObject({ compared: 4, growthBefore: 0 })
  await bring(here, 'unread,2026-10-21,40000,,', 'unread,2026-11-20,40400,,')
  const period = await totals()
  expect(period).toMatchObject({ compared: 5, followerChange: -480, growthBefore: null, postsChange: null })
  expect(period.seriesBefore).toEqual([])
  expect(period.series).toHaveLength(8)
})
