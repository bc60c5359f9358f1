/** The file of a preview: refused with a sentence, or kept until it is imported, removed, or too old. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Content, day, HEADER, leftovers, look, PREVIEWS, previewOf } from '../../../testing/import-files.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, type World, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['grove', { username: 'orchard', companyId: 2 }] })

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
      `${PREVIEWS}/${(await previewOf(here, `${HEADER}\ngrove,2026-11-01,5,,,\n`)).previewId}`,
    )
    const before = await readTables(here.database)
    const res = await look(here, content)
    expect(res.statusCode, res.body).toBe(422)
    expect(res.json().message).toMatch(sentence)
    expect(await readTables(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('reports that it failed when its progress is read, and makes room for another under its id', async () => {
    const here = await world({ accounts: ['grove'] })
    const id = randomUUID()
    expect((await look(here, '<!doctype html>', `?previewId=${id}`)).statusCode).toBe(422)
    const progress = await here.ask('admin', 'GET', `${PREVIEWS}/${id}`)
    expect([progress.statusCode, progress.json().state]).toEqual([200, 'failed'])
    expect((await here.ask('admin', 'POST', `${PREVIEWS}/${id}/import`, {})).statusCode).toBe(404)
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
    here.ask(who, 'POST', `${PREVIEWS}/${id}/import`, {})

  test('is imported once, however often the button is pressed', async () => {
    const here = await world()
    const { previewId } = await previewOf(here, FILE)
    const both = await Promise.all([importOf(here, previewId), importOf(here, previewId)])
    const third = await importOf(here, previewId)
    expect(new Set([...both, third].map(({ body }) => body)).size).toBe(1)
    expect(third.json()).toMatchObject({ accounts: { made: 1 }, snapshots: 1 })
    const { metrics_imports = [] } = await readTables(here.database, 'metrics_imports')
    expect(metrics_imports).toHaveLength(1)
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${previewId}`)).json()).toMatchObject({
      state: 'done',
    })
    expect((await here.ask('admin', 'PUT', `${PREVIEWS}/${previewId}`, {})).statusCode).toBe(409)
  })

  test('that was changed or taken away since its preview is not imported', async () => {
    const here = await world()
    const before = await readTables(here.database)
    const first = await previewOf(here, FILE)
    const [name = ''] = leftovers(here)
    writeFileSync(join(here.folder, name), `${FILE}other,2026-11-01,5,,,\n`)
    const res = await importOf(here, first.previewId)
    expect(res.statusCode).toBe(409)
    expect(res.json()).toMatchObject({
      error: 'file_changed',
      message: 'The uploaded file has changed since its preview. Choose it again.',
    })
    expect(await readTables(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('is gone after half an hour, when another one is chosen, and when it is removed', async () => {
    const here = await world()
    const before = await readTables(here.database)
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
    expect((await here.ask('admin', 'DELETE', `${PREVIEWS}/${third.previewId}`)).json()).toEqual({ success: true })
    expect(leftovers(here)).toEqual([])
    expect(await readTables(here.database, 'metrics_imports')).toEqual({ metrics_imports: before.metrics_imports })
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
    expect((await here.ask('admin', 'GET', `${PREVIEWS}/${previewId}`)).json()).toEqual({
      state: 'done',
      rows: 1,
      progress: 1,
    })
    expect((await here.ask('pro', 'GET', `${PREVIEWS}/${previewId}`)).statusCode).toBe(403)
    await here.ask('admin', 'DELETE', `${PREVIEWS}/${previewId}`)
  })
})
