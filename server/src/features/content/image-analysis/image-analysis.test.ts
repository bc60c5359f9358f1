/** Image analyses over HTTP, whole and streamed: which images are taken, and what is made and kept of them. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPicture } from '../../../testing/ai-suite.ts'
import { hugePng } from '../../../testing/huge-png.ts'
import { asking, base64, followStream, PROMPT, STREAM, WHOLE } from '../../../testing/image-questions.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { aProvider } from '../../../testing/texts.ts'
import { formWith, setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld()

test('without a provider an image is measured, and nothing of it is kept', async () => {
  const here = await shared()
  const { analysis, note } = (await here.ask('admin', 'POST', WHOLE, await asking())).json()
  expect(analysis).toMatch(/640 × 400 pixels[\s\S]+Caption drafts \(playful\)\n1\. .+\n2\. .+\n3\. .+[\s\S]+#\w+/)
  expect(note).toBeNull()
  const { events } = await followStream(here, await asking())
  const chunks = events.slice(0, -1).map(({ piece }) => piece)
  expect(chunks.length).toBeGreaterThan(3)
  expect(events.at(-1)).toEqual({ analysis: chunks.join(''), note: null })
  const { uploads, ai_usage = [] } = await readTables(here.database, 'uploads', 'ai_usage')
  expect([uploads, ai_usage.map(({ kind, model }) => [kind, model])]).toEqual([
    [],
    [
      ['analysis', 'built-in'],
      ['analysis', 'built-in'],
    ],
  ])
})

test.each([
  ['no image', async () => '', 400, 'Please upload an image to analyze.'],
  [
    'a data URL',
    async () => `data:image/jpeg;base64,${await base64()}`,
    400,
    'imageBase64 must be the image in base64, without the prefix of a data URL',
  ],
  ['text named .png', () => base64(Buffer.from('no image')), 415, 'The file is not a JPEG, PNG, GIF or WebP image'],
  [
    'SVG',
    () => base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    415,
    'The file is not a JPEG, PNG, GIF or WebP image',
  ],
  [
    '12,000 × 12,000 pixels',
    () => base64(Buffer.from(hugePng(12_000, 12_000))),
    422,
    'The file is 12,000 × 12,000 pixels: at most 100 million are taken',
  ],
])('%s is refused in words, also where a stream was requested', async (_, image, status, message) => {
  const { ask } = await shared()
  const imageBase64 = await image()
  for (const url of [WHOLE, STREAM]) {
    const res = await ask('admin', 'POST', url, { imageBase64, prompt: PROMPT })
    expect([res.statusCode, res.json().message]).toEqual([status, message])
  }
})

test.each([
  ['11 MB', 11, 'The image is larger than 10,485,760 bytes (10 MB)'],
  ['more than that', 16, 'The request is larger than 20 MB'],
])('%s is refused as too large', async (_, megabytes, message) => {
  const imageBase64 = Buffer.alloc(megabytes * 1024 * 1024).toString('base64')
  const res = await (await shared()).ask('admin', 'POST', STREAM, { imageBase64, prompt: PROMPT })
  expect([res.statusCode, res.json().message]).toEqual([413, message])
})

test('of what moves the first frame is looked at, and no place, camera or name reaches the provider', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const withCamera = await sharp(await aPicture(1_500, 900))
    .withExif({ IFD0: { Make: 'Citrus camera' } })
    .jpeg()
    .toBuffer()
  for (const picture of [moving, withCamera])
    expect((await here.ask('admin', 'POST', WHOLE, await asking(picture))).statusCode).toBe(200)
  const sent = standIn.questions.map(({ messages }) => /base64,([^"]+)/.exec(JSON.stringify(messages))?.[1] ?? '')
  const images = await Promise.all(sent.map((text) => sharp(Buffer.from(text, 'base64')).metadata()))
  expect(images.map(({ format, width, height, pages, exif }) => [format, width, height, pages, exif])).toEqual([
    ['jpeg', 40, 30, undefined, undefined],
    ['jpeg', 1_024, 614, undefined, undefined],
  ])
  const { dominant } = await sharp(Buffer.from(sent[0] ?? '', 'base64')).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(50)
})

test('an image that cannot be used costs nothing of the day', async () => {
  const here = await world({ aiCallsPerDay: 1 })
  const unusable = { imageBase64: await base64(Buffer.from('no image')), prompt: PROMPT }
  for (const url of [WHOLE, STREAM]) expect((await here.ask('admin', 'POST', url, unusable)).statusCode).toBe(415)
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(0)
  expect(await readTables(here.database, 'ai_usage')).toEqual({ ai_usage: [] })
  expect((await here.ask('admin', 'POST', WHOLE, await asking())).statusCode).toBe(200)
})

test('nothing is unpacked for a company that has had all its texts of the day', async () => {
  const here = await world({ aiCallsPerDay: 1 })
  const form = formWith(new Uint8Array(await aPicture()), 'a.jpg', 'images')
  const [imageUrl] = (await here.ask('pro', 'POST', '/api/upload/images', form)).json().imageUrls
  const suggest = () => here.ask('pro', 'POST', '/api/content/caption', { imageUrl })
  expect((await suggest()).statusCode).toBe(200)
  const unusable = { imageBase64: await base64(Buffer.from('no image')), prompt: PROMPT }
  for (const url of [WHOLE, STREAM]) {
    const res = await here.ask('admin', 'POST', url, unusable)
    expect([res.statusCode, res.json().error]).toEqual([429, 'quota_reached'])
  }
  await rm(join(here.folder, 'blobs'), { recursive: true })
  expect((await suggest()).json().error).toBe('quota_reached')
})

test('an image is the same however its JSON is written', async () => {
  const here = await world()
  const image = (await aPicture()).toString('base64')
  const prompt = 'What is "imageBase64":"there"? Use a short tone.'
  const plain = JSON.stringify({ imageBase64: image, prompt })
  const ways = [
    plain,
    JSON.stringify({ prompt, imageBase64: image }),
    JSON.stringify({ imageBase64: image, prompt }, null, 2),
    plain.replace(image, image.replaceAll('/', '\\/')),
    plain.replace(
      image,
      image.replace(/[A-Za-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
    plain.replace('{', '{"imageBase64":"AAAA",'),
  ]
  const ask = (body: string) =>
    here.ask('admin', 'POST', '/api/openai/analyze-image', Buffer.from(body), { 'content-type': 'application/json' })
  const answers = await Promise.all(ways.map(ask))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(ways.map(() => 200))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const refused = ['{"imageBase64":"', `{"imageBase64":"${image}"`, `{"__proto__":{},"imageBase64":"${image}"}`]
  for (const body of refused) {
    const res = await ask(body)
    expect([res.statusCode, res.json().error]).toEqual([400, 'invalid_input'])
  }
})
