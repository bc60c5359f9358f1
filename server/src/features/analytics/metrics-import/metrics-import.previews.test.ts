/** What an import would do, before it does it: counted as the import counts, and nothing is stored. */
import { readFileSync } from 'node:fs'
import type { ImportPreview } from '@tangelo/contract'
import { apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { type Content, day, HEADER, leftovers, PREVIEWS, previewOf } from '../../../testing/import-files.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['grove', { username: 'orchard', companyId: 2 }] })

const POSTS_HEADER = 'username,post_id,posted_at,type,likes,comments,views,caption,url,read_at'

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
  [
    'a table with its counts in groups of three',
    `${HEADER}\ngrove,2026-11-01,48.248,717,"1,300",\nnew,2026-11-02,999,,,\nnew,2026-11-03,1.001,,12.5,\n`,
  ],
  ['a table of posts', [POSTS_HEADER, ...postRows(['grove', 'orchard', 'third'], 9)].join('\n')],
  ['a data set', readFileSync(apifyProfiles.path('profiles.documented.json'))],
  ['a data set with profiles that failed', readFileSync(apifyProfiles.path('profiles.synthetic.json'))],
]

describe('the numbers of a preview are those of its import', () => {
  test.each(FILES)('%s, and everything is known the second time', async (_, content) => {
    const here = await world({ accounts: ['grove', { username: 'orchard', companyId: 2 }] })
    const before = await readTables(here.database)
    const preview = await previewOf(here, content)
    expect(await readTables(here.database)).toEqual(before)
    const res = await here.ask('admin', 'POST', `${PREVIEWS}/${preview.previewId}/import`, {})
    expect(res.statusCode, res.body).toBe(200)
    expect(res.json()).toMatchObject(numbersOf(preview))
    expect(preview.snapshots + preview.posts).toBeGreaterThan(0)
    expect(leftovers(here)).toEqual([])
    here.clock.moveBy(60_000)
    const again = await previewOf(here, content)
    expect(again).toMatchObject({ accounts: { made: 0 }, snapshots: 0, posts: 0, rows: preview.rows })
    await here.ask('admin', 'DELETE', `${PREVIEWS}/${again.previewId}`)
    expect(leftovers(here)).toEqual([])
  })

  test('in the importing thread', async () => {
    const here = await world({ importsIn: 'worker' })
    const rows = Array.from({ length: 60_000 }, (_, at) => `a${at % 50},${day(-(at % 1_200))},${at},,,`)
    const preview = await previewOf(here, [HEADER, ...rows].join('\n'))
    expect(preview).toMatchObject({ rows: 60_000, accounts: { made: 50 }, snapshots: 60_000 })
    const res = await here.ask('admin', 'POST', `${PREVIEWS}/${preview.previewId}/import`, {})
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
    const change = (columns: unknown[]) => here.ask('admin', 'PUT', `${PREVIEWS}/${unsure.previewId}`, { columns })
    expect((await change(['username', 'date', 'followers'])).json()).toMatchObject({ refusedCount: 1, snapshots: 0 })
    expect((await change(['username', 'date_month_first', 'followers'])).json()).toMatchObject({ from: '2026-03-04' })
    expect((await change(['username', 'username', 'followers'])).statusCode).toBe(400)
    expect((await change(['username'])).statusCode).toBe(422)
    const columns = ['username', 'date_day_first', 'followers']
    expect((await change(columns)).json()).toMatchObject({ from: '2026-04-03', snapshots: 1 })
    const res = await here.ask('admin', 'POST', `${PREVIEWS}/${unsure.previewId}/import`, { columns })
    expect(res.json()).toMatchObject({ accounts: { made: 1 }, snapshots: 1 })
    const history = await here.ask('admin', 'GET', '/api/accounts/1/metrics/history?from=2026-01-01&to=2026-11-20')
    expect(history.json()).toMatchObject([{ date: '2026-04-03', followers: 5 }])
  })

  test('cannot be imported while required columns are missing', async () => {
    const here = await shared()
    const before = await readTables(here.database)
    const { previewId } = await previewOf(here, 'who,when\nharbour,2026-04-03\n')
    const res = await here.ask('admin', 'POST', `${PREVIEWS}/${previewId}/import`, {})
    expect(res.statusCode).toBe(400)
    expect(res.json().message).toBe('Choose the columns that hold username, date, followers')
    expect(await readTables(here.database)).toEqual(before)
  })

  test('names the first refused rows and counts all', async () => {
    const here = await shared()
    const bad = Array.from({ length: 120 }, (_, at) => `grove,2026-11-01,-${at + 1},,,`)
    const preview = await previewOf(here, [HEADER, ...bad].join('\n'))
    expect(preview).toMatchObject({ rows: 120, refusedCount: 120, accounts: { made: 0, matched: 0 }, from: null })
    expect(preview.refused).toHaveLength(50)
  })
})
