/** Files of figures brought by people (D11 to D14), through the route. What a file may look like is tested at its reader. */
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test, vi } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import { operatorFrom } from '#platform/viewer.ts'
import type { FiguresReading } from '#ports/figures-file.ts'
import { stored } from '../../../testing/stored.ts'
import { formWith, sharedWorld, type World, world } from '../../../testing/world.ts'
import { importFile } from './jobs/import-file.ts'

const shared = sharedWorld()

const bring = (here: World, content: string | Uint8Array<ArrayBuffer>, query = '') =>
  here.ask('admin', 'POST', `/api/accounts/import${query}`, formWith(content))

/** The operator at the machine itself. */
const OPERATOR = operatorFrom(null)

const FIGURES = ['companies', 'users', 'accounts', 'metric_snapshots', 'latest_posts'] as const
const figures = ({ database }: World) => stored(database, ...FIGURES)

/** What uploads left behind in the folder for them. */
const leftovers = ({ folder }: World) => readdirSync(folder).filter((name) => name.startsWith('import-'))

const HEADER = 'username,date,followers,following,posts,engagement_rate'
const accountNamed = async (here: World, username: string) => {
  const [account] = (await here.ask('admin', 'GET', `/api/accounts?q=${username}`)).json()
  return account
}

describe('a data set of a scraper', () => {
  test('as its vendor documents it gives accounts, figures and posts', async () => {
    const here = await world()
    const res = await bring(here, readFileSync(apifyProfiles.path('profiles.documented.json')))
    expect(res.statusCode).toBe(200)
    // Two of the five profiles are NASA's: the older one adds a snapshot and its posts, and leaves the newer ones alone.
    expect(res.json()).toEqual({
      accounts: { made: 4, matched: 0 },
      snapshots: 5,
      posts: 11,
      refused: [],
      refusedCount: 0,
    })
    const nasa = await accountNamed(here, 'nasa')
    expect(nasa).toMatchObject({
      username: 'nasa',
      source: 'import',
      companyId: 1,
      inputUrl: 'https://www.instagram.com/nasa',
      lastUpdated: '2025-08-29T17:16:11.000Z',
    })
    expect(nasa.metrics).toMatchObject({
      followers: 96_323_377,
      followerChange: 96_323_377 - 96_718_778,
      following: 80,
      posts: 4_519,
      bioText: '(biography left out)',
    })
    const likes = (601_022 + 174_591 + 53_833 + 216_938) / 4
    const comments = (1_882 + 521 + 429 + 444) / 4
    expect(nasa.metrics.engagementRate).toBeCloseTo(((likes + comments) / 96_323_377) * 100, 12)
    const { posts } = (await here.ask('pro', 'GET', `/api/accounts/${nasa.id}`)).json()
    expect(
      posts.map(({ likes: some, comments: others }: { likes: number; comments: number }) => [some, others]),
    ).toEqual([
      [601_022, 1_882],
      [174_591, 521],
      [53_833, 429],
      [216_938, 444],
    ])
  })

  test('with hidden likes, no followers and profiles that failed', async () => {
    const here = await world({ accounts: ['Behind.The.Gate'] })
    const { items, errorItems } = apifyProfiles.synthetic()
    const dataSet = [...items, ...errorItems.map(({ item }) => item)]
    expect((await bring(here, JSON.stringify(dataSet))).json()).toEqual({
      accounts: { made: 9, matched: 1 },
      snapshots: 10,
      posts: 89,
      refused: [
        { line: 11, reason: '@nobody.here.9x was not found on Instagram when these data were collected' },
        {
          line: 12,
          reason: '@behind.the.gate gave no figures when these data were collected: it is empty, private or blocked',
        },
      ],
      refusedCount: 2,
    })
    // Six of its twelve posts hide their likes: the mean is that of the other six.
    const likes = (2_286 + 1_238 + 2_477 + 1_994 + 853 + 2_172) / 6
    const comments = (65 + 78 + 136 + 112 + 114 + 82 + 84 + 85 + 138 + 140 + 53 + 150) / 12
    const { metrics } = await accountNamed(here, 'hidden_likes')
    expect(metrics.followers).toBe(90_211)
    expect(metrics.engagementRate).toBeCloseTo(((likes + comments) / 90_211) * 100, 12)
    expect((await accountNamed(here, 'newcomer_2026')).metrics).toMatchObject({ followers: 0, engagementRate: null })
    expect(await accountNamed(here, 'behind')).toMatchObject({
      id: 1,
      username: 'Behind.The.Gate',
      metrics: { followers: 871 },
    })
    const hidden = await accountNamed(here, 'hidden_likes')
    const { posts } = (await here.ask('pro', 'GET', `/api/accounts/${hidden.id}`)).json()
    expect(posts[0]).toMatchObject({ likes: null, comments: 65 })
  })

  test.each(['profiles.documented.json', 'profiles.synthetic.json'] as const)(
    '%s brought twice changes nothing the second time, even on another day',
    async (name) => {
      const here = await world()
      const file = readFileSync(apifyProfiles.path(name))
      const first = (await bring(here, file)).json()
      const before = await figures(here)
      here.clock.moveBy(20 * 60 * 60_000)
      const second = (await bring(here, file)).json()
      expect(second).toEqual({
        ...first,
        accounts: { made: 0, matched: first.accounts.made + first.accounts.matched },
        snapshots: 0,
        posts: 0,
      })
      expect(await figures(here)).toEqual(before)
    },
  )

  test('of a later day replaces posts and texts; one of an earlier day adds its snapshot and its post', async () => {
    const here = await world()
    const profile = (day: string, biography: string, followersCount: number) =>
      JSON.stringify([
        {
          username: 'grove',
          biography,
          followersCount,
          latestPosts: [
            {
              id: day,
              type: 'Image',
              shortCode: day,
              likesCount: 5,
              commentsCount: 1,
              timestamp: `${day}T10:00:00.000Z`,
            },
          ],
        },
      ])
    const made = async (file: string) => (await bring(here, file)).json()
    expect(await made(profile('2026-11-10', 'now', 500))).toMatchObject({ snapshots: 1, posts: 1 })
    expect(await made(profile('2026-11-01', 'before', 400))).toMatchObject({ snapshots: 1, posts: 1 })
    expect(await accountNamed(here, 'grove')).toMatchObject({
      metrics: { followers: 500, followerChange: 100, bioText: 'now' },
    })
    expect(await made(profile('2026-11-15', 'after', 510))).toMatchObject({ snapshots: 1, posts: 1 })
    const { account, posts } = (await here.ask('pro', 'GET', '/api/accounts/1')).json()
    expect(account.metrics).toMatchObject({ followers: 510, bioText: 'after' })
    expect(posts).toEqual([
      {
        id: '2026-11-15',
        type: 'image',
        caption: null,
        url: null,
        imageUrl: null,
        likes: 5,
        comments: 1,
        postedAt: '2026-11-15T10:00:00.000Z',
      },
    ])
  })
})

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

describe('a file that is not what it should be', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  const hundred = Array.from({ length: 100 }, (_, at) => (at < 3 ? HEADER.split(',')[at] : `column${at}`)).join(',')
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['is empty', '', /^The file is empty$/],
    ['holds only blank lines', '\n\n  \n', /^The file is empty$/],
    ['is a picture', PNG, /^This is a picture/],
    ['is binary', Uint8Array.from({ length: 512 }, (_, at) => (at * 37 + 11) % 256), /not a text file|Expected/],
    ['misses a column', 'username,date,following\ngrove,2026-11-01,5\n', /^The column followers is missing$/],
    ['has 100 columns', `${hundred}\n${'x,'.repeat(99)}x\n`, /^The table has 100 columns; at most 50 are read$/],
    ['has no header', 'grove,2026-11-01,100\n', /^The first line must name the columns/],
    ['begins with NUL bytes', '\0\0\0\0\0\0\0\0', /not a text file/],
    ['is a page', '<!doctype html><p>Sign in</p>', /^This is a web page/],
    ['is JSON of something else', '{"hello":"world"}', /holds no Instagram profiles/],
    ['is broken JSON', '[{"username":"grove"', /JSON|breaks off|ends/i],
  ])('%s: refused with a sentence, and nothing is stored', async (_, content, message) => {
    const here = await shared()
    const before = await figures(here)
    const importId = crypto.randomUUID()
    const res = await bring(here, content, `?importId=${importId}`)
    expect(res.statusCode, res.body).toBe(422)
    expect(res.json()).toEqual({
      error: 'unreadable_file',
      message: expect.stringMatching(message),
      status: 422,
      success: false,
    })
    expect(await figures(here)).toEqual(before)
    expect(leftovers(here)).toEqual([])
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)).json()).toMatchObject({
      state: 'failed',
    })
  })

  test('in rows with NUL bytes: those are refused, the others kept', async () => {
    const here = await world()
    const table = `${HEADER}\ngr\0ve,2026-11-01,5,,,\ngrove,2026-11-01,5,,,\n`
    expect((await bring(here, table)).json()).toMatchObject({ snapshots: 1, refused: [{ line: 2 }], refusedCount: 1 })
  })

  test('is larger than the limit: refused, and nothing is stored', async () => {
    const here = await world({ app: { importFileBytesMax: 4096 } })
    const before = await stored(here.database)
    const fits = `${HEADER}\ngrove,2026-11-01,5,,,\n`
    const res = await bring(here, fits.padEnd(4097, '\n'))
    expect(res.statusCode).toBe(413)
    expect(res.json()).toEqual({
      error: 'too_large',
      message: 'Files may have up to 4 kB: split this one',
      status: 413,
      success: false,
    })
    expect(await stored(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
    expect((await bring(here, fits.padEnd(4095, '\n'))).statusCode).toBe(200)
  })
})

describe('a request that is not what it should be', () => {
  const GOOD = `${HEADER}\ngrove,2026-11-01,5,,,\n`
  const part = (name: string, content = GOOD, file: string | null = 'a.csv') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${content}\r\n`

  const BROKEN = 'The form is not well-formed, or breaks off before its end'

  const send = (here: World, body: string, type: string | null = 'multipart/form-data; boundary=x', query = '') =>
    here.app.inject({
      method: 'POST',
      url: `/api/accounts/import${query}`,
      headers: { authorization: `Bearer ${here.tokens.admin}`, ...(type && { 'content-type': type }) },
      payload: body,
    })

  test.each<[string, string, string | null, number, string]>([
    [
      'a wrong field name',
      `${part('upload')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send the file in a field named file',
    ],
    [
      'no file',
      `${part('file', 'text', null)}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send the file in a field named file',
    ],
    ['an empty form', '--x--', 'multipart/form-data; boundary=x', 400, 'Send the file in a field named file'],
    [
      'two files',
      `${part('file')}${part('file')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send one file at a time',
    ],
    [
      'two files, one elsewhere',
      `${part('file')}${part('other')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send one file at a time',
    ],
    ['a form that breaks off in the file', part('file').slice(0, -20), 'multipart/form-data; boundary=x', 400, BROKEN],
    ['a form that breaks off after the file', part('file'), 'multipart/form-data; boundary=x', 400, BROKEN],
    ['no boundary', `${part('file')}--x--`, 'multipart/form-data', 400, BROKEN],
    ['another boundary', `${part('file')}--x--`, 'multipart/form-data; boundary=y', 400, BROKEN],
    [
      'twenty fields',
      `${part('note', 'x', null).repeat(20)}${part('file')}--x--`,
      'multipart/form-data; boundary=x',
      413,
      'The form has too many fields',
    ],
    [
      'a field __proto__',
      `${part('__proto__')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'prototype property is not allowed as field name',
    ],
    ['JSON', '{"file":"x"}', 'application/json', 415, 'Send a form with a file (multipart/form-data)'],
    ['the bare file', GOOD, 'text/csv', 415, 'Send a form with a file (multipart/form-data)'],
    ['nothing', '', null, 415, 'Send a form with a file (multipart/form-data)'],
  ])('with %s is refused, and nothing is stored', async (_, body, type, status, message) => {
    const here = await shared()
    const before = await stored(here.database)
    const res = await send(here, body, type)
    expect(res.statusCode, res.body).toBe(status)
    expect(res.json()).toMatchObject({ message, status, success: false })
    expect(await stored(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test.each([
    ['companyId=77', 'There is no such company'],
    ['companyId=0', 'companyId must be a whole number from 1 to 2147483647'],
    ['companyId=x', 'companyId must be a whole number from 1 to 2147483647'],
    ['importId=1', 'importId must be a UUID'],
    ['company=1', 'company is not a field of this request'],
  ])('with ?%s is refused, and nothing is stored', async (query, message) => {
    const here = await shared()
    const before = await stored(here.database)
    const res = await send(here, `${part('file')}--x--`, 'multipart/form-data; boundary=x', `?${query}`)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ message, status: 400, success: false })
    expect(await stored(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('other fields beside the file are passed over, before and after it', async () => {
    const here = await world()
    const res = await send(here, `${part('note', 'x', null)}${part('file')}${part('note', 'y', null)}--x--`)
    expect(res.json()).toMatchObject({ snapshots: 1 })
  })

  test('whose sender goes away leaves no file and no import behind', async () => {
    const here = await world()
    await here.app.listen({ port: 0, host: '127.0.0.1' })
    const address = here.app.server.address()
    const before = await stored(here.database)
    const sending = request({
      port: typeof address === 'object' ? address?.port : 0,
      method: 'POST',
      path: '/api/accounts/import',
      headers: {
        authorization: `Bearer ${here.tokens.admin}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 10_000_000,
      },
    })
    sending.on('error', () => {})
    sending.write(part('file', GOOD.repeat(5_000)).slice(0, 100_000))
    await vi.waitFor(() => expect(leftovers(here)).toHaveLength(1), 10_000)
    sending.destroy()
    await vi.waitFor(() => expect(leftovers(here)).toEqual([]), 10_000)
    expect(await stored(here.database)).toEqual(before)
  })
})

describe('the progress of an import', () => {
  const importId = '0f7f3c1e-5a55-4b2e-9d2e-3d1f6a0c9b11'

  test('is done at its end, and the id is taken from then on', async () => {
    const here = await world()
    const missing = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
    expect(missing.json()).toEqual({ error: 'not_found', message: 'Import not found', status: 404, success: false })
    const table = `${HEADER}\ngrove,2026-11-01,5,,,\ngrove,2026-11-02,x,,,\n`
    await bring(here, table, `?importId=${importId}`)
    const done = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
    expect(done.json()).toEqual({ state: 'done', rows: 2, progress: 1 })
    const again = await bring(here, table, `?importId=${importId}`)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'import_exists', message: 'An import with this id has already begun' })
  })

  test.each(['x', '1', '0f7f3c1e-5a55-4b2e-9d2e', '%00'])('is not told for %s', async (id) => {
    const { ask } = await shared()
    expect((await ask('admin', 'GET', `/api/accounts/import/${id}`)).statusCode).toBe(400)
  })

  test('is failed after a crash, when the server starts again', async () => {
    const here = await world()
    await here.database.queries
      .insertInto('metrics_imports')
      .values({
        id: importId,
        company_id: 1,
        user_id: 1,
        file_name: 'a.csv',
        state: 'running',
        rows: 5,
        progress: 0.5,
        created_at: here.clock.now() - 1,
      })
      .execute()
    await here.services.dataImports.failUnfinished({ startedBefore: here.clock.now() })
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)).json()).toEqual({
      state: 'failed',
      rows: 5,
      progress: 0.5,
    })
  })
})

describe('an account that goes away while a file is read', () => {
  const reading = (day: string, followers: number): FiguresReading => ({
    username: 'grove',
    capturedAt: null,
    day,
    followers,
    following: null,
    posts: null,
    engagementRate: null,
    // Profiles are stored batch by batch.
    profile: {
      fullName: null,
      bioText: null,
      externalUrl: null,
      inputUrl: null,
      sourcePictureUrl: null,
      latestPosts: [],
      raw: JSON.stringify({ day }),
    },
  })

  test.each([
    ['deleted is made again, and nothing is left under its old id', 'DELETE', undefined, 2, 1, [6]],
    ['moved is followed to its new company', 'PUT', { companyId: 2 }, 1, 2, [5, 6]],
  ] as const)('by being %s', async (_, method, body, accountsSeen, companyId, followersTrend) => {
    const here = await world({ accounts: ['grove'] })
    const { clock, database, folder } = here
    await here.services.dataImports.importPath(OPERATOR, apifyProfiles.path('profiles.documented.json'), {
      fileName: 'a',
    })
    const importId = (await stored(database, 'metrics_imports')).metrics_imports?.[0]?.id as string
    const job = {
      importId,
      importNumber: 1,
      source: 'import',
      scope: 'all',
      companyId: 1,
      timeZone: 'UTC',
      path: 'none',
      fileBytes: 100,
    } as const
    const result = await importFile(job, {
      database,
      clock,
      blobs: folderBlobStorage(`${folder}/blobs`),
      readerFor: () => ({
        shape: async () => ({ format: 'json' }),
        async *read() {
          yield { records: [{ line: 1, reading: reading('2026-11-01', 5) }], bytesRead: 50 }
          expect((await here.ask('admin', method, '/api/accounts/1', body)).statusCode).toBe(200)
          yield { records: [{ line: 2, reading: reading('2026-11-02', 6) }], bytesRead: 100 }
        },
      }),
    })
    expect(result).toMatchObject({ accounts: { made: accountsSeen - 1, matched: 1 }, snapshots: 2 })
    const groves = (await here.ask('admin', 'GET', '/api/accounts?q=grove')).json()
    expect(groves).toMatchObject([{ companyId, metrics: { followers: 6, followersTrend } }])
    const { metric_snapshots = [], accounts = [] } = await stored(database, 'metric_snapshots', 'accounts')
    for (const row of metric_snapshots)
      expect(accounts).toContainEqual(expect.objectContaining({ id: row.account_id, company_id: row.company_id }))
  })
})

describe('an import in its own thread', () => {
  /** Days in the past of any clock: the thread reads the real one. */
  const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)

  test('answers as one in this thread does, while others write', async () => {
    const here = await world({ accounts: ['own'], importsIn: 'worker' })
    const rows = Array.from({ length: 100 * 200 }, (_, at) => {
      const account = Math.floor(at / 200)
      return `account${account},${day(at % 200)},${1_000 + at},,,`
    })
    const importId = crypto.randomUUID()
    let isRunning = true
    const importing = bring(here, [HEADER, ...rows, 'own,never,1,,,'].join('\n'), `?importId=${importId}`).finally(
      () => {
        isRunning = false
      },
    )
    const told: { state: string; rows: number; progress: number }[] = []
    let writes = 0
    while (isRunning) {
      const answers = await Promise.all([
        here.ask('basic', 'PUT', '/api/accounts/1', { notes: `note ${writes}` }),
        here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: writes }),
        here.ask('admin', 'POST', '/api/accounts', { username: `typed${writes}`, companyId: 2 }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 201])
      const progress = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
      if (progress.statusCode === 200) told.push(progress.json())
      here.clock.moveBy(1)
      writes += 1
    }
    expect((await importing).json()).toEqual({
      accounts: { made: 100, matched: 0 },
      snapshots: 20_000,
      posts: 0,
      refused: [{ line: 20_002, reason: expect.stringContaining('never') }],
      refusedCount: 1,
    })
    expect(told.length).toBeGreaterThan(0)
    for (const { progress } of told) expect(progress >= 0 && progress <= 1).toBe(true)
    expect(told.map(({ progress }) => progress)).toEqual(told.map(({ progress }) => progress).toSorted((a, b) => a - b))
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)).json()).toEqual({
      state: 'done',
      rows: 20_001,
      progress: 1,
    })
    expect((await accountNamed(here, 'account99')).metrics).toMatchObject({
      followers: 1_000 + 19_999,
      followerChange: 7,
    })
    const { metric_snapshots = [] } = await stored(here.database, 'metric_snapshots')
    expect(metric_snapshots).toHaveLength(20_000 + writes)
    expect(leftovers(here)).toEqual([])
  })

  test('refuses an unreadable file with the same sentence, and the next one is fine', async () => {
    const here = await world({ importsIn: 'worker' })
    const res = await bring(here, 'username,date\ngrove,2024-01-01\n')
    expect(res.statusCode).toBe(422)
    expect(res.json().message).toBe('The column followers is missing')
    expect((await bring(here, `${HEADER}\ngrove,2024-01-01,5,,,\n`)).json()).toMatchObject({ snapshots: 1 })
  })

  test('of two files at once takes one after the other', async () => {
    const here = await world({ importsIn: 'worker' })
    const tables = [0, 1].map((file) =>
      [HEADER, ...Array.from({ length: 500 }, (_, at) => `account${at % 5},${day(at)},${at + file},,,`)].join('\n'),
    )
    const both = await Promise.all(tables.map((table) => bring(here, table)))
    expect(both.map((res) => res.json().snapshots)).toEqual([500, 500])
    const results = both.map((res) => res.json().accounts)
    expect(results.map(({ made }) => made).sort()).toEqual([0, 5])
  })
})
