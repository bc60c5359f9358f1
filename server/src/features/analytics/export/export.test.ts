/** What is stored of an account as files: each row once, and whole. */
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { exportAccount, FIGURES, makeWorldWithFigures } from '../../../testing/export-account.ts'
import { importFile } from '../../../testing/import-files.ts'
import { world } from '../../../testing/world.ts'
import { withoutExponent } from './export.rules.ts'

const rowsOf = (csv: string) => csv.slice(1).split('\r\n').slice(1, -1)

describe('a file', () => {
  test('of history has days as days, moments as moments, and the last word of each moment', async () => {
    const here = await makeWorldWithFigures()
    const res = await exportAccount(here, 'history')
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
    const all = (await exportAccount(here, 'history', 'json')).json()
    expect(all).toHaveLength(12)
    expect(all[3]).toMatchObject({ followers: 950, day: '2026-10-20', source: 'import', likesKnown: null })
  })

  test('of readings has every change with what was unchanged until when', async () => {
    const here = await makeWorldWithFigures()
    const readings = (await exportAccount(here, 'readings', 'json')).json()
    expect(readings.filter(({ postId }: { postId: string }) => postId === '90000')).toMatchObject([
      { likes: 10, readAt: '2026-11-01T20:00:00.007Z', unchangedUntil: '2026-11-01T20:00:00.007Z' },
      { likes: 15 },
      { likes: 20 },
      { likes: 25, unchangedUntil: '2026-11-10T04:00:00.007Z' },
    ])
  })

  test.each(['history', 'posts', 'readings'])('of %s as JSON says of each row whose it is', async (what) => {
    const rows = (await exportAccount(await makeWorldWithFigures(), what, 'json')).json()
    expect(new Set(rows.map(({ username }: { username?: string }) => username))).toEqual(new Set(['grove']))
  })

  test('of the analysis has each sentence', async () => {
    const here = await makeWorldWithFigures()
    const analysis = (await here.ask('pro', 'GET', '/api/accounts/1/analysis')).json()
    expect((await exportAccount(here, 'analysis', 'json')).json()).toEqual(analysis)
    const { body } = await exportAccount(here, 'analysis')
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
    expect((await exportAccount(here, what, 'json')).json()).toEqual([])
    expect(rowsOf((await exportAccount(here, what)).body)).toEqual([])
  })

  test('of thousands of rows is whole, each row once', async () => {
    const here = await world()
    const days = Array.from({ length: 2_500 }, (_, at) =>
      new Date(Date.UTC(2018, 0, 1 + at)).toISOString().slice(0, 10),
    )
    await importFile(here, `${FIGURES}\n${days.map((day, at) => `grove,${day},${at + 1},,,`).join('\n')}\n`)
    expect(rowsOf((await exportAccount(here, 'history')).body).map((row) => row.split(',')[2])).toEqual(
      days.map((_, at) => String(at + 1)),
    )
    const posts = days.map((day, at) => `grove,C${at},${at < 600 ? '' : `${day}T12:00:00Z`},image,${at},1`)
    await importFile(here, `username,post_id,posted_at,type,likes,comments\n${posts.join('\n')}\n`)
    for (const what of ['posts', 'readings']) {
      const names = rowsOf((await exportAccount(here, what)).body).map((row) => row.split(',')[1])
      expect(new Set(names).size).toBe(2_500)
      expect(names).toHaveLength(2_500)
    }
  })

  test('that the client does not take is not made, and ends when it disconnects', async () => {
    const here = await world()
    const caption = '🍊'.repeat(2_200)
    const rows = Array.from({ length: 3_000 }, (_, at) => `grove,C${at},,image,${at},1,${caption}`)
    await importFile(here, `username,post_id,posted_at,type,likes,comments,caption\n${rows.join('\n')}\n`)
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
