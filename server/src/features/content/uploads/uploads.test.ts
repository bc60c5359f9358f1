/** Images over HTTP (D28): taken by what they are, and made anew. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hugePng } from '../../../testing/huge-png.ts'
import { type Bytes, bytesOf, jpeg, plain, upload } from '../../../testing/uploads.ts'
import { setUpSharedWorld, type World } from '../../../testing/world.ts'

/** What is shown at the address of the only image sent. */
async function uploadImage(here: World, content: Bytes, name?: string) {
  const res = await upload(here, [[content, name]])
  expect(res.statusCode, res.body).toBe(200)
  const [url] = res.json().imageUrls as string[]
  const whole = await here.ask('stranger', 'GET', url ?? '')
  const small = await here.ask('stranger', 'GET', `${url}/480`)
  expect([whole.statusCode, small.statusCode]).toEqual([200, 200])
  return { url: url ?? '', whole, small, image: await sharp(whole.rawPayload).metadata() }
}

/** Frames of one point each, the first of another colour than the rest. */
function gifOf(frames: number): Bytes {
  const frame = (colour: number) => Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44 + 8 * colour, 1, 0)
  const header = Buffer.from('47494638396101000100800000ff0000000000', 'hex')
  const repeat = Array.from({ length: frames }, (_, at) => frame(at === 0 ? 0 : 1))
  return bytesOf(Buffer.concat([header, ...repeat, Buffer.of(0x3b)]))
}

describe('what is taken', () => {
  const shared = setUpSharedWorld()

  test('is served to any client that knows its address, and to no other', async () => {
    const here = await shared()
    const { url, whole, small } = await uploadImage(here, await jpeg())
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
    const { whole, image } = await uploadImage(await shared(), bytesOf(await make()))
    expect(whole.headers['content-type']).toBe(type)
    expect(image).toMatchObject({ width: 60, height: 40, space: expect.stringMatching(/srgb|b-w/), depth: 'uchar' })
  })

  test.each([
    ['a single pixel', 1, 1],
    ['a strip', 20_000, 2],
  ])('may be %s', async (_, width, height) => {
    const { image } = await uploadImage(await shared(), hugePng(width, height))
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
    const { whole, image } = await uploadImage(await shared(), bytesOf(both))
    expect(image).toMatchObject({ width: 20, height: 80 })
    const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(180)
    expect(data.at(-1)).toBeGreaterThan(180)
  })

  test('loses what its camera wrote into it, the place before all', async () => {
    const exif = {
      IFD0: { Make: 'Citrus camera', Copyright: 'Citrus Studio' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 0/1' },
    }
    const located = await plain().withExif(exif).jpeg().toBuffer()
    expect((await sharp(located).metadata()).exif?.includes('Citrus camera')).toBe(true)
    const { whole, small, image } = await uploadImage(await shared(), bytesOf(located))
    expect(image.exif ?? image.xmp ?? image.iptc ?? image.icc).toBeUndefined()
    for (const { rawPayload } of [whole, small]) {
      expect(rawPayload.includes('Citrus camera')).toBe(false)
      expect(rawPayload.includes('Exif')).toBe(false)
    }
  })

  test('loses what hangs behind it', async () => {
    const tail = '<html><script>alert(document.domain)</script></html>'
    const { whole } = await uploadImage(await shared(), bytesOf(Buffer.concat([await jpeg(), Buffer.from(tail)])))
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
      const { whole, image } = await uploadImage(await shared(), bytesOf(moving))
      expect(image).toMatchObject({ width: 30, height: 30 })
      const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect([(data[0] ?? 0) > 200, (data[2] ?? 255) < 60]).toEqual([true, true])
    }
  })

  test('may move through 5,000 frames', async () => {
    const moving = gifOf(5_000)
    expect((await sharp(moving, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(5_000)
    const { whole, image } = await uploadImage(await shared(), moving)
    expect(image).toMatchObject({ width: 1, height: 1 })
    const { data } = await sharp(whole.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect([(data[0] ?? 0) > 200, (data[1] ?? 255) < 60]).toEqual([true, true])
  })

  test('is at most 4,096 pixels long', async () => {
    const { image } = await uploadImage(await shared(), bytesOf(await plain(6_000, 4_000).jpeg().toBuffer()))
    expect([image.width, image.height]).toEqual([4_096, 2_731])
  })

  test.each(['../../x', 'a"b\'c.jpg', '\u202Egpj.exe', 'photo.html', 'x'.repeat(300), ' '])(
    'may be called %j',
    async (name) => {
      await uploadImage(await shared(), await jpeg(), name)
    },
  )
})
