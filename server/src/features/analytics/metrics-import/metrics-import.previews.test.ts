/** What an import would do, before it does it: counted as the import counts, and nothing is stored. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportPreview } from '@tangelo/contract'
import { apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import { stored } from '../../../testing/stored.ts'
import { formWith, sharedWorld, type World, world } from '../../../testing/world.ts'

const shared = sharedWorld({ accounts: ['grove', { username: 'orchard', companyId: 2 }] })
const URL = '/api/accounts/import-previews'
const HEADER = 'username,date,followers,following,posts,engagement_rate'
const POSTS_HEADER = 'username,post_id,posted_at,type,likes,comments,views,caption,url,read_at'

type Content = string | Uint8Array<ArrayBuffer>

const look = (here: World, content: Content, query = '') =>
  here.ask('admin', 'POST', `${URL}${query}`, formWith(content))

async function previewOf(here: World, content: Content, query = ''): Promise<ImportPreview> {
  const res = await look(here, content, query)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

const leftovers = ({ folder }: World) => readdirSync(folder).filter((name) => name.startsWith('import-'))

/** What is in a preview and must be in the result of its import. */
const numbersOf = ({ accounts: { made, matched }, snapshots, posts, refusedCount }: ImportPreview) => ({
  accounts: { made, matched },
  snapshots,
  posts,
  refusedCount,
})

const postRows = (names: readonly string[], readings: number) =>
  names.flatMap((name) =>
    Array.from({ length: 30 }, (_, post) =>
      Array.from({ length: readings }, (_, at) => {
        const readAt = new Date(Date.UTC(2026, 10, 1 + at, 8)).toISOString()
        return `${name},C${name}${post},2026-10-${String((post % 28) + 1).padStart(2, '0')}T10:00:00Z,image,${100 + at},3,,,,${readAt}`
      }),
    ).flat(),
  )

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)

const FILES: [string, Content][] = [
  [
    'a table of figures with bad rows',
    `${HEADER}\ngrove,2026-11-01,5,,,\nGrove,2026-11-01,5,,,\nnew,2026-11-02,-1,,,\nnew,2026-11-03,9,,,1.5\n`,
  ],
  [
    'a table in the order of days',
    [
      HEADER,
      ...Array.from({ length: 200 }, (_, at) =>
        ['grove', 'orchard', 'a', 'b'].map((name) => `${name},${day(at)},${at},,,`),
      ).flat(),
    ].join('\n'),
  ],
  ['a table of posts', [POSTS_HEADER, ...postRows(['grove', 'orchard', 'third'], 9)].join('\n')],
  ['a data set', readFileSync(apifyProfiles.path('profiles.documented.json'))],
  ['a data set with profiles that failed', readFileSync(apifyProfiles.path('profiles.synthetic.json'))],
]

describe('the numbers of a preview are those of its import', () => {
  test.each(FILES)('%s, and everything is known the second time', async (_, content) => {
    const here = await world({ accounts: ['grove', { username: 'orchard', companyId: 2 }] })
    const before = await stored(here.database)
    const preview = await previewOf(here, content)
    expect(await stored(here.database)).toEqual(before)
    const res = await here.ask('admin', 'POST', `${URL}/${preview.previewId}/import`, {})
    expect(res.statusCode, res.body).toBe(200)
    expect(res.json()).toMatchObject(numbersOf(preview))
    expect(preview.snapshots + preview.posts).toBeGreaterThan(0)
    expect(leftovers(here)).toEqual([])
    here.clock.moveBy(60_000)
    const again = await previewOf(here, content)
    expect(again).toMatchObject({ accounts: { made: 0 }, snapshots: 0, posts: 0, rows: preview.rows })
    await here.ask('admin', 'DELETE', `${URL}/${again.previewId}`)
    expect(leftovers(here)).toEqual([])
  })

  test('in the importing thread', async () => {
    const here = await world({ importsIn: 'worker' })
    const rows = Array.from({ length: 60_000 }, (_, at) => `a${at % 50},${day(-(at % 1_200))},${at},,,`)
    const preview = await previewOf(here, [HEADER, ...rows].join('\n'))
    expect(preview).toMatchObject({ rows: 60_000, accounts: { made: 50 }, snapshots: 60_000 })
    const res = await here.ask('admin', 'POST', `${URL}/${preview.previewId}/import`, {})
    expect(res.json()).toMatchObject(numbersOf(preview))
  }, 60_000)
})

describe('a preview', () => {
  test('says what the file is, whose accounts it meets, its days and its first rows', async () => {
    const here = await shared()
    const file = `\uFEFFdate;username;followers;note\r\n2026-11-02;@Grove;1500;x\r\n2026-11-01;orchard;7;\r\n2026-11-03;third;8;\r\nnever;third;8;\r\n`
    const preview = await previewOf(here, file)
    expect(preview).toMatchObject({
      fileBytes: Buffer.byteLength(file),
      companyId: 1,
      format: 'figures',
      table: { separator: ';', missing: [] },
      rows: 4,
      accounts: { made: 1, matched: 2, elsewhere: [{ companyId: 2, companyName: 'Grove Agency', accounts: 1 }] },
      snapshots: 3,
      posts: 0,
      from: '2026-11-01',
      to: '2026-11-03',
      refused: [{ line: 5, reason: expect.stringContaining('never') }],
      refusedCount: 1,
    })
    expect(preview.table?.columns).toEqual([
      { name: 'date', samples: ['2026-11-02', '2026-11-01', '2026-11-03'], holds: 'date' },
      { name: 'username', samples: ['@Grove', 'orchard', 'third'], holds: 'username' },
      { name: 'followers', samples: ['1500', '7', '8'], holds: 'followers' },
      { name: 'note', samples: ['x'], holds: null },
    ])
    expect(preview.sample[0]).toEqual({
      line: 2,
      username: 'Grove',
      day: '2026-11-02',
      followers: 1_500,
      following: null,
      posts: null,
      engagementRate: null,
      post: null,
    })
    expect(await previewOf(here, file, '?companyId=2').then(({ accounts: { elsewhere } }) => elsewhere)).toMatchObject([
      { companyId: 1, accounts: 1 },
    ])
  })

  test('guesses columns of other names, and asks where it cannot', async () => {
    const here = await world()
    const file =
      'account,day,followers_total,er_pct,note\n@harbour,21.11.2025,204871,6.7,market\nharbour,02.12.2025,9,,\n'
    const guessed = await previewOf(here, file)
    expect(guessed.table?.columns.map(({ holds }) => holds)).toEqual([
      'username',
      'date_day_first',
      'followers',
      'engagement_rate',
      null,
    ])
    expect(guessed).toMatchObject({ snapshots: 2, from: '2025-11-21', to: '2025-12-02' })
    const unsure = await previewOf(here, 'who,when,fans\nharbour,03/04/2026,5\n')
    expect(unsure).toMatchObject({ rows: 0, table: { missing: ['username', 'date'] } })
    const change = (columns: unknown[]) => here.ask('admin', 'PUT', `${URL}/${unsure.previewId}`, { columns })
    expect((await change(['username', 'date', 'followers'])).json()).toMatchObject({ refusedCount: 1, snapshots: 0 })
    expect((await change(['username', 'date_month_first', 'followers'])).json()).toMatchObject({ from: '2026-03-04' })
    expect((await change(['username', 'username', 'followers'])).statusCode).toBe(400)
    expect((await change(['username'])).statusCode).toBe(422)
    const columns = ['username', 'date_day_first', 'followers']
    expect((await change(columns)).json()).toMatchObject({ from: '2026-04-03', snapshots: 1 })
    const res = await here.ask('admin', 'POST', `${URL}/${unsure.previewId}/import`, { columns })
    expect(res.json()).toMatchObject({ accounts: { made: 1 }, snapshots: 1 })
    const history = await here.ask('admin', 'GET', '/api/accounts/1/metrics/history?from=2026-01-01&to=2026-11-20')
    expect(history.json()).toMatchObject([{ date: '2026-04-03', followers: 5 }])
  })

  test('cannot be imported while required columns are missing', async () => {
    const here = await shared()
    const before = await stored(here.database)
    const { previewId } = await previewOf(here, 'who,when\nharbour,2026-04-03\n')
    const res = await here.ask('admin', 'POST', `${URL}/${previewId}/import`, {})
    expect(res.statusCode).toBe(400)
    expect(res.json().message).toBe('Choose the columns that hold username, date, followers')
    expect(await stored(here.database)).toEqual(before)
  })

  test('names the first refused rows and counts all', async () => {
    const here = await shared()
    const bad = Array.from({ length: 120 }, (_, at) => `grove,2026-11-01,-${at + 1},,,`)
    const preview = await previewOf(here, [HEADER, ...bad].join('\n'))
    expect(preview).toMatchObject({ rows: 120, refusedCount: 120, accounts: { made: 0, matched: 0 }, from: null })
    expect(preview.refused).toHaveLength(50)
  })
})

describe('a file that is not what it should be gets one sentence, and nothing is stored', () => {
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])
  const wide = Array.from({ length: 2_000_000 }, () => 'a').join(',')
  test.each<[string, Content, RegExp]>([
    ['is empty', '', /^The file is empty$/],
    ['has a header alone', `${HEADER}\n`, /^The table has a header but no rows$/],
    [
      'is UTF-16',
      Buffer.from(`\uFEFF${HEADER}\ngrove,2026-11-01,5,,,\n`, 'utf16le'),
      /stored as UTF-16. Save it as CSV/,
    ],
    [
      'is Latin-1',
      Buffer.from('username,date,followers,note\ngrove,2026-11-01,5,caf\xe9\n', 'latin1'),
      /not stored as UTF-8/,
    ],
    [
      'is JSON that ends early',
      '[{"username":"grove","followersCount":5},{"username":"orch',
      /^This file cannot be read to its end: item 2 is not valid JSON$/,
    ],
    [
      'has a quote that never closes',
      `${HEADER}\ngrove,2026-11-01,5,,,\n"grove,2026-11-01,5,,,\n`,
      /^This file cannot be read to its end: line 3 has a quote that is never closed$/,
    ],
    ['has two million columns', `${wide}\n${wide}\n`, /^The table has more than \d+ columns; at most 50 are read$/],
    ['is a zip file', zip, /spreadsheet or a zip file/],
    ['is a page', '<!doctype html>', /^This is a web page/],
  ])('%s', async (_, content, sentence) => {
    const here = await shared()
    await here.ask(
      'admin',
      'DELETE',
      `${URL}/${(await previewOf(here, `${HEADER}\ngrove,2026-11-01,5,,,\n`)).previewId}`,
    )
    const before = await stored(here.database)
    const res = await look(here, content)
    expect(res.statusCode, res.body).toBe(422)
    expect(res.json().message).toMatch(sentence)
    expect(await stored(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('reports that it failed when its progress is read, and makes room for another under its id', async () => {
    const here = await world({ accounts: ['grove'] })
    const id = randomUUID()
    expect((await look(here, '<!doctype html>', `?previewId=${id}`)).statusCode).toBe(422)
    const progress = await here.ask('admin', 'GET', `${URL}/${id}`)
    expect([progress.statusCode, progress.json().state]).toEqual([200, 'failed'])
    expect((await here.ask('admin', 'POST', `${URL}/${id}/import`, {})).statusCode).toBe(404)
    expect(leftovers(here)).toEqual([])
    expect((await previewOf(here, `${HEADER}\ngrove,2026-11-01,5,,,\n`, `?previewId=${id}`)).previewId).toBe(id)
  })

  test('is larger than the limit', async () => {
    const here = await world({ app: { importFileBytesMax: 4_096 } })
    expect((await look(here, HEADER.padEnd(4_097, '\n'))).statusCode).toBe(413)
    expect(leftovers(here)).toEqual([])
  })
})

describe('an uploaded file', () => {
  const FILE = `${HEADER}\ngrove,2026-11-01,5,,,\n`
  const importOf = (here: World, id: string, who: 'admin' | 'pro' = 'admin') =>
    here.ask(who, 'POST', `${URL}/${id}/import`, {})

  test('is imported once, however often the button is pressed', async () => {
    const here = await world()
    const { previewId } = await previewOf(here, FILE)
    const both = await Promise.all([importOf(here, previewId), importOf(here, previewId)])
    const third = await importOf(here, previewId)
    expect(new Set([...both, third].map(({ body }) => body)).size).toBe(1)
    expect(third.json()).toMatchObject({ accounts: { made: 1 }, snapshots: 1 })
    const { metrics_imports = [] } = await stored(here.database, 'metrics_imports')
    expect(metrics_imports).toHaveLength(1)
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${previewId}`)).json()).toMatchObject({
      state: 'done',
    })
    expect((await here.ask('admin', 'PUT', `${URL}/${previewId}`, {})).statusCode).toBe(409)
  })

  test('that was changed or taken away since its preview is not imported', async () => {
    const here = await world()
    const before = await stored(here.database)
    const first = await previewOf(here, FILE)
    const [name = ''] = leftovers(here)
    writeFileSync(join(here.folder, name), `${FILE}other,2026-11-01,5,,,\n`)
    const res = await importOf(here, first.previewId)
    expect(res.statusCode).toBe(409)
    expect(res.json()).toMatchObject({
      error: 'file_changed',
      message: 'The uploaded file has changed since its preview. Choose it again.',
    })
    expect(await stored(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('is gone after half an hour, when another one is chosen, and when it is removed', async () => {
    const here = await world()
    const before = await stored(here.database)
    const first = await previewOf(here, FILE)
    const second = await previewOf(here, FILE)
    expect(leftovers(here)).toHaveLength(1)
    expect((await importOf(here, first.previewId)).json().message).toBe(
      'The uploaded file is no longer here. Choose it again.',
    )
    here.clock.moveBy(31 * 60_000)
    await here.purge()
    expect(leftovers(here)).toEqual([])
    expect((await importOf(here, second.previewId)).statusCode).toBe(404)
    const third = await previewOf(here, FILE)
    expect((await here.ask('admin', 'DELETE', `${URL}/${third.previewId}`)).json()).toEqual({ success: true })
    expect(leftovers(here)).toEqual([])
    expect(await stored(here.database, 'metrics_imports')).toEqual({ metrics_imports: before.metrics_imports })
  })

  test('that waits behind another import stays until it is imported, though its half an hour is over', async () => {
    const here = await world()
    const rows = Array.from({ length: 5_000 }, (_, at) => `a${at % 5},${day(-Math.floor(at / 5))},${at},,,`)
    const large = await previewOf(here, [HEADER, ...rows, ''].join('\n'))
    const imports = [importOf(here, large.previewId)]
    const untilBegun = (id: string) =>
      until('its import has begun', async () => {
        const { statusCode } = await here.ask('admin', 'GET', `/api/accounts/import/${id}`)
        return statusCode === 200
      })
    await untilBegun(large.previewId)
    const { previewId } = await previewOf(here, FILE)
    imports.push(importOf(here, previewId))
    await untilBegun(previewId)
    here.clock.moveBy(31 * 60_000)
    await here.purge()
    expect((await importOf(here, previewId)).json()).toMatchObject({ snapshots: 1 })
    expect((await Promise.all(imports)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(leftovers(here)).toEqual([])
  })

  test('tells how far its reading is, to whom it belongs', async () => {
    const here = await world()
    const { previewId } = await previewOf(here, FILE)
    expect((await here.ask('admin', 'GET', `${URL}/${previewId}`)).json()).toEqual({
      state: 'done',
      rows: 1,
      progress: 1,
    })
    expect((await here.ask('pro', 'GET', `${URL}/${previewId}`)).statusCode).toBe(403)
    await here.ask('admin', 'DELETE', `${URL}/${previewId}`)
  })
})
