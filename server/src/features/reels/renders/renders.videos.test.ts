/** Videos over HTTP: played in parts, downloaded under a good name, and open only to who knows the address. */
import { describe, expect, test } from 'vitest'
import { aReel, startRender, waitForRender } from '../../../testing/reels.ts'
import { type World, world } from '../../../testing/world.ts'
import { asDownload } from './renders.rules.ts'

async function withVideo() {
  const here = await world()
  here.work()
  const { url } = await waitForRender(here, await startRender(here, (await aReel(here)).id))
  return { ...here, here, url: url ?? '' }
}

const get = ({ ask }: World, url: string, headers = {}) => ask('stranger', 'GET', url, undefined, headers)

test('a video is answered whole and in parts, and never changes under its address', async () => {
  const { here, url } = await withVideo()
  const whole = await get(here, url)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(whole.rawPayload.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  })
  const part = await get(here, url, { range: 'bytes=2-5' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 2-5/${whole.rawPayload.length}`)
  expect(part.rawPayload.equals(whole.rawPayload.subarray(2, 6))).toBe(true)
  const cover = await get(here, `${url}/cover`)
  expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('a download has the requested name', async () => {
  const { here, url } = await withVideo()
  const res = await get(here, `${url}?download=${encodeURIComponent('Café am Meer')}`)
  expect(res.headers['content-disposition']).toBe(
    `attachment; filename="Cafe am Meer.mp4"; filename*=UTF-8''Caf%C3%A9%20am%20Meer.mp4`,
  )
})

test.each(['x', 'AAAAAAAAAAAAAAAAAAAAAA', '..%2F..%2Fetc%2Fpasswd', `${'A'.repeat(22)}.mp4`])(
  'there is no video at %s',
  async (id) => {
    const here = await world()
    for (const url of [`/media/v/${id}`, `/media/v/${id}/cover`]) expect((await get(here, url)).statusCode).toBe(404)
  },
)

describe('the name of a download', () => {
  test.each([
    ['A walk', 'A walk.mp4'],
    ['a walk.MP4', 'a walk.mp4'],
    ['', 'reel.mp4'],
    ['  ../../etc/passwd', 'etc passwd.mp4'],
    ['say "hi"\r\nSet-Cookie: x', 'say hi Set-Cookie x.mp4'],
    ['C:\\temp\\x', 'C temp x.mp4'],
    ['...', 'reel.mp4'],
    ['\u202egpj.exe', 'gpj.exe.mp4'],
    ['x'.repeat(300), `${'x'.repeat(80)}.mp4`],
    ['日本', 'reel.mp4'],
  ])('%j becomes %s', (wanted, name) => {
    expect(asDownload(wanted)).toContain(`filename="${name}"`)
  })

  test('keeps any script beside its plain form', () => {
    expect(asDownload("l'été 日本")).toBe(
      `attachment; filename="l'ete.mp4"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%E6%97%A5%E6%9C%AC.mp4`,
    )
  })
})
