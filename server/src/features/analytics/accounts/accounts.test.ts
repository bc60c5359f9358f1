/** Tracked accounts (spec §5, D6, D7, D12), through the routes. Who may call them is in the access matrix. */

import type { Account } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import type { Tables } from '#platform/database/schema.ts'
import { drafted } from '../../../testing/content-items.ts'
import { stored } from '../../../testing/stored.ts'
import { formWith, START, sharedWorld, type World, world } from '../../../testing/world.ts'

const shared = sharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

const NO_FIGURES = {
  profilePicture: null,
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
  countsBrokenAt: null,
  engagementBrokenAt: null,
  followersTrend: [],
}

const OPERATOR = {
  userId: null,
  username: 'operator',
  role: 'admin',
  companyId: 1,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'operator',
} as const

const OWN = {
  id: 1,
  username: 'own',
  category: null,
  notes: null,
  inputUrl: null,
  companyId: 1,
  tags: [],
  source: null,
  createdAt: new Date(START).toISOString(),
  lastUpdated: null,
  metrics: NO_FIGURES,
}

const withBody = (
  { app, tokens }: World,
  payload: string | Buffer,
  type: string | null,
  method: 'POST' | 'PUT' = 'POST',
) =>
  app.inject({
    method,
    url: method === 'POST' ? '/api/accounts' : '/api/accounts/1',
    headers: { authorization: `Bearer ${tokens.admin}`, ...(type && { 'content-type': type }) },
    payload,
  })

describe('tracking an account', () => {
  test('drops a leading @, gives the default category and goes to the company of the administrator', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/accounts', { username: '@Orange.Grove_1' })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toEqual({ ...OWN, username: 'Orange.Grove_1', category: 'Fitness & Wellness' })
  })

  test('stores category, notes and company when they are given', async () => {
    const { ask } = await world()
    const fields = { username: 'grove', category: 'Other', notes: 'Ask first. 🍊', companyId: 2 }
    expect((await ask('admin', 'POST', '/api/accounts', fields)).json()).toEqual({ ...OWN, ...fields })
    const bare = { username: 'bare', category: null, notes: '' }
    expect((await ask('admin', 'POST', '/api/accounts', bare)).json()).toEqual({ ...OWN, ...bare, id: 2, notes: null })
  })

  test('goes to company 1 when the administrator has none', async () => {
    const { ask } = await world()
    await ask('admin', 'PUT', '/api/users/1', { companyId: null })
    expect((await ask('admin', 'POST', '/api/accounts', { username: 'grove' })).json().companyId).toBe(1)
  })

  test.each(['own', 'OWN', '@Own'])('as %j is refused where it is tracked already, in any case', async (username) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/accounts', { username })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'account_exists',
      message: `@${username.replace('@', '')} is already tracked in this company`,
      status: 409,
      success: false,
    })
    expect(await stored(database)).toEqual(before)
  })

  test('in another company is fine', async () => {
    const { ask } = await world({ accounts: ['own'] })
    expect((await ask('admin', 'POST', '/api/accounts', { username: 'own', companyId: 2 })).statusCode).toBe(201)
  })

  test('twice at once makes one', async () => {
    const { ask } = await world()
    const both = await Promise.all(
      ['grove', 'GROVE'].map((username) => ask('admin', 'POST', '/api/accounts', { username })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test.each([
    ['nothing', {}, 'Username is required'],
    ['an empty username', { username: '' }, 'Username is required'],
    ['only an @', { username: '@' }, 'Username is required'],
    ['two @', { username: '@@own' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['only spaces', { username: '   ' }, 'Username is required'],
    [
      'a space inside',
      { username: 'two words' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    ['an emoji', { username: '🍊' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['an accent', { username: 'jalapeño' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    [
      'an address',
      { username: 'instagram.com/nasa' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [
      'a line break inside',
      { username: 'a\nb' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    ['a NUL', { username: 'a\0b' }, 'username must not hold the character U+0000'],
    ['31 characters', { username: 'x'.repeat(31) }, 'Instagram usernames have at most 30 characters'],
    ['10 kB', { username: 'x'.repeat(10_240) }, 'Instagram usernames have at most 30 characters'],
    ['a number', { username: 12 }, 'Username is required'],
    ['null', { username: null }, 'Username is required'],
    [
      'an unknown category',
      { username: 'grove', category: 'Gardening' },
      'category must be one of: Fitness & Wellness, Food & Recipes, Travel & Photography, Fashion & Style, Technology & Gadgets, Business & Entrepreneurship, Other',
    ],
    ['notes of 2,001', { username: 'grove', notes: 'x'.repeat(2_001) }, 'Notes have at most 2000 characters'],
    ['a NUL in the notes', { username: 'grove', notes: 'a\0b' }, 'notes must not hold the character U+0000'],
    ['half a character in the notes', { username: 'grove', notes: '\udfff' }, 'notes must be well-formed Unicode text'],
    ['company 0', { username: 'grove', companyId: 0 }, 'companyId must be a whole number from 1 to 2147483647'],
    ['company 1.5', { username: 'grove', companyId: 1.5 }, 'companyId must be a whole number from 1 to 2147483647'],
    ["company '1'", { username: 'grove', companyId: '1' }, 'companyId must be a whole number from 1 to 2147483647'],
    ['company null', { username: 'grove', companyId: null }, 'companyId must be a whole number from 1 to 2147483647'],
    [
      'company 2^31',
      { username: 'grove', companyId: 2 ** 31 },
      'companyId must be a whole number from 1 to 2147483647',
    ],
    ['a company that is not there', { username: 'grove', companyId: 77 }, 'There is no such company'],
    ['unknown fields', { username: 'grove', followers: 5, id: 3 }, 'followers is not a field of this request'],
    ['a list', [{ username: 'grove' }], 'The request must be an object'],
  ])('with %s is refused, and nothing is stored', async (_, body, message) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/accounts', body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await stored(database)).toEqual(before)
  })

  test('names every bad field at once', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'POST', '/api/accounts', { username: '@', notes: 5, colour: 'red' })
    expect(res.json().fields).toEqual({
      username: 'Username is required',
      notes: 'must be text',
      colour: 'is not a field of this request',
    })
  })

  const GOOD = '{"username":"grove"}'
  test.each([
    ['plain text', GOOD, 'text/plain', 415, 'Send JSON with the content type application/json'],
    ['no content type', GOOD, null, 415, 'Send JSON with the content type application/json'],
    [
      'a form',
      'username=grove',
      'application/x-www-form-urlencoded',
      415,
      'Send JSON with the content type application/json',
    ],
    ['XML', '<username>grove</username>', 'application/xml', 415, 'Send JSON with the content type application/json'],
    [
      'a multipart form',
      '--x--\r\n',
      'multipart/form-data; boundary=x',
      415,
      'Send JSON with the content type application/json',
    ],
    ['half of it', '{"username":"gro', 'application/json', 400, 'The body is not valid JSON'],
    ['no JSON', 'username: grove', 'application/json', 400, 'The body is not valid JSON'],
    ['an empty body', '', 'application/json', 400, 'The body is empty, but must be JSON'],
    ['null', 'null', 'application/json', 400, 'The request must be an object'],
    [
      'the key __proto__',
      '{"username":"grove","__proto__":{"role":"admin"}}',
      'application/json',
      400,
      'The body is not valid JSON',
    ],
    [
      'the key constructor.prototype',
      '{"username":"grove","constructor":{"prototype":{"role":"admin"}}}',
      'application/json',
      400,
      'The body is not valid JSON',
    ],
    [
      'one byte more than 1 MB',
      `{"username":"grove"}${' '.repeat(1024 * 1024 - GOOD.length + 1)}`,
      'application/json',
      413,
      'The request is larger than 1 MB',
    ],
    [
      '200,000 brackets',
      `{"notes":${'['.repeat(200_000)}${']'.repeat(200_000)},"username":"grove"}`,
      'application/json',
      400,
      'notes must be text',
    ],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'application/json',
      400,
      /is not a field|Username/,
    ],
  ])('with %s is refused, and nothing is stored', async (_, body, type, status, message) => {
    const here = await shared()
    const before = await stored(here.database)
    for (const method of ['POST', 'PUT'] as const) {
      const res = await withBody(here, body, type, method)
      expect(res.statusCode, `${method} ${res.body}`).toBe(status)
      expect(res.json()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/), status, success: false })
      expect(res.json().message).toMatch(message)
    }
    expect(await stored(here.database)).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('takes a body of exactly 1 MB', async () => {
    const here = await world()
    expect((await withBody(here, GOOD + ' '.repeat(1024 * 1024 - GOOD.length), 'application/json')).statusCode).toBe(
      201,
    )
  })
})

describe('an address with a bad id', () => {
  test.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '2147483648',
    '99999999999999999999',
    '1e3',
    '01',
    '+1',
    '%20',
    '1%00',
    '%F0%9F%8D%8A',
  ])('%s is refused', async (id) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { notes: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/posts', undefined],
      ['GET', '/metrics', undefined],
      ['GET', '/metrics/history', undefined],
      ['POST', '/metrics', { followers: 1 }],
    ] as const) {
      const res = await ask('admin', method, `/api/accounts/${id}${path}`, body)
      expect(res.statusCode).toBe(400)
      expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false })
      expect(Object.keys(res.json().fields)).toEqual(['accountId'])
    }
    expect(await stored(database)).toEqual(before)
  })

  test('the largest id there can be is merely missing', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', '/api/accounts/2147483647')
    expect(res.json()).toEqual({ error: 'not_found', message: 'Account not found', status: 404, success: false })
  })
})

describe('reading an account', () => {
  test('answers account, figures and posts', async () => {
    const { ask } = await shared()
    expect((await ask('basic', 'GET', '/api/accounts/1')).json()).toEqual({
      account: OWN,
      metrics: NO_FIGURES,
      posts: [],
    })
    expect((await ask('basic', 'GET', '/api/accounts/1/posts')).json()).toEqual([])
    expect((await ask('basic', 'GET', '/api/accounts/1/metrics')).json()).toEqual({
      ...NO_FIGURES,
      lastUpdated: null,
      source: null,
    })
  })
})

describe('the list of accounts', () => {
  const FOLLOWERS = { tiny: 5, huge: 900, middle: 70, alsoMiddle: 70, empty: null, nobody: 0 }

  async function ranked() {
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
    ['', ['huge', 'alsoMiddle', 'middle', 'tiny', 'nobody', 'empty']],
    ['?sort=followers', ['huge', 'alsoMiddle', 'middle', 'tiny', 'nobody', 'empty']],
    ['?sort=engagement', ['alsoMiddle', 'middle', 'huge', 'nobody', 'empty', 'tiny']],
    ['?sort=recent', ['nobody', 'empty', 'alsoMiddle', 'middle', 'huge', 'tiny']],
  ])('with %j puts the largest first and the unknown last, in pages of any size', async (query, expected) => {
    const here = await ranked()
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
    const here = await ranked()
    const first = await here.ask('admin', 'GET', '/api/accounts?limit=3')
    expect(names(first)).toEqual(['huge', 'alsoMiddle', 'middle'])
    await here.ask('admin', 'DELETE', '/api/accounts/2')
    await here.ask('admin', 'POST', '/api/accounts', { username: 'newcomer' })
    const second = await here.ask('admin', 'GET', nextOf(first) ?? '')
    expect(names(second)).toEqual(['tiny', 'nobody', 'newcomer'])
    expect(names(await here.ask('admin', 'GET', nextOf(second) ?? ''))).toEqual(['empty'])
  })

  test('keeps the search on every page', async () => {
    const here = await ranked()
    expect(await walk(here, '/api/accounts?q=MIDDLE&limit=1')).toEqual([['alsoMiddle'], ['middle']])
  })

  test('can be searched in any case and with an @; signs of the query language mean themselves', async () => {
    const here = await world({ accounts: ['nasa', 'NASA.moon', 'under_score', 'underscore'] })
    const found = async (q: string) => {
      const res = await here.ask('basic', 'GET', `/api/accounts?sort=recent&q=${encodeURIComponent(q)}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return names(res)
    }
    expect(await found('@Nasa')).toEqual(['NASA.moon', 'nasa'])
    expect(await found(' moon ')).toEqual(['NASA.moon'])
    expect(await found('r_s')).toEqual(['under_score'])
    expect(await found('%')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
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

describe('changing an account', () => {
  test('leaves alone what is absent, clears what is null or empty', async () => {
    const { ask } = await world({ accounts: ['own'] })
    const change = async (body: object) => (await ask('admin', 'PUT', '/api/accounts/1', body)).json()
    expect(await change({ category: 'Other', notes: 'Ask first.' })).toEqual({
      ...OWN,
      category: 'Other',
      notes: 'Ask first.',
    })
    expect(await change({})).toEqual({ ...OWN, category: 'Other', notes: 'Ask first.' })
    expect(await change({ category: null })).toEqual({ ...OWN, notes: 'Ask first.' })
    expect(await change({ notes: '' })).toEqual(OWN)
    expect(await change({ notes: 'Again.' })).toEqual({ ...OWN, notes: 'Again.' })
    expect(await change({ notes: null })).toEqual(OWN)
  })

  test.each(['pro', 'basic'] as const)('%s: category and notes yes, name and company never', async (who) => {
    const { ask, database } = await world({ accounts: ['own'] })
    const fine = await ask(who, 'PUT', '/api/accounts/1', { category: 'Food & Recipes', notes: 'Tasty.' })
    expect(fine.json()).toEqual({ ...OWN, category: 'Food & Recipes', notes: 'Tasty.' })
    const before = await stored(database)
    for (const body of [{ username: 'other' }, { companyId: 2 }, { companyId: 1 }, { notes: 'x', username: 'own' }]) {
      const res = await ask(who, 'PUT', '/api/accounts/1', body)
      expect(res.statusCode).toBe(403)
      expect(res.json()).toEqual({
        error: 'access_denied',
        message: 'Only administrators change the username or the company of an account',
        status: 403,
        success: false,
      })
    }
    expect(await stored(database)).toEqual(before)
  })

  test('renames, also to another case of the same name, but not to a name that is taken', async () => {
    const { ask } = await world({ accounts: ['own', 'other'] })
    const rename = (username: string) => ask('admin', 'PUT', '/api/accounts/1', { username })
    expect((await rename('@OWN')).json().username).toBe('OWN')
    expect((await rename('renamed')).json().username).toBe('renamed')
    const taken = await rename('OTHER')
    expect(taken.statusCode).toBe(409)
    expect(taken.json().message).toBe('@OTHER is already tracked in this company')
  })

  test('moving it to another company takes its history and posts along', async () => {
    const here = await world({ accounts: ['nasa'] })
    await importPosts(here)
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90, date: '2026-11-10' })
    const history = (await here.ask('pro', 'GET', '/api/accounts/1/metrics/history?from=2020-01-01')).json()
    const { posts } = (await here.ask('pro', 'GET', '/api/accounts/1')).json()
    expect(history).toHaveLength(2)
    expect(posts).toHaveLength(1)

    const moved = await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })
    expect(moved.json()).toMatchObject({ companyId: 2, metrics: { followers: 90 } })
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).statusCode).toBe(404)
    expect((await here.ask('foreigner', 'GET', '/api/accounts/1')).json().posts).toEqual(posts)
    const after = await here.ask('foreigner', 'GET', '/api/accounts/1/metrics/history?from=2020-01-01')
    expect(after.json()).toEqual(history)
  })

  test('twice at once takes the history to where the account ends up', async () => {
    const here = await world({ accounts: ['own'] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90 })
    const third = (await here.ask('admin', 'POST', '/api/companies', { name: 'Third' })).json()
    const { accounts } = here.services
    // Both moves have found the account in its first company when the first of them may write.
    const { moves } = await here.database.transaction(async () => {
      const moves = [2, third.id].map((companyId) => accounts.update(OPERATOR, 1, { companyId }))
      for (let looks = 0; looks < 5; looks += 1) await accounts.visibleTo(OPERATOR, 1)
      return { moves }
    })
    await Promise.all(moves)
    expect((await here.ask('admin', 'GET', '/api/accounts/1/metrics/history')).json()).toMatchObject([
      { followers: 90 },
    ])
    await here.ask('admin', 'DELETE', '/api/accounts/1')
    expect(await stored(here.database, 'metric_snapshots')).toEqual({ metric_snapshots: [] })
  })

  test('to a company that tracks the name, or that is not there, moves nothing', async () => {
    const here = await world({ accounts: ['own', { username: 'Own', companyId: 2 }] })
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 90 })
    const before = await stored(here.database)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })).statusCode).toBe(409)
    expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 77 })).statusCode).toBe(400)
    expect(await stored(here.database)).toEqual(before)
  })
})

describe('deleting an account', () => {
  test('removes its history and posts, and nothing of the others', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    await here.ask('admin', 'POST', '/api/accounts/2/metrics', { followers: 7 })
    const before = await stored(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    await importPosts(here)
    const res = await here.ask('admin', 'DELETE', '/api/accounts/1')
    expect(res.statusCode).toBe(200)
    expect(res.json()).toEqual({ success: true })
    const after = await stored(here.database, 'accounts', 'metric_snapshots', 'latest_posts')
    expect(after).toEqual({ ...before, accounts: before.accounts?.filter(({ id }) => id === 2) })
    expect((await here.ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(404)
    expect((await here.ask('admin', 'GET', '/api/accounts/1')).statusCode).toBe(404)
  })

  test('removes its rows of every table, and leaves what refers to it without an account', async () => {
    const here = await world({ accounts: ['nasa', 'other'] })
    const { ask, database } = here
    for (const id of [1, 2]) {
      await ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers: 7 })
      const draft = await drafted(here, { accountId: id })
      expect(draft.accountId).toBe(id)
    }
    const tagged = await ask('admin', 'PUT', '/api/account-tags', { accountIds: [1, 2], add: ['Launch'] })
    expect(tagged.json()).toMatchObject({ changed: 2 })
    const tables = (await database.queries.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'account_id'),
    )
    const rowsOf = async (id: number) =>
      Object.fromEntries(
        Object.entries(await stored(database, ...tables.map(({ name }) => name as keyof Tables)))
          .map(([table, rows]) => [table, rows.filter((row) => Number(row.account_id) === id)] as const)
          .filter(([table, rows]) => rows.length > 0 && table !== 'events'),
      )
    const others = await rowsOf(2)
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(['account_periods', 'account_tags', 'content_items', 'metric_snapshots']),
    )
    expect((await ask('admin', 'DELETE', '/api/accounts/1')).statusCode).toBe(200)
    expect(await rowsOf(1)).toEqual({})
    expect(await rowsOf(2)).toEqual(others)
    const drafts = (await ask('pro', 'GET', '/api/content/posts')).json()
    expect(drafts.map(({ accountId }: { accountId: number | null }) => accountId).toSorted()).toEqual([2, null])
  })

  test('and tracking it again begins from nothing, under a new id', async () => {
    const { ask } = await world({ accounts: ['own'] })
    await ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 7 })
    await ask('admin', 'DELETE', '/api/accounts/1')
    const again = await ask('admin', 'POST', '/api/accounts', { username: 'own' })
    expect(again.json()).toMatchObject({ id: 2, metrics: NO_FIGURES })
    expect((await ask('admin', 'GET', '/api/accounts/2/metrics/history?from=2020-01-01')).json()).toEqual([])
  })
})

/** A profile with one post, brought as a file. */
async function importPosts(here: World) {
  const profile = {
    username: 'nasa',
    followersCount: 80,
    latestPosts: [
      {
        id: '1',
        type: 'Image',
        shortCode: 'abc',
        likesCount: 4,
        commentsCount: 2,
        timestamp: '2026-11-05T10:00:00.000Z',
      },
    ],
  }
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(JSON.stringify([profile]), 'nasa.json'))
  expect(res.json()).toMatchObject({ snapshots: 1, posts: 1, refused: [] })
}
