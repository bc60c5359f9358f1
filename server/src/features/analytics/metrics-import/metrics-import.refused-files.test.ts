/** Files that an import refuses, each with a sentence, and of which nothing stays. */
import { describe, expect, test } from 'vitest'
import { bring, type Content, figures, HEADER, leftovers } from '../../../testing/import-files.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld()

describe('a file that is not what it should be', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  const hundred = Array.from({ length: 100 }, (_, at) => (at < 3 ? HEADER.split(',')[at] : `column${at}`)).join(',')
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const POSTS = 'username,post_id,posted_at,type,likes,comments,caption\n'
  const post = (caption: string) => `grove,DNQuxufAih9,2026-11-01T09:00:00Z,image,5,1,${caption}\n`
  const many = post('First light').repeat(10_000)
  test.each<[string, Content, RegExp]>([
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
    ['is Latin-1', latin1(`${POSTS}${post('Café')}`), /^This text is not stored as UTF-8\. Save it as CSV/],
    ['is Latin-1 late, after many rows', latin1(`${POSTS}${many}${post('Café')}`), /not stored as UTF-8/],
    [
      'ends inside a character',
      latin1('username,date,followers,note\ngrove,2026-11-01,5,caf\xe9'),
      /not stored as UTF-8/,
    ],
    [
      'is JSON in Latin-1',
      latin1('[{"username":"grove","followersCount":5,"fullName":"Café"}]'),
      /^This text .* Save it as UTF-8/,
    ],
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
    const before = await readTables(here.database)
    const fits = `${HEADER}\ngrove,2026-11-01,5,,,\n`
    const res = await bring(here, fits.padEnd(4097, '\n'))
    expect(res.statusCode).toBe(413)
    expect(res.json()).toEqual({
      error: 'too_large',
      message: 'Files may have up to 4 kB: split this one',
      status: 413,
      success: false,
    })
    expect(await readTables(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
    expect((await bring(here, fits.padEnd(4095, '\n'))).statusCode).toBe(200)
  })
})
