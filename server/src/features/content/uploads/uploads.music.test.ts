/** Music over HTTP: kept once, served in ranges, and refused in words. */
import { MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import { describe, expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { type Bytes, blobsOf, leftovers } from '../../../testing/uploads.ts'
import { formWith, type Person, type World, world } from '../../../testing/world.ts'

describe('music', () => {
  const send = ({ ask }: Pick<World, 'ask'>, content: string | Bytes, name = 'song.mp3', who: Person = 'pro') =>
    ask(who, 'POST', '/api/upload/music', formWith(content, name, 'music'))

  test('is stored once, keeps its own name and length, and is served in ranges', async () => {
    const here = await world()
    const first = await send(here, 'music of 61.5 seconds', 'a\u202esong.mp3')
    expect(first.json()).toEqual({
      musicUrl: expect.stringMatching(/^http:\/\/localhost\/media\/m\/[A-Za-z0-9_-]{22}$/),
      name: 'asong.mp3',
      seconds: 61.5,
    })
    const { musicUrl } = first.json()
    expect((await send(here, 'music of 61.5 seconds', 'again.mp3')).json()).toMatchObject({
      musicUrl,
      name: 'again.mp3',
    })
    const part = await here.ask('stranger', 'GET', musicUrl, undefined, { range: 'bytes=0-4' })
    expect([part.statusCode, part.body, part.headers['content-type']]).toEqual([206, 'music', 'audio/mpeg'])
    expect(part.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect((await send(here, 'music of 61.5 seconds', 'song.mp3', 'foreigner')).json().musicUrl).not.toBe(musicUrl)
    expect(leftovers(here)).toEqual([])
  })

  test.each([
    [
      'a zip that is called mp3',
      'PK\u0003\u0004',
      415,
      'not_music',
      '“song.mp3” is not a music file that can be read.',
    ],
    ['nothing', '', 415, 'not_music', /^“song\.mp3” is not a music file/],
    [
      'a file that is too large',
      new Uint8Array(MUSIC_BYTES_MAX + 1),
      413,
      'too_large',
      '“song.mp3” is larger than 20,971,520 bytes (20 MB)',
    ],
  ])('is not %s', async (_, content, status, error, message) => {
    const here = await world()
    const res = await send(here, content)
    const says = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(res.json()).toMatchObject({ status, error, message: says })
    expect(await readTables(here.database, 'music')).toEqual({ music: [] })
    expect(leftovers(here)).toEqual([])
  })

  test('is one file, in the field for it', async () => {
    const here = await world()
    const two = new FormData()
    for (const name of ['a.mp3', 'b.mp3']) two.append('music', new Blob(['music of 2 seconds']), name)
    for (const form of [two, formWith('music of 2 seconds', 'a.mp3', 'images'), new FormData()])
      expect((await here.ask('pro', 'POST', '/api/upload/music', form)).statusCode).toBe(400)
    expect(await readTables(here.database, 'music'), 'what was refused is not kept').toEqual({ music: [] })
  })

  test('counts with the images against what a company may keep', async () => {
    const here = await world({ uploadsBytesMax: 40 })
    expect((await send(here, 'music of 1 seconds')).statusCode).toBe(200)
    expect((await send(here, 'music of 2 seconds')).statusCode).toBe(200)
    const before = blobsOf(here)
    expect((await send(here, 'music of 3 seconds')).json()).toMatchObject({ error: 'storage_full' })
    expect(blobsOf(here)).toEqual(before)
    expect((await send(here, 'music of 2 seconds')).statusCode).toBe(200)
    expect((await send(here, 'music of 3 seconds', 'song.mp3', 'foreigner')).statusCode).toBe(200)
  })
})
