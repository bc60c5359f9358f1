/** Images over HTTP (D28): judged by what they are, made anew, kept once, and all of a form or none. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_BYTES_MAX, MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { hugePng } from '../../../testing/huge-png.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { stored } from '../../../testing/stored.ts'
import { formWith, type Person, sharedWorld, type World, world } from '../../../testing/world.ts'

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (buffer: Buffer | string): Bytes => new Uint8Array(Buffer.from(buffer))

const plain = (width = 60, height = 40, background = { r: 230, g: 120, b: 20, alpha: 1 }) =>
  sharp({ create: { width, height, channels: background.alpha < 1 ? 4 : 3, background } })

/** No two alike, and nothing a compressor can do about it. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

const jpeg = async () => bytesOf(await plain().jpeg().toBuffer())

type File = readonly [content: Bytes, name?: string]

function form(files: readonly File[], field = 'images'): FormData {
  const data = new FormData()
  for (const [content, name = 'image.jpg'] of files) data.append(field, new Blob([content]), name)
  return data
}

const upload = ({ ask }: Pick<World, 'ask'>, files: readonly File[], who: Person = 'pro') =>
  ask(who, 'POST', '/api/upload/images', form(files))

/** What is shown at the address of the only image sent. */
async function taken(here: World, content: Bytes, name?: string) {
  const res = await upload(here, [[content, name]])
  expect(res.statusCode, res.body).toBe(200)
  const [url] = res.json().imageUrls as string[]
  const whole = await here.ask('stranger', 'GET', url ?? '')
  const small = await here.ask('stranger', 'GET', `${url}/480`)
  expect([whole.statusCode, small.statusCode]).toEqual([200, 200])
  return { url: url ?? '', whole, small, image: await sharp(whole.rawPayload).metadata() }
}

const blobsOf = ({ folder }: World) => readdirSync(join(folder, 'blobs'), { recursive: true }).toSorted()

const leftovers = ({ folder }: World) => readdirSync(folder).filter((name) => name.startsWith('upload-'))

/** Frames of one point each, the first of another colour than the rest. */
function gifOf(frames: number): Bytes {
  const frame = (colour: number) => Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44 + 8 * colour, 1, 0)
  const header = Buffer.from('47494638396101000100800000ff0000000000', 'hex')
  const repeat = Array.from({ length: frames }, (_, at) => frame(at === 0 ? 0 : 1))
  return bytesOf(Buffer.concat([header, ...repeat, Buffer.of(0x3b)]))
}

const SVG = bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

describe('what is taken', () => {
  const shared = sharedWorld()

  test('is served to any client that knows its address, and to no other', async () => {
    const here = await shared()
    const { url, whole, small } = await taken(here, await jpeg())
    expect(url).toMatch(/^http:\/\/localhost\/media\/u\/[A-Za-z0-9_-]{22}$/)
    const headers = {
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    }
    expect(whole.headers).toMatchObject({ ...headers, 'content-type': 'image/jpeg' })
    expect(small.headers).toMatchObject({ ...headers, 'content-type': 'image/webp' })
    for (const other of ['AAAAAAAAAAAAAAAAAAAAAA', `${url.slice('http://localhost/media/u/'.length)}x`, '..%2Fx', 'x'])
      for (const address of [`/media/u/${other}`, `/media/u/${other}/480`])
        expect((await here.ask('admin', 'GET', address)).statusCode).toBe(404)
  })

  test.each([
    ['JPEG', () => plain().jpeg().toBuffer(), 'image/jpeg'],
    ['progressive JPEG', () => plain().jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    ['PNG', () => plain().png().toBuffer(), 'image/jpeg'],
    [
      'PNG that can be seen through',
      () => plain(60, 40, { r: 1, g: 2, b: 3, alpha: 0.5 }).png().toBuffer(),
      'image/png',
    ],
    ['PNG with an alpha channel that is full', () => plain().ensureAlpha(1).png().toBuffer(), 'image/jpeg'],
    ['GIF', () => plain().gif().toBuffer(), 'image/jpeg'],
    ['WebP', () => plain().webp().toBuffer(), 'image/jpeg'],
    ['JPEG of a printer (CMYK)', () => plain().toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    ['grey PNG', () => plain().greyscale().png().toBuffer(), 'image/jpeg'],
    ['PNG of 16 bits', () => plain().toColourspace('rgb16').png().toBuffer(), 'image/jpeg'],
  ])('may be a %s', async (_, make, type) => {
    const { whole, image } = await taken(await shared(), bytesOf(await make()))
    expect(whole.headers['content-type']).toBe(type)
    expect(image).toMatchObject({ width: 60, height: 40, space: expect.stringMatching(/srgb|b-w/), depth: 'uchar' })
  })

  test.each([
    ['a single pixel', 1, 1],
    ['a strip', 20_000, 2],
  ])('may be %s', async (_, width, height) => {
    const { image } = await taken(await shared(), hugePng(width, height))
    expect(image.width).toBe(Math.min(width, 4_096))
    expect(image.height).toBeGreaterThanOrEqual(1)
  })

  test('keeps its colours and its sides in order', async () => {
    const red = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#e00000' } })
      .png()
      .toBuffer()
    const both = await sharp({ create: { width: 80, height: 20, channels: 3, background: '#0000e0' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      // Held with its right side up: shown, the red half is above.
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { whole, image } = await taken(await shared(), bytesOf(both))
    expect(image).toMatchObject({ width: 20, height: 80 })
    const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(180)
    expect(data.at(-1)).toBeGreaterThan(180)
  })

  test('loses what its camera wrote into it, the place before all', async () => {
    const exif = {
      IFD0: { Make: 'Citrus camera', Copyright: 'somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 0/1' },
    }
    const located = await plain().withExif(exif).jpeg().toBuffer()
    expect((await sharp(located).metadata()).exif?.includes('Citrus camera')).toBe(true)
    const { whole, small, image } = await taken(await shared(), bytesOf(located))
    expect(image.exif ?? image.xmp ?? image.iptc ?? image.icc).toBeUndefined()
    for (const { rawPayload } of [whole, small]) {
      expect(rawPayload.includes('Citrus camera')).toBe(false)
      expect(rawPayload.includes('Exif')).toBe(false)
    }
  })

  test('loses what hangs behind it', async () => {
    const tail = '<html><script>alert(document.domain)</script></html>'
    const { whole } = await taken(await shared(), bytesOf(Buffer.concat([await jpeg(), Buffer.from(tail)])))
    expect(whole.rawPayload.includes('<script>')).toBe(false)
  })

  test('is the first frame of what moves', async () => {
    const frames = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        plain(30, 30, { r: at === 0 ? 255 : 0, g: 0, b: at === 0 ? 0 : 55 + at * 4, alpha: 1 })
          .png()
          .toBuffer(),
      ),
    )
    for (const moving of [
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      await sharp(frames, { join: { animated: true } })
        .webp({ lossless: true })
        .toBuffer(),
    ]) {
      expect((await sharp(moving).metadata()).pages).toBeGreaterThan(20)
      const { whole, image } = await taken(await shared(), bytesOf(moving))
      expect(image).toMatchObject({ width: 30, height: 30 })
      const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect([(data[0] ?? 0) > 200, (data[2] ?? 255) < 60]).toEqual([true, true])
    }
  })

  test('may move through 5,000 frames', async () => {
    const moving = gifOf(5_000)
    expect((await sharp(moving, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(5_000)
    const { whole, image } = await taken(await shared(), moving)
    expect(image).toMatchObject({ width: 1, height: 1 })
    const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect([(data[0] ?? 0) > 200, (data[1] ?? 255) < 60]).toEqual([true, true])
  })

  test('is at most 4,096 pixels long', async () => {
    const { image } = await taken(await shared(), bytesOf(await plain(6_000, 4_000).jpeg().toBuffer()))
    expect([image.width, image.height]).toEqual([4_096, 2_731])
  })

  test.each(['../../x', 'a"b\'c.jpg', '\u202Egpj.exe', 'photo.html', 'x'.repeat(300), ' '])(
    'may be called %j',
    async (name) => {
      await taken(await shared(), await jpeg(), name)
    },
  )
})

describe('what is refused', () => {
  const shared = sharedWorld()

  test.each([
    ['a text', () => bytesOf('just words'), 'notes.txt', 415, 'is not a JPEG, PNG, GIF or WebP image'],
    ['nothing', () => bytesOf(''), 'empty.png', 415, 'is not a JPEG, PNG, GIF or WebP image'],
    ['an SVG called .jpg', () => SVG, 'picture.jpg', 415, 'is not a JPEG, PNG, GIF or WebP image'],
    [
      'a TIFF called .png',
      async () => bytesOf(await plain().tiff().toBuffer()),
      'scan.png',
      415,
      'is not a JPEG, PNG, GIF or WebP image',
    ],
    [
      'an AVIF',
      async () => bytesOf(await plain().avif().toBuffer()),
      'new.avif',
      415,
      'is not a JPEG, PNG, GIF or WebP image',
    ],
    [
      'half a JPEG',
      async () => {
        const whole = await noise(600, 400).jpeg().toBuffer()
        return bytesOf(whole.subarray(0, whole.length / 2))
      },
      'half.jpg',
      422,
      'is damaged, or breaks off before its end',
    ],
    [
      'half a PNG',
      async () => {
        const whole = await noise(300, 200).png().toBuffer()
        return bytesOf(whole.subarray(0, whole.length / 2))
      },
      'half.png',
      422,
      'is damaged, or breaks off before its end',
    ],
    [
      '400 million pixels',
      () => hugePng(20_000, 20_000),
      'bomb.png',
      422,
      'is 20,000 × 20,000 pixels: at most 100 million are taken',
    ],
    ['a thread', () => hugePng(60_000, 2), 'thread.png', 422, 'is 60,000 × 2 pixels: a side may have at most 20,000'],
    [
      'a byte too much',
      () => bytesOf(Buffer.alloc(IMAGE_BYTES_MAX + 1, 'x')),
      'large.jpg',
      413,
      'is larger than 10,485,760 bytes (10 MB)',
    ],
  ])('%s is named by its place and name, and nothing of the form is kept', async (_, make, name, status, why) => {
    const here = await shared()
    const before = await stored(here.database, 'uploads')
    const good = await jpeg()
    const res = await upload(here, [
      [good, 'good.jpg'],
      [await make(), name],
      [good, 'another.jpg'],
    ])
    expect([res.statusCode, res.json().message]).toEqual([status, `Image 2 (${name}) ${why}`])
    expect(res.json().file).toEqual({ place: 2, name })
    expect(await stored(here.database, 'uploads')).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('a name that would turn the sentence round is cut to what can be seen', async () => {
    const res = await upload(await shared(), [[SVG, `\u202E\u0007gpj${'.'.repeat(80)}`]])
    expect(res.json().file.name).toBe(`gpj${'.'.repeat(57)}…`)
  })

  test('seven images, in words of the specification', async () => {
    const here = await shared()
    const before = await stored(here.database, 'uploads')
    const image = await jpeg()
    for (const count of [7, 30]) {
      const res = await upload(
        here,
        Array.from({ length: count }, () => [image] as const),
      )
      expect([res.statusCode, res.json()]).toEqual([
        400,
        {
          error: 'too_many_images',
          message: 'You can only upload a maximum of 6 images for a reel.',
          status: 400,
          success: false,
        },
      ])
    }
    expect(await stored(here.database, 'uploads')).toEqual(before)
  })

  test('a form without images, with another field, or no form at all', async () => {
    const { ask, app, tokens } = await shared()
    const none = await ask('pro', 'POST', '/api/upload/images', form([]))
    expect(none.statusCode).toBe(400)
    expect((await ask('pro', 'POST', '/api/upload/images', form([[await jpeg()]], 'file'))).json()).toMatchObject({
      status: 400,
      message: 'Send files in a field named images',
    })
    expect((await ask('pro', 'POST', '/api/upload/images', { images: [] })).statusCode).toBe(415)
    const headers = { authorization: `Bearer ${tokens.pro}`, 'content-type': 'multipart/form-data; boundary=x' }
    const payload = '--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nhalf a for'
    expect((await app.inject({ method: 'POST', url: '/api/upload/images', headers, payload })).statusCode).toBe(400)
    expect(leftovers(await shared())).toEqual([])
  })

  test('any file of a user without a company', async () => {
    const here = await shared()
    expect((await upload(here, [[await jpeg()]], 'loner')).statusCode).toBe(403)
  })
})

test('six images come back in the order they were sent, and the same one has one address', async () => {
  const here = await world()
  const images = await Promise.all(
    [0, 50, 100, 150, 200].map(async (g) => bytesOf(await plain(20, 20, { r: 9, g, b: 9, alpha: 1 }).png().toBuffer())),
  )
  const first = images[0] ?? bytesOf('')
  const urls = (
    await upload(
      here,
      [...images, first].map((image) => [image] as const),
    )
  ).json().imageUrls as string[]
  expect(urls).toHaveLength(6)
  expect(new Set(urls).size).toBe(5)
  expect(urls[5]).toBe(urls[0])
  for (const [at, g] of [0, 50, 100, 150, 200].entries()) {
    const { rawPayload } = await here.ask('stranger', 'GET', urls[at] ?? '')
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(Math.abs((data[1] ?? -99) - g)).toBeLessThan(8)
  }
  expect((await upload(here, [[first]])).json().imageUrls).toEqual([urls[0]])
  expect((await upload(here, [[first]], 'foreigner')).json().imageUrls).not.toEqual([urls[0]])
})

test('a draft has an image of its own company, and no other', async () => {
  const here = await world()
  const image = await jpeg()
  const [[own], [foreign]] = [
    (await upload(here, [[image]])).json().imageUrls,
    (await upload(here, [[image]], 'foreigner')).json().imageUrls,
  ]
  const made = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl: own })
  expect(made.json().imageUrl).toBe(own)
  for (const imageUrl of [foreign, `${own}/480`, `${own}?x`, `http://localhost${own}`, '']) {
    const res = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl })
    expect([res.statusCode, res.json().fields]).toEqual([
      400,
      { imageUrl: 'must be an image of POST /api/upload/images' },
    ])
  }
})

test('a company whose space is full gets a message; a file that exists already takes no more of it', async () => {
  const here = await world({ uploadsBytesMax: 20_000 })
  const small = await jpeg()
  const large = bytesOf(await noise(300, 300).png().toBuffer())
  expect((await upload(here, [[small]])).statusCode).toBe(200)
  const before = blobsOf(here)
  const res = await upload(here, [[large]])
  expect(res.statusCode).toBe(409)
  expect(res.json()).toMatchObject({ error: 'storage_full' })
  expect(blobsOf(here), 'what was refused takes no room').toEqual(before)
  expect((await upload(here, [[small]])).statusCode).toBe(200)
  expect((await upload(here, [[small]], 'foreigner')).statusCode).toBe(200)
})

test('of many who fill the room of a company at once, as many get some as fit', async () => {
  const here = await world({ uploadsBytesMax: 1_500 })
  const files = await Promise.all(
    [0, 40, 80, 120, 160, 200].map((r) => plain(60, 40, { r, g: 9, b: 9, alpha: 1 }).jpeg().toBuffer()),
  )
  const answers = await Promise.all(files.map((file) => upload(here, [[bytesOf(file)]])))
  expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThan(0)
  const { uploads } = await stored(here.database, 'uploads')
  expect(uploads?.length).toBeGreaterThan(0)
  expect(uploads?.reduce((sum, { bytes }) => sum + Number(bytes), 0)).toBeLessThanOrEqual(1_500)
})

test('many who upload the same at the same time get the same address', async () => {
  const here = await world()
  const image = await jpeg()
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(here, [[image]])))
  expect(new Set(answers.map((res) => res.json().imageUrls[0])).size).toBe(1)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await stored(here.database, 'uploads')).uploads).toHaveLength(1)
})

test('an overloaded server says so, and when to retry; the image is not called damaged', async () => {
  const images = shortImages()
  const here = await world({ images })
  const image = await jpeg()
  const told = { status: 503, error: 'image_not_processed', retryAfterSeconds: 30 }
  const refused = await upload(here, [[image, 'a.jpg']])
  expect([refused.headers['retry-after'], refused.json()]).toMatchObject([
    '30',
    {
      ...told,
      message: 'Image 1 (a.jpg) took longer than the server allows for one image. Try again in 30 seconds.',
    },
  ])
  const asked = { imageBase64: Buffer.from(image).toString('base64'), prompt: 'What is in it?' }
  const analysed = await here.ask('admin', 'POST', '/api/openai/analyze-image', asked)
  expect([analysed.headers['retry-after'], analysed.json()]).toMatchObject(['30', told])
  images.recover()
  expect((await upload(here, [[image, 'a.jpg']])).statusCode).toBe(200)
})

test('a refused upload is answered over a real connection while the sender still sends', async () => {
  const here = await world()
  await here.app.listen({ host: '127.0.0.1', port: 0 })
  const address = here.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const large = bytesOf(Buffer.alloc(9_000_000, 'x'))
  const res = await fetch(`http://127.0.0.1:${port}/api/upload/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${here.tokens.pro}` },
    body: form(Array.from({ length: 6 }, (_, at) => [large, `${at}.jpg`] as const)),
  })
  expect(res.status).toBe(415)
  expect(await res.json()).toMatchObject({ file: { place: 1 } })
})

test.each([
  ['the file system', { code: 'ENOSPC' }],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
  ['PostgreSQL', { code: '53100' }],
])('a full disk is told in words, as %s says it', async (_, said) => {
  const here = await world()
  vi.spyOn(here.services.uploads, 'upload').mockRejectedValue(Object.assign(new Error('no room'), said))
  const res = await upload(here, [[await jpeg()]])
  expect(res.json()).toMatchObject({
    status: 507,
    error: 'disk_full',
    message: 'The disk of the server is full. Make room on it, then try again.',
  })
})

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
      '“song.mp3” cannot be used: it holds no music that can be read.',
    ],
    ['nothing', '', 415, 'not_music', /^“song\.mp3” cannot be used/],
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
    expect(await stored(here.database, 'music')).toEqual({ music: [] })
    expect(leftovers(here)).toEqual([])
  })

  test('is one file, in the field for it', async () => {
    const here = await world()
    const two = new FormData()
    for (const name of ['a.mp3', 'b.mp3']) two.append('music', new Blob(['music of 2 seconds']), name)
    for (const form of [two, formWith('music of 2 seconds', 'a.mp3', 'images'), new FormData()])
      expect((await here.ask('pro', 'POST', '/api/upload/music', form)).statusCode).toBe(400)
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
