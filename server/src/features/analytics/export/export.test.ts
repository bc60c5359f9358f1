/** What is stored of an account as files, and what comes back when these are imported again. */
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { formWith, type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'
import { withoutExponent } from './export.rules.ts'

const HOUR = 3_600_000

const bring = async (here: World, content: string | Uint8Array<ArrayBuffer>) => {
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(content))
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}
const exported = async (here: World, what: string, format = 'csv') => {
  const res = await here.ask('pro', 'GET', `/api/accounts/1/export?what=${what}&format=${format}`)
  expect(res.statusCode, res.body).toBe(200)
  return res
}
const rowsOf = (csv: string) => csv.slice(1).split('\r\n').slice(1, -1)

const FIGURES = 'username,date,followers,following,posts,engagement_rate'
const CAPTIONS = ['=SUM(A1)', "'=quoted", '-1;@x\r\n+2', 'plain, "quoted"\n\ttwo', '🍊'.repeat(2_200), "it's", '']

const apifyItem = (scrapedAt: number, likes: number, from = 0) => ({
  username: 'grove',
  followersCount: 1_000 + likes,
  postsCount: 7,
  scrapedAt: new Date(scrapedAt).toISOString(),
  latestPosts: CAPTIONS.map((caption, at) => ({
    id: `9000${at}`,
    type: at % 2 ? 'Video' : 'Image',
    shortCode: at === 1 ? '-C1' : `C${at}`,
    ...(at !== 1 && { url: `https://www.instagram.com/p/C${at}/` }),
    caption,
    likesCount: at === 3 ? -1 : likes + at,
    commentsCount: 3,
    ...(at % 2 && { videoPlayCount: likes * 10 }),
    timestamp: new Date(Date.UTC(2026, 10, 1, 18 + (at % 2))).toISOString(),
  })).slice(from),
})

/** An account with figures of days and of moments, corrections that were taken back, and posts read five times. */
async function filled() {
  const here = await world()
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  const start = Date.UTC(2026, 10, 1, 20)
  const items = [0, 11, 30, 30.5, 200].map((hours, at) => apifyItem(start + hours * HOUR + 7, 10 + Math.min(at, 3) * 5))
  await bring(here, JSON.stringify(items))
  await bring(
    here,
    `${FIGURES}\ngrove,2026-10-01,900,10,6,0.1\ngrove,2026-10-02,901,,,1.0000001\ngrove,2026-10-02,902,,,\n`,
  )
  for (const followers of [950, 960, 950]) {
    here.clock.moveBy(1_000)
    await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers, date: '2026-10-20' })
  }
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1, engagementRate: 0.00000015 })
  return here
}

describe('an export imported again', () => {
  test('gives the same files, and the audit finds nothing', async () => {
    const here = await filled()
    const files = await Promise.all(['history', 'posts', 'readings'].map((what) => exported(here, what)))
    const [history, posts, readings] = files.map(({ rawPayload }) => new Uint8Array(rawPayload))
    if (!history || !posts || !readings) throw new Error('Three files were exported')
    const other = await world()
    await other.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
    expect(await bring(other, history)).toMatchObject({ accounts: { made: 1 }, snapshots: 11, refused: [] })
    expect(await bring(other, readings)).toMatchObject({ posts: 7, refused: [] })
    expect(await bring(other, posts)).toMatchObject({ refused: [] })
    for (const [at, what] of ['history', 'posts', 'readings'].entries())
      expect((await exported(other, what)).body).toBe(files[at]?.body)
    expect(await integrityCheckService(other).run()).toMatchObject({ accounts: 1, mismatchCount: 0 })
    const captions = (await exported(other, 'posts', 'json')).json().map(({ caption }: { caption: string }) => caption)
    expect(captions.toSorted()).toEqual(CAPTIONS.map((caption) => caption || null).toSorted())
    const shown = async (there: World) =>
      (await exported(there, 'posts', 'json'))
        .json()
        .map(({ likes, at24Hours, at72Hours, at7Days, firstSeenAt }: object & Record<string, unknown>) => ({
          likes,
          at24Hours,
          at72Hours,
          at7Days,
          firstSeenAt,
        }))
    expect(await shown(other)).toEqual(await shown(here))
    for (const file of [history, posts, readings])
      expect(await bring(other, file)).toMatchObject({ accounts: { made: 0 }, snapshots: 0, posts: 0, refused: [] })
    // Figures that were typed in are stored once more where they were typed in: as those of a file.
    for (const file of [history, posts, readings]) expect(await bring(here, file)).toMatchObject({ posts: 0 })
    expect((await exported(here, 'posts')).body).toBe(files[1]?.body)
    expect((await exported(here, 'readings')).body).toBe(files[2]?.body)
    expect(rowsOf((await exported(here, 'history')).body)).toEqual(rowsOf(String(files[0]?.body)))
  })

  test('of the posts alone gives the same posts', async () => {
    const here = await filled()
    const { body } = await exported(here, 'posts')
    const other = await world()
    expect(await bring(other, body)).toMatchObject({ posts: 7, refused: [] })
    expect((await exported(other, 'posts')).body).toBe(body)
  })
})

describe('a file', () => {
  test('of history has days as days, moments as moments, and the last word of each moment', async () => {
    const here = await filled()
    const res = await exported(here, 'history')
    expect(res.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="grove-history.csv"',
    })
    expect(rowsOf(res.body)).toEqual([
      '"grove","2026-10-01",900,10,6,"0.1","import"',
      '"grove","2026-10-02",901,"","","1.0000001","import"',
      '"grove","2026-10-02",902,"","","","import"',
      '"grove","2026-10-20T23:59:59.999Z",960,"","","","import"',
      '"grove","2026-10-20T23:59:59.999Z",950,"","","","import"',
      ...[1_010, 1_015, 1_020, 1_025, 1_025].map((followers) => expect.stringContaining(`,${followers},"",7,`)),
      '"grove","2026-11-20T09:00:03.000Z",1,"","","0.00000015","import"',
    ])
    const all = (await exported(here, 'history', 'json')).json()
    expect(all).toHaveLength(12)
    expect(all[3]).toMatchObject({ followers: 950, day: '2026-10-20', source: 'import', likesKnown: null })
  })

  test('of readings has every change with what was unchanged until when', async () => {
    const here = await filled()
    const readings = (await exported(here, 'readings', 'json')).json()
    expect(readings.filter(({ postId }: { postId: string }) => postId === '90000')).toMatchObject([
      { likes: 10, readAt: '2026-11-01T20:00:00.007Z', unchangedUntil: '2026-11-01T20:00:00.007Z' },
      { likes: 15 },
      { likes: 20 },
      { likes: 25, unchangedUntil: '2026-11-10T04:00:00.007Z' },
    ])
  })

  test('of the analysis has each sentence', async () => {
    const here = await filled()
    const analysis = (await here.ask('pro', 'GET', '/api/accounts/1/analysis')).json()
    expect((await exported(here, 'analysis', 'json')).json()).toEqual(analysis)
    const { body } = await exported(here, 'analysis')
    expect(body).toContain(analysis.posting.sentence)
    expect(body).toContain(analysis.growth.sentence)
    const period = await here.ask(
      'pro',
      'GET',
      '/api/accounts/1/export?what=analysis&format=json&from=2026-10-01&to=2026-10-31',
    )
    expect(period.json().period).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
    const wrong = await here.ask('pro', 'GET', '/api/accounts/1/export?what=posts&from=2026-10-01')
    expect(wrong.statusCode).toBe(400)
  })

  test.each(['history', 'posts', 'readings'])('of %s of an account without any is empty', async (what) => {
    const here = await world({ accounts: ['grove'] })
    expect((await exported(here, what, 'json')).json()).toEqual([])
    expect(rowsOf((await exported(here, what)).body)).toEqual([])
  })

  test('of thousands of rows is whole, each row once', async () => {
    const here = await world()
    const days = Array.from({ length: 2_500 }, (_, at) =>
      new Date(Date.UTC(2018, 0, 1 + at)).toISOString().slice(0, 10),
    )
    await bring(here, `${FIGURES}\n${days.map((day, at) => `grove,${day},${at + 1},,,`).join('\n')}\n`)
    expect(rowsOf((await exported(here, 'history')).body).map((row) => row.split(',')[2])).toEqual(
      days.map((_, at) => String(at + 1)),
    )
    const posts = days.map((day, at) => `grove,C${at},${at < 600 ? '' : `${day}T12:00:00Z`},image,${at},1`)
    await bring(here, `username,post_id,posted_at,type,likes,comments\n${posts.join('\n')}\n`)
    for (const what of ['posts', 'readings']) {
      const names = rowsOf((await exported(here, what)).body).map((row) => row.split(',')[1])
      expect(new Set(names).size).toBe(2_500)
      expect(names).toHaveLength(2_500)
    }
  })

  test('that the client does not take is not made, and ends when it disconnects', async () => {
    const here = await world()
    const caption = '🍊'.repeat(2_200)
    const rows = Array.from({ length: 3_000 }, (_, at) => `grove,C${at},,image,${at},1,${caption}`)
    await bring(here, `username,post_id,posted_at,type,likes,comments,caption\n${rows.join('\n')}\n`)
    await here.app.listen({ port: 0, host: '127.0.0.1' })
    const address = here.app.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const connected = once(here.app.server, 'connection')
    const asking = request({
      port,
      path: '/api/accounts/1/export?what=posts',
      headers: { authorization: `Bearer ${here.tokens.pro}` },
    })
    asking.on('error', () => {})
    asking.end()
    const [socket] = await connected
    socket.on('error', () => {})
    const [response] = await once(asking, 'response')
    response.on('error', () => {})
    await once(response, 'readable')
    // A few pages of 27 MB at most wait for the client.
    expect(socket.writableLength).toBeLessThan(8 * 1024 * 1024)
    response.destroy()
    // Not `once` of node:events: the connection may end with an error.
    await new Promise((resolve) => socket.once('close', resolve))
    expect(socket.bytesWritten).toBeLessThan(16 * 1024 * 1024)
  })
})

test.each([
  [0.31, '0.31'],
  [0.00000015, '0.00000015'],
  [1.25e-10, '0.000000000125'],
  [12, '12'],
])('%d is written as %s', (value, text) => {
  expect(withoutExponent(value)).toBe(text)
  expect(Number(text)).toBe(value)
})
