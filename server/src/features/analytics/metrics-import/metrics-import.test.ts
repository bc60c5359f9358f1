/** Tables of figures brought by people (D11 to D14), through the route. What a file may look like is tested at its reader. */
import { describe, expect, test } from 'vitest'
import { accountNamed, bring, figures, HEADER } from '../../../testing/import-files.ts'
import { world } from '../../../testing/world.ts'

describe('a table', () => {
  const TABLE = [
    HEADER,
    '@Grove,2026-11-01,100,20,5,1.5',
    'GROVE,2026-11-10,110,21,6,1.75',
    'orchard,2026-11-10,7,,,',
    'orchard,2026-11-11,-7,,,',
    'orchard,2026-11-12,many,,,',
    'orchard,2026-11-21,8,,,',
    'orchard,2026-02-30,8,,,',
    'two words,2026-11-10,8,,,',
    'orchard,2010-10-05,8,,,',
    'orchard,2026-11-13,8',
    'orchard,2026-11-13,9,3,2,0.5',
    '',
  ].join('\n')

  test('keeps its good rows and names each bad one with its line and reason', async () => {
    const here = await world({ accounts: ['grove'] })
    const res = await bring(here, TABLE)
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({
      accounts: { made: 1, matched: 1 },
      snapshots: 4,
      posts: 0,
      refused: [
        { line: 5, reason: 'followers must not be negative, but is "-7"' },
        { line: 6, reason: 'followers must be a whole number, not "many"' },
        { line: 7, reason: 'date "2026-11-21" is in the future' },
        { line: 8, reason: 'date: there is no such day as "2026-02-30"' },
        {
          line: 9,
          reason:
            'username "two words" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
        },
        { line: 10, reason: 'date "2010-10-05" is before Instagram opened on 2010-10-06' },
        { line: 11, reason: 'the row has 3 cells, its header has 6' },
      ],
      refusedCount: 7,
    })
    const accounts = (await here.ask('pro', 'GET', '/api/accounts')).json()
    expect(accounts.map((account: { username: string }) => account.username)).toEqual(['grove', 'orchard'])
    expect(accounts[0].metrics).toMatchObject({
      followers: 110,
      followerChange: 10,
      following: 21,
      followingChange: 1,
      posts: 6,
      postsChange: 1,
      engagementRate: 1.75,
    })
    expect(accounts[1]).toMatchObject({ id: 2, category: null, metrics: { followers: 9, followerChange: null } })
  })

  test('gives a new account its name in lower case, and leaves the name of an existing one', async () => {
    const here = await world({ accounts: ['Grove'] })
    await bring(here, `${HEADER}\nGROVE,2026-11-01,100,,,\norchard,2026-11-01,7,,,\nORCHARD,2026-11-02,8,,,\n`)
    const accounts = (await here.ask('pro', 'GET', '/api/accounts')).json()
    expect(accounts.map((account: { username: string }) => account.username)).toEqual(['Grove', 'orchard'])
  })

  test('brought twice changes nothing the second time', async () => {
    const here = await world()
    await bring(here, TABLE)
    const before = await figures(here)
    here.clock.moveBy(60_000)
    expect((await bring(here, TABLE)).json()).toMatchObject({
      accounts: { made: 0, matched: 2 },
      snapshots: 0,
      posts: 0,
    })
    expect(await figures(here)).toEqual(before)
  })

  test('that is longer adds only what is new; one that corrects a day adds the correction', async () => {
    const here = await world()
    await bring(here, `${HEADER}\ngrove,2026-11-01,100,,,\n`)
    here.clock.moveBy(60_000)
    const longer = `${HEADER}\ngrove,2026-11-01,100,,,\ngrove,2026-11-02,101,,,\n`
    expect((await bring(here, longer)).json()).toMatchObject({ accounts: { made: 0, matched: 1 }, snapshots: 1 })
    here.clock.moveBy(60_000)
    expect((await bring(here, `${HEADER}\ngrove,2026-11-02,99,,,\n`)).json()).toMatchObject({ snapshots: 1 })
    expect((await accountNamed(here, 'grove')).metrics).toMatchObject({ followers: 99, followersTrend: [100, 99] })
  })

  test('names a row twice with different figures: the later one counts', async () => {
    const here = await world()
    const table = `${HEADER}\ngrove,2026-11-01,100,,,\ngrove,2026-11-01,100,,,\ngrove,2026-11-01,105,,,\n`
    expect((await bring(here, table)).json()).toMatchObject({ snapshots: 2 })
    const history = (await here.ask('pro', 'GET', '/api/accounts/1/metrics/history')).json()
    expect(history).toHaveLength(1)
    expect(history[0].followers).toBe(105)
  })

  test('makes accounts in the company of the administrator, or in the one that is named', async () => {
    const here = await world()
    await bring(here, `${HEADER}\ngrove,2026-11-01,100,,,\n`)
    await bring(here, `${HEADER}\nother,2026-11-01,100,,,\n`, '?companyId=2')
    expect((await here.ask('pro', 'GET', '/api/accounts')).json()).toMatchObject([{ username: 'grove', companyId: 1 }])
    const theirs = (await here.ask('foreigner', 'GET', '/api/accounts')).json()
    expect(theirs).toMatchObject([{ username: 'other', companyId: 2, metrics: { followers: 100 } }])
  })

  test('brought again after accounts were moved to another company matches all of them, and no total changes', async () => {
    const here = await world()
    const names = Array.from({ length: 25 }, (_, at) => `grove${at}`)
    const rows = names.flatMap((name, at) =>
      Array.from(
        { length: 20 },
        (_, day) => `${name},2026-11-${String(day + 1).padStart(2, '0')},${at * 100 + day},,,1.5`,
      ),
    )
    const file = [HEADER, ...rows].join('\n')
    expect((await bring(here, file)).json().accounts).toEqual({ made: 25, matched: 0 })
    for (const id of [1, 7, 13, 25]) await here.ask('admin', 'PUT', `/api/accounts/${id}`, { companyId: 2 })
    const totals = async () => (await here.ask('admin', 'GET', '/api/metrics/global')).json()
    const before = { totals: await totals(), stored: await figures(here) }
    here.clock.moveBy(60_000)
    for (const query of ['', '?companyId=1', '?companyId=2'])
      expect((await bring(here, file, query)).json()).toEqual({
        accounts: { made: 0, matched: 25 },
        snapshots: 0,
        posts: 0,
        refused: [],
        refusedCount: 0,
      })
    expect({ totals: await totals(), stored: await figures(here) }).toEqual(before)
    expect(before.totals).toMatchObject({ accounts: 25, followers: 30_475 })
  })

  test('for a name that several companies track goes to the chosen company, else to its oldest account', async () => {
    const here = await world({ accounts: [{ username: 'grove', companyId: 2 }, 'grove'] })
    const followers = async (id: number) =>
      (await here.ask('admin', 'GET', `/api/accounts/${id}/metrics`)).json().followers
    await bring(here, `${HEADER}\nGrove,2026-11-01,100,,,\n`)
    expect([await followers(1), await followers(2)]).toEqual([null, 100])
    await bring(here, `${HEADER}\ngrove,2026-11-02,200,,,\n`, '?companyId=2')
    expect([await followers(1), await followers(2)]).toEqual([200, 100])
    const third = (await here.ask('admin', 'POST', '/api/companies', { name: 'Third' })).json()
    await bring(here, `${HEADER}\ngrove,2026-11-03,300,,,\n`, `?companyId=${third.id}`)
    expect([await followers(1), await followers(2)]).toEqual([300, 100])
  })

  test('puts moments on the days of the company that has the account', async () => {
    const here = await world({ accounts: [{ username: 'grove', companyId: 2 }] })
    await here.ask('admin', 'PUT', '/api/companies/2', { timeZone: 'Pacific/Auckland' })
    await bring(here, `${HEADER}\ngrove,2026-11-18T11:00:00Z,100,,,\n`)
    const history = (await here.ask('foreigner', 'GET', '/api/accounts/1/metrics/history')).json()
    expect(history).toMatchObject([{ date: '2026-11-19', followers: 100 }])
  })

  test('with more than 1,000 bad rows names the first thousand and counts all', async () => {
    const here = await world()
    const bad = Array.from({ length: 1_200 }, (_, at) => `grove,2026-11-01,-${at + 1},,,`)
    const result = (await bring(here, [HEADER, ...bad, 'grove,2026-11-01,5,,,'].join('\n'))).json()
    expect(result).toMatchObject({ snapshots: 1, refusedCount: 1_200 })
    expect(result.refused).toHaveLength(1_000)
    expect(result.refused.at(-1).line).toBe(1_001)
  })

  test('of nothing but bad rows makes no account', async () => {
    const here = await world()
    expect((await bring(here, `${HEADER}\ngrove,2026-11-01,-1,,,\n`)).json()).toMatchObject({
      accounts: { made: 0, matched: 0 },
      snapshots: 0,
      refusedCount: 1,
    })
    expect((await here.ask('admin', 'GET', '/api/accounts')).json()).toEqual([])
  })
})
