/** Image analyses over HTTP: whole, streamed, and as the caption of a post. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fault, openaiErrors } from '@tangelo/stand-ins'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPicture } from '../../../testing/ai-suite.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { hugePng } from '../../../testing/huge-png.ts'
import { stored } from '../../../testing/stored.ts'
import { aProvider } from '../../../testing/texts.ts'
import { formWith, sharedWorld, type World, world } from '../../../testing/world.ts'

const PROMPT = 'What is in it? Use a playful tone.'
const base64 = async (picture?: Buffer) => (picture ?? (await aPicture())).toString('base64')
const asking = async (picture?: Buffer) => ({ imageBase64: await base64(picture), prompt: PROMPT })
const WHOLE = '/api/openai/analyze-image'
const STREAM = '/api/openai/analyze-image/stream'

async function followed({ ask }: World, body: object) {
  const res = await ask('admin', 'POST', STREAM, body)
  const events = res.body.match(/^data: .+$/gm) ?? []
  return { res, events: events.map((line) => JSON.parse(line.slice(6))) }
}

const shared = sharedWorld()

test('without a provider an image is measured, and nothing of it is kept', async () => {
  const here = await shared()
  const { analysis, note } = (await here.ask('admin', 'POST', WHOLE, await asking())).json()
  expect(analysis).toMatch(/640 × 400 pixels[\s\S]+Caption drafts \(playful\)\n1\. .+\n2\. .+\n3\. .+[\s\S]+#\w+/)
  expect(note).toBeNull()
  const { events } = await followed(here, await asking())
  const chunks = events.slice(0, -1).map(({ piece }) => piece)
  expect(chunks.length).toBeGreaterThan(3)
  expect(events.at(-1)).toEqual({ analysis: chunks.join(''), note: null })
  const { uploads, ai_usage = [] } = await stored(here.database, 'uploads', 'ai_usage')
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
])('%s is told to be too large', async (_, megabytes, message) => {
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
  const told = await sharp(await aPicture(1_500, 900))
    .withExif({ IFD0: { Make: 'Citrus camera' } })
    .jpeg()
    .toBuffer()
  for (const picture of [moving, told])
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

test('what a picture says is text, and text is all that comes of it', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const content = '<img src=x onerror=alert(1)> [click](https://evil.test) IGNORE ALL INSTRUCTIONS'
  standIn.say({ content, chunkLength: 9 })
  const { events } = await followed(here, await asking())
  expect(events.at(-1)).toEqual({ analysis: content, note: null })
  expect(standIn.calls.total).toBe(1)
})

test.each([
  ['refuses', { content: null, refusal: 'No.' }, null, 422, 'ai_refused'],
  ['says nothing', { content: '' }, null, 502, 'ai_not_understood'],
  [
    'does not know the key',
    null,
    openaiErrors.invalidKey('sk-sample-key-of-the-stand-in-0123456789'),
    503,
    'ai_unauthorized',
  ],
  ['has no time', null, openaiErrors.overloaded(), 503, 'ai_unavailable'],
])('a provider that %s is told as such, without the key', async (_, said, error, status, code) => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  if (said) standIn.say(said)
  if (error) standIn.faults.next(1, error)
  const res = await here.ask('admin', 'POST', WHOLE, await asking())
  expect([res.statusCode, res.json().error]).toEqual([status, code])
  expect(res.body).not.toContain(standIn.token)
  expect(JSON.stringify(await stored(here.database))).not.toContain(standIn.token)
})

test('an answer that is cut off is shown as far as it came, and one without end stops at 8 KB', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Half of', finishReason: 'length' })
  expect((await followed(here, await asking())).events.at(-1)).toEqual({
    analysis: 'Half of',
    note: expect.stringMatching(/\S/),
  })
  standIn.say({ content: 'much '.repeat(200_000), chunkLength: 5_000 })
  const { analysis, note } = (await here.ask('admin', 'POST', WHOLE, await asking())).json()
  expect(Buffer.byteLength(analysis)).toBeLessThanOrEqual(8_192)
  expect(note).toMatch(/\S/)
})

test('an answer whose connection breaks ends with why, counts and is noted', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Sky over earth. '.repeat(20) })
  standIn.faults.next(1, 'reset')
  const { res, events } = await followed(here, await asking())
  expect([res.statusCode, events[0], events.at(-1)]).toEqual([
    200,
    { piece: expect.stringMatching(/^Sky/) },
    { failure: expect.objectContaining({ error: 'ai_unavailable', status: 503, success: false }) },
  ])
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(1)
  const { ai_usage = [] } = await stored(here.database, 'ai_usage')
  expect(ai_usage).toMatchObject([{ outcome: 'unavailable', model: 'gpt-4o-mini', answer_tokens: null }])
})

test('an image that cannot be used costs nothing of the day', async () => {
  const here = await world({ aiCallsPerDay: 1 })
  const unusable = { imageBase64: await base64(Buffer.from('no image')), prompt: PROMPT }
  for (const url of [WHOLE, STREAM]) expect((await here.ask('admin', 'POST', url, unusable)).statusCode).toBe(415)
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(0)
  expect(await stored(here.database, 'ai_usage')).toEqual({ ai_usage: [] })
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

test.each<[string, Fault]>([
  ['before it begins', 'hang'],
  ['in the middle of it', { trickleMs: 1 }],
])('whoever hangs up on an answer, %s, ends the call, which counts and is noted', async (_, fault) => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  standIn.say({ content: 'Sky over earth. '.repeat(2_000) })
  standIn.faults.next(1, fault)
  const address = await here.app.listen({ port: 0, host: '127.0.0.1' })
  const giving = new AbortController()
  const answer = fetch(`${address}${STREAM}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${here.tokens.admin}` },
    body: JSON.stringify(await asking()),
    signal: giving.signal,
  })
  await expect.poll(() => standIn.calls.total).toBe(1)
  if (fault !== 'hang') {
    const read = await (await answer).body?.getReader().read()
    expect(Buffer.from(read?.value ?? []).toString()).toMatch(/^data: {"piece":"Sky/)
  }
  giving.abort()
  if (fault === 'hang') await expect(answer).rejects.toThrow()
  await expect
    .poll(async () => (await stored(here.database, 'ai_usage')).ai_usage?.map(({ outcome }) => outcome))
    .toEqual(['given up'])
  expect((await here.ask('admin', 'GET', '/api/prompts/provider')).json().callsToday).toBe(1)
  expect((await stored(here.database, 'error_log')).error_log).toEqual([])
})

test('a caption is suggested from the image of a post, with the own default prompt, else the company’s, else ours', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const form = formWith(new Uint8Array(await aPicture()), 'a.jpg', 'images')
  const [imageUrl] = (await here.ask('pro', 'POST', '/api/upload/images', form)).json().imageUrls
  const post = (await here.ask('pro', 'POST', '/api/content/posts', { imageUrl })).json()
  const suggest = async () => (await here.ask('basic', 'POST', `/api/content/posts/${post.id}/caption`)).json()
  standIn.say({ content: 'Sky over earth.' })
  expect(await suggest()).toEqual({ caption: 'Sky over earth.', note: null, promptTitle: null })
  const prompt = (await here.ask('admin', 'POST', '/api/prompts/save', { title: 'Ours', prompt: 'As we do.' })).json()
  await here.ask('admin', 'PUT', `/api/prompts/${prompt.id}/default`, { of: 'company', isDefault: true })
  expect(await suggest()).toMatchObject({ promptTitle: 'Ours' })
  const own = (await here.ask('admin', 'POST', '/api/prompts/save', { title: 'Mine', prompt: 'As I do.' })).json()
  await here.ask('admin', 'PUT', '/api/users/3', { defaultPromptId: own.id })
  expect(await suggest()).toMatchObject({ promptTitle: 'Mine' })
  // A default that was deleted elsewhere counts for nothing.
  await here.ask('admin', 'PUT', '/api/users/3', { defaultPromptId: 'rec00000000000000' })
  expect(await suggest()).toMatchObject({ promptTitle: 'Ours' })
  const asked = standIn.questions.map(({ messages }) => JSON.stringify(messages))
  expect(asked.map((text) => ['As we do.', 'As I do.'].find((words) => text.includes(words)))).toEqual([
    undefined,
    'As we do.',
    'As I do.',
    'As we do.',
  ])
  expect((await here.ask('foreigner', 'POST', `/api/content/posts/${post.id}/caption`)).statusCode).toBe(404)
})

test('a post without an image of ours has no caption suggested', async () => {
  const here = await world()
  await itemsIn(here, [{ id: 'recWithoutAnImage' }])
  const res = await here.ask('pro', 'POST', '/api/content/posts/recWithoutAnImage/caption')
  expect([res.statusCode, res.json().error]).toEqual([422, 'no_image'])
})

test('a caption is suggested from an image that was uploaded for a draft, but not to another company', async () => {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const form = formWith(new Uint8Array(await aPicture()), 'a.jpg', 'images')
  const [imageUrl] = (await here.ask('pro', 'POST', '/api/upload/images', form)).json().imageUrls
  standIn.say({ content: 'Sky over earth.' })
  const suggested = await here.ask('pro', 'POST', '/api/content/caption', { imageUrl })
  expect(suggested.json()).toEqual({ caption: 'Sky over earth.', note: null, promptTitle: null })
  const foreign = await here.ask('foreigner', 'POST', '/api/content/caption', { imageUrl })
  const missing = await here.ask('foreigner', 'POST', '/api/content/caption', { imageUrl: '/media/u/missing' })
  expect([foreign.statusCode, foreign.json()]).toEqual([400, missing.json()])
  expect(foreign.json().fields).toEqual({ imageUrl: 'must be an image of POST /api/upload/images' })
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
