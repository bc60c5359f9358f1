/** The list of accounts: its orders, its pages, its search, and whose accounts it shows. */
import type { Account } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { setUpSharedWorld, type World, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

describe('the list of accounts', () => {
  const FOLLOWERS = { tiny: 5, huge: 900, middle: 70, alsoMiddle: 70, empty: null, nofollowers: 0 }

  async function makeRankedWorld() {
    const here = await world({ accounts: Object.keys(FOLLOWERS) })
    for (const [at, followers] of Object.values(FOLLOWERS).entries())
      if (followers !== null)
        await here.ask('admin', 'POST', `/api/accounts/${at + 1}/metrics`, {
          followers,
          ...(followers > 6 && { engagementRate: 1000 / followers }),
        })
    return here
  }

  const names = (res: { json(): Account[] }) => res.json().map(({ username }) => username)
  const nextOf = (res: { headers: Record<string, unknown> }) =>
    String(res.headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]

  async function walk(here: World, first: string) {
    const pages: string[][] = []
    for (let url: string | undefined = first; url; ) {
      const res = await here.ask('basic', 'GET', url)
      expect(res.statusCode).toBe(200)
      pages.push(names(res))
      url = nextOf(res)
      expect(pages.length).toBeLessThan(10)
    }
    return pages
  }

  test.each([
    ['', ['huge', 'alsoMiddle', 'middle', 'tiny', 'nofollowers', 'empty']],
    ['?sort=followers', ['huge', 'alsoMiddle', 'middle', 'tiny', 'nofollowers', 'empty']],
    ['?sort=engagement', ['alsoMiddle', 'middle', 'huge', 'nofollowers', 'empty', 'tiny']],
    ['?sort=recent', ['nofollowers', 'empty', 'alsoMiddle', 'middle', 'huge', 'tiny']],
  ])('with %j puts the largest first and the unknown last, in pages of any size', async (query, expected) => {
    const here = await makeRankedWorld()
    const all = await here.ask('basic', 'GET', `/api/accounts${query}`)
    expect(names(all)).toEqual(expected)
    expect(all.headers['x-total-count']).toBe('6')
    expect(all.headers.link).toBeUndefined()
    for (const limit of [1, 2, 4, 5, 6]) {
      const pages = await walk(here, `/api/accounts${query || '?sort=followers'}&limit=${limit}`)
      expect(pages.flat()).toEqual(expected)
      expect(pages[0]).toHaveLength(limit)
    }
  })

  test('stays in step while accounts are added and deleted between the pages', async () => {
    const here = await makeRankedWorld()
    const first = await here.ask('admin', 'GET', '/api/accounts?limit=3')
    expect(names(first)).toEqual(['huge', 'alsoMiddle', 'middle'])
    await here.ask('admin', 'DELETE', '/api/accounts/2')
    await here.ask('admin', 'POST', '/api/accounts', { username: 'newcomer' })
    const second = await here.ask('admin', 'GET', nextOf(first) ?? '')
    expect(names(second)).toEqual(['tiny', 'nofollowers', 'newcomer'])
    expect(names(await here.ask('admin', 'GET', nextOf(second) ?? ''))).toEqual(['empty'])
  })

  test('keeps the search on every page', async () => {
    const here = await makeRankedWorld()
    expect(await walk(here, '/api/accounts?q=MIDDLE&limit=1')).toEqual([['alsoMiddle'], ['middle']])
  })

  test('can be searched in any case and with an @; signs of the query language mean themselves', async () => {
    const here = await world({ accounts: ['nasa', 'NASA.moon', 'under_score', 'underscore'] })
    const search = async (q: string) => {
      const res = await here.ask('basic', 'GET', `/api/accounts?sort=recent&q=${encodeURIComponent(q)}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return names(res)
    }
    expect(await search('@Nasa')).toEqual(['NASA.moon', 'nasa'])
    expect(await search(' moon ')).toEqual(['NASA.moon'])
    expect(await search('r_s')).toEqual(['under_score'])
    expect(await search('%')).toEqual([])
    expect(await search("' or 1=1 --")).toEqual([])
  })

  test('shows administrators all companies, others their own, and people without one nothing', async () => {
    const { ask } = await shared()
    expect(names(await ask('admin', 'GET', '/api/accounts?sort=recent'))).toEqual(['foreign', 'own'])
    expect(names(await ask('pro', 'GET', '/api/accounts'))).toEqual(['own'])
    expect(names(await ask('foreigner', 'GET', '/api/accounts'))).toEqual(['foreign'])
    const nothing = await ask('loner', 'GET', '/api/accounts')
    expect(nothing.json()).toEqual([])
    expect(nothing.headers['x-total-count']).toBe('0')
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'limit=1e1',
    'sort=name',
    'sort=',
    'cursor=garbage',
    'cursor=%00',
    `cursor=${'x'.repeat(501)}`,
    'q=%00',
    `q=${'x'.repeat(101)}`,
    'q=a&q=b',
    'page=2',
  ])('with ?%s is refused', async (query) => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', `/api/accounts?${query}`)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false })
  })

  test.each([
    'null',
    '{}',
    '[]',
    '[5]',
    '["5",1]',
    '[5,"1"]',
    '[5,1,1]',
    '[5,1.5]',
    '[5,0]',
    '[5,-3]',
    '[5,2147483648]',
    '[1.5,1]',
    '[1e300,1]',
    '[1e999,1]',
    '[null,1]',
  ])('with a forged cursor %s is refused', async (content) => {
    const { ask } = await shared()
    const cursor = Buffer.from(content).toString('base64url')
    for (const sort of ['followers', 'recent'] as const) {
      const res = await ask('admin', 'GET', `/api/accounts?sort=${sort}&cursor=${cursor}`)
      expect(res.statusCode, `${sort} ${res.body}`).toBe(400)
      expect(res.json().message).toBe('cursor is not one from a Link header')
    }
  })

  test('of users and companies refuses a forged cursor too', async () => {
    const { ask } = await shared()
    for (const content of ['[5,1]', '["a\\u0000b",1]', '["a",2147483648]', '["\\ud800",1]'])
      for (const list of ['users', 'companies']) {
        const cursor = Buffer.from(content).toString('base64url')
        expect((await ask('admin', 'GET', `/api/${list}?cursor=${cursor}`)).statusCode).toBe(400)
      }
  })

  test('takes a limit of 200 at most and by default', async () => {
    const usernames = Array.from({ length: 201 }, (_, at) => `name${at}`)
    const here = await world({ accounts: usernames })
    for (const url of ['/api/accounts', '/api/accounts?limit=200']) {
      const res = await here.ask('basic', 'GET', url)
      expect(res.json()).toHaveLength(200)
      expect(res.headers['x-total-count']).toBe('201')
      const next = await here.ask('basic', 'GET', nextOf(res) ?? '')
      expect(next.json()).toHaveLength(1)
      expect(next.headers['x-total-count']).toBeUndefined()
    }
  })
})
