/** Accounts beside each other, through HTTP. */
import { expect, test } from 'vitest'
import { formWith, START, type World, world } from '../../../testing/world.ts'
import { makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const DAY = 86_400_000
const TODAY = Date.UTC(2026, 10, 20)
const dayBefore = (days: number) => new Date(TODAY - days * DAY).toISOString().slice(0, 10)

/** Followers of each account over 60 days: `growth` is the share won in 30 days. */
function tableOf(accounts: { username: string; followers: number; growth: number }[]): string {
  const rows = accounts.flatMap(({ username, followers, growth }) =>
    Array.from({ length: 61 }, (_, index) => {
      const day = 60 - index
      return `${username},${dayBefore(day)},${Math.round(followers / (1 + growth) ** (day / 30))}`
    }),
  )
  return ['username,date,followers', ...rows].join('\n')
}

async function withAccounts(accounts: Parameters<typeof tableOf>[0]): Promise<World> {
  const here = await world()
  const { statusCode } = await here.ask('admin', 'POST', '/api/accounts/import', formWith(tableOf(accounts)))
  expect(statusCode).toBe(200)
  return here
}

const eleven = Array.from({ length: 11 }, (_, index) => ({
  username: `peer${index}`,
  followers: 10_000 + index * 500,
  growth: index / 100,
}))

const idOf = async ({ ask }: World, username: string): Promise<number> => {
  const found = (await ask('admin', 'GET', `/api/accounts?q=${username}`)).json()
  return found.find((account: { username: string }) => account.username === username).id
}

test('an account is compared with similar ones of its company, and its growth is per 30 days', async () => {
  const here = await withAccounts(eleven)
  const id = await idOf(here, 'peer10')
  const { basis, own, places, peers, sentence } = (await here.ask('admin', 'GET', `/api/accounts/${id}/peers`)).json()
  expect(basis).toMatchObject({ kind: 'similar', factor: 2 })
  expect(peers).toHaveLength(10)
  expect(own.growth).toBeCloseTo(0.1, 3)
  const [growth] = places
  expect(growth).toMatchObject({ measure: 'growth', peers: 10 })
  expect(growth.low).toBeGreaterThan(60)
  expect(growth.high).toBe(100)
  expect(growth.sentence).toMatch(/^Above the \d+\w\w percentile of 10 similar accounts\.$/)
  expect(sentence).toBe('It grows faster than most.')
})

test('an excluded peer stays in the list and counts for no figure', async () => {
  const here = await withAccounts(eleven)
  const id = await idOf(here, 'peer5')
  const left = await idOf(here, 'peer0')
  const { peers, places } = (await here.ask('admin', 'GET', `/api/accounts/${id}/peers?exclude=${left}`)).json()
  expect(peers.find((peer: { accountId: number }) => peer.accountId === left)).toMatchObject({ isExcluded: true })
  expect(places[0].peers).toBe(9)
})

test('with fewer than eight peers the range is widened once, and then it says that there are too few', async () => {
  const far = eleven.slice(0, 5).map((account, index) => ({ ...account, followers: 27_000 + index * 100 }))
  const here = await withAccounts([{ username: 'alone', followers: 10_000, growth: 0.01 }, ...far])
  const { basis, places } = (await here.ask('admin', 'GET', `/api/accounts/${await idOf(here, 'alone')}/peers`)).json()
  expect(basis).toMatchObject({ factor: 4 })
  expect(places[0]).toMatchObject({ low: null, high: null, peers: 5 })
  expect(places[0].sentence).toBe('Too few similar accounts to compare: 5 of the 8 needed.')
})

test('a group has its name once in a company, and holds accounts of one company', async () => {
  const here = await withAccounts(eleven)
  const ids = [await idOf(here, 'peer1'), await idOf(here, 'peer2')]
  const made = await here.ask('pro', 'POST', '/api/groups', { name: 'Cafés', accountIds: ids })
  expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ name: 'Cafés', accountIds: ids })])
  expect((await here.ask('pro', 'POST', '/api/groups', { name: 'cafÉS', accountIds: ids })).json()).toMatchObject({
    error: 'group_exists',
    status: 409,
  })
  const beside = await here.ask('pro', 'GET', `/api/accounts/${ids[0]}/peers?groupId=${made.json().id}`)
  expect(beside.json().peers.map(({ accountId }: { accountId: number }) => accountId)).toEqual([ids[1]])
  const foreign = await here.ask('admin', 'POST', '/api/accounts', { username: 'elsewhere', companyId: 2 })
  const mixed = { name: 'Mixed', accountIds: [...ids, foreign.json().id] }
  expect((await here.ask('admin', 'POST', '/api/groups', mixed)).statusCode).toBe(400)
  const changed = await here.ask('pro', 'PUT', `/api/groups/${made.json().id}`, { accountIds: ids.slice(0, 1) })
  expect(changed.json().accountIds).toEqual(ids.slice(0, 1))
  expect((await here.ask('foreigner', 'GET', '/api/groups')).json()).toEqual([])
  expect((await here.ask('foreigner', 'DELETE', `/api/groups/${made.json().id}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'DELETE', `/api/groups/${made.json().id}`)).json()).toEqual({ success: true })
})

test('groups of the demo stand in no list with groups of one’s own, and are listed and reported by themselves', async () => {
  const here = await world({ accounts: ['grove', { username: 'invented', companyId: 2 }] })
  const make = async (who: 'pro' | 'foreigner', name: string, accountIds: number[]) =>
    (await here.ask(who, 'POST', '/api/groups', { name, accountIds })).json()
  const own = await make('pro', 'Own', [1])
  const invented = await make('foreigner', 'Invented', [2])
  await here.database.queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
  const list = async (who: 'admin' | 'pro', query = '') => (await here.ask(who, 'GET', `/api/groups${query}`)).json()
  expect(await list('admin')).toEqual([own])
  expect(await list('admin', '?companyId=2')).toEqual([invented])
  expect(await list('admin', '?companyId=1')).toEqual([own])
  expect(await list('pro', '?companyId=2')).toEqual([])
  const content = {
    title: 'Every month',
    subject: { kind: 'group', id: invented.id },
    sections: [{ kind: 'figures' }],
  }
  const schedule = (who: 'admin' | 'pro') =>
    here.ask(who, 'POST', '/api/report-schedules', { every: 'monthly', hour: 8, content })
  expect((await schedule('admin')).json()).toMatchObject({ companyId: 2, subjectName: 'Invented' })
  expect((await schedule('pro')).json()).toMatchObject({ error: 'not_found', message: 'Group not found' })
})

test('an account that moves to another company leaves the groups of the old one', async () => {
  const here = await withAccounts(eleven)
  const ids = [await idOf(here, 'peer1'), await idOf(here, 'peer2')]
  await here.ask('admin', 'POST', '/api/groups', { name: 'Pair', accountIds: ids })
  await here.ask('admin', 'PUT', `/api/accounts/${ids[0]}`, { companyId: 2 })
  expect((await here.ask('admin', 'GET', '/api/groups')).json()[0].accountIds).toEqual([ids[1]])
})

test('no figure is computed across a change of source', async () => {
  const here = await makeWorldWithSources({ accounts: ['nasa'] })
  const known = here.graph.world.account('nasa', START)?.followers ?? 0
  const table = tableOf([{ username: 'nasa', followers: known * 3, growth: 0.3 }])
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  for (let day = 0; day < 20; day += 1) await here.round(DAY)
  const { own } = (await here.ask('pro', 'GET', '/api/accounts/1/peers')).json()
  // The file's last figure is three times the first one that was read: that fall is no growth.
  expect(own.growth).toBeGreaterThan(0)
  expect(own.growth).toBeLessThan(0.3)
})

const ownOf = async ({ ask }: World) => (await ask('pro', 'GET', '/api/accounts/1/peers')).json().own

test('an account that has posted for a year and paused for months is compared by all of the six months', async () => {
  const here = await world()
  const days = [...Array.from({ length: 20 }, (_, at) => 340 - at * 7), 12, 5]
  const rows = days.map((day, at) => `pausing,Code${at},${dayBefore(day)}T12:00:00Z,image,10,1`)
  const table = ['username,post_id,posted_at,type,likes,comments', ...rows, ''].join('\n')
  expect((await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))).json().posts).toBe(22)
  // Two posts from June 1 to November 20.
  expect((await ownOf(here)).postsPerWeek).toBeCloseTo((2 / 173) * 7, 6)
})

test('how often an account posts is counted up to the day on which its posts were read last', async () => {
  const here = await world()
  const days = Array.from({ length: 40 }, (_, at) => 340 - at * 7)
  const rows = days.map(
    (day, at) => `unread,Code${at},${dayBefore(day)}T12:00:00Z,image,10,1,,,,${dayBefore(67)}T13:00:00Z`,
  )
  const table = ['username,post_id,posted_at,type,likes,comments,views,caption,url,read_at', ...rows, ''].join('\n')
  expect((await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))).json().posts).toBe(40)
  // A post a week, 16 of them from June 1 to September 14: nothing is known of the days since.
  expect((await ownOf(here)).postsPerWeek).toBeCloseTo((16 / 106) * 7, 6)
})

test('a pinned post of months ago does not say how often an account posts', async () => {
  const here = await world()
  const post = (id: number, day: number, isPinned = false) => ({
    id: `${id}`,
    shortCode: `Code${id}`,
    type: 'Image',
    timestamp: `${dayBefore(day)}T12:00:00Z`,
    isPinned,
  })
  const latestPosts = [post(99, 120, true), ...Array.from({ length: 11 }, (_, at) => post(at, at + 1))]
  const profile = { username: 'pinning', followersCount: 1_000, postsCount: 900, latestPosts }
  const file = formWith(JSON.stringify([profile]), 'profiles.json')
  expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).json().posts).toBe(12)
  // Eleven days of posts are known.
  expect((await ownOf(here)).postsPerWeek).toBeNull()
})

test('changes of one group at the same time happen one after the other', async () => {
  const here = await withAccounts(eleven)
  const ids = await Promise.all(eleven.slice(0, 4).map(({ username }) => idOf(here, username)))
  const { id } = (await here.ask('pro', 'POST', '/api/groups', { name: 'Cafés', accountIds: ids })).json()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      here.ask('pro', 'PUT', `/api/groups/${id}`, { accountIds: ids.slice(0, (at % 4) + 1) }),
    ),
  )
  expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? 200 : body))).toEqual(Array(8).fill(200))
})
