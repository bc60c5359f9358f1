/** Images that are refused over HTTP, in words that say which one and why; nothing of their form is kept. */
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import { describe, expect, test, vi } from 'vitest'
import { hugePng } from '../../../testing/huge-png.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { shortImages } from '../../../testing/short-images.ts'
import { bytesOf, imagesForm, jpeg, leftovers, noise, plain, upload } from '../../../testing/uploads.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const SVG = bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

describe('what is refused', () => {
  const shared = setUpSharedWorld()

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
    const before = await readTables(here.database, 'uploads')
    const good = await jpeg()
    const res = await upload(here, [
      [good, 'good.jpg'],
      [await make(), name],
      [good, 'another.jpg'],
    ])
    expect([res.statusCode, res.json().message]).toEqual([status, `Image 2 (${name}) ${why}`])
    expect(res.json().file).toEqual({ place: 2, name })
    expect(await readTables(here.database, 'uploads')).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('a name that would turn the sentence round is cut to what can be seen', async () => {
    const res = await upload(await shared(), [[SVG, `\u202E\u0007gpj${'.'.repeat(80)}`]])
    expect(res.json().file.name).toBe(`gpj${'.'.repeat(57)}…`)
  })

  test('seven images, in words of the specification', async () => {
    const here = await shared()
    const before = await readTables(here.database, 'uploads')
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
    expect(await readTables(here.database, 'uploads')).toEqual(before)
  })

  test('a form without images, with another field, or no form at all', async () => {
    const { ask, app, tokens } = await shared()
    const none = await ask('pro', 'POST', '/api/upload/images', imagesForm([]))
    expect(none.statusCode).toBe(400)
    expect((await ask('pro', 'POST', '/api/upload/images', imagesForm([[await jpeg()]], 'file'))).json()).toMatchObject(
      {
        status: 400,
        message: 'Send files in a field named images',
      },
    )
    expect((await ask('pro', 'POST', '/api/upload/images', { images: [] })).statusCode).toBe(415)
    const headers = { authorization: `Bearer ${tokens.pro}`, 'content-type': 'multipart/form-data; boundary=x' }
    const payload = '--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nhalf a for'
    expect((await app.inject({ method: 'POST', url: '/api/upload/images', headers, payload })).statusCode).toBe(400)
    expect(leftovers(await shared())).toEqual([])
  })

  test('a part that has no file name, as a program may send it, is named all the same', async () => {
    const { app, tokens } = await shared()
    const headers = { authorization: `Bearer ${tokens.pro}`, 'content-type': 'multipart/form-data; boundary=x' }
    const head = 'content-disposition: form-data; name="images"\r\ncontent-type: application/octet-stream'
    const payload = `--x\r\n${head}\r\n\r\njust words\r\n--x--`
    const res = await app.inject({ method: 'POST', url: '/api/upload/images', headers, payload })
    expect([res.statusCode, res.json().message]).toEqual([415, 'Image 1 (file) is not a JPEG, PNG, GIF or WebP image'])
  })

  test('any file of a user without a company', async () => {
    const here = await shared()
    expect((await upload(here, [[await jpeg()]], 'loner')).statusCode).toBe(403)
  })
})

test('an overloaded server says so, and when to retry; the image is not called damaged', async () => {
  const images = shortImages()
  const here = await world({ images })
  const image = await jpeg()
  const refusal = { status: 503, error: 'image_not_processed', retryAfterSeconds: 30 }
  const refused = await upload(here, [[image, 'a.jpg']])
  expect([refused.headers['retry-after'], refused.json()]).toMatchObject([
    '30',
    {
      ...refusal,
      message: 'Image 1 (a.jpg) took longer than the server allows for one image. Try again in 30 seconds.',
    },
  ])
  const asked = { imageBase64: Buffer.from(image).toString('base64'), prompt: 'What is in it?' }
  const analysed = await here.ask('admin', 'POST', '/api/openai/analyze-image', asked)
  expect([analysed.headers['retry-after'], analysed.json()]).toMatchObject(['30', refusal])
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
    body: imagesForm(Array.from({ length: 6 }, (_, at) => [large, `${at}.jpg`] as const)),
  })
  expect(res.status).toBe(415)
  expect(await res.json()).toMatchObject({ file: { place: 1 } })
})

test.each([
  ['the file system', { code: 'ENOSPC' }],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
  ['PostgreSQL', { code: '53100' }],
])('a full disk is named in a sentence, as %s says it', async (_, said) => {
  const here = await world()
  vi.spyOn(here.services.uploads, 'upload').mockRejectedValue(Object.assign(new Error('no room'), said))
  const res = await upload(here, [[await jpeg()]])
  expect(res.json()).toMatchObject({
    status: 507,
    error: 'disk_full',
    message: 'The disk of the server is full. Make room on it, then try again.',
  })
})
