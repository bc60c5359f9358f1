/** Files over HTTP: whole or in part, as RFC 9110 has it, with any header. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { answerFailures } from './failures.ts'
import { answerFile } from './file-answer.ts'

const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251))
const HASH = createHash('sha256').update(BYTES).digest('hex')
const TAG = `"${HASH}"`

/** As of a storage whose connection breaks right after the headers. */
const makeBrokenStream = () =>
  new Readable({
    read() {
      this.destroy(new Error('broke the connection off'))
    },
  })

async function serveFile({ bytes = BYTES, kept = bytes as Buffer | null, isBroken = false } = {}) {
  const app = Fastify()
  answerFailures(app, { error: () => {} } as never)
  let opened = 0
  app.get('/file', (request, reply) =>
    answerFile(
      request,
      reply,
      {
        hash: HASH,
        bytes: bytes.length,
        type: 'video/mp4',
        what: 'Video',
        async open(range) {
          opened += 1
          const part = kept?.subarray(range?.start ?? 0, (range?.end ?? kept.length - 1) + 1)
          if (part && isBroken) return { stream: makeBrokenStream(), bytes: part.length }
          return part ? { stream: Readable.from(part.length > 0 ? [part] : []), bytes: part.length } : null
        },
      },
      { 'cache-control': 'private, immutable' },
    ),
  )
  return {
    countOpened: () => opened,
    ask: (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: '/file', headers }),
  }
}

test('a file is sent whole, with its length, its name and the header that allows ranges', async () => {
  const { ask } = await serveFile()
  const res = await ask()
  expect([res.statusCode, res.rawPayload.equals(BYTES)]).toEqual([200, true])
  expect(res.headers).toMatchObject({
    'content-length': '1000',
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: TAG,
    'cache-control': 'private, immutable',
  })
  expect(res.headers['content-range']).toBeUndefined()
})

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=0-', 0, 999],
  ['bytes=990-', 990, 999],
  ['bytes=999-999', 999, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-1000', 0, 999],
  ['bytes=-99999999999999999999999', 0, 999],
  ['bytes=5-99999999999999999999999', 5, 999],
  ['Bytes=1-2', 1, 2],
  [`bytes=${'0'.repeat(4_000)}7-8`, 7, 8],
])('%s is answered with that part', async (range, start, end) => {
  const { ask } = await serveFile()
  const res = await ask({ range })
  expect(res.statusCode).toBe(206)
  expect(res.headers).toMatchObject({
    'content-range': `bytes ${start}-${end}/1000`,
    'content-length': String(end - start + 1),
    'content-type': 'video/mp4',
    etag: TAG,
  })
  expect(res.rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true)
})

test.each([
  'bytes=0-0,5-5',
  `bytes=${'0-0,'.repeat(2_000)}1-1`,
  'bytes=9-5',
  'bytes=-',
  'bytes=',
  'bytes',
  'bytes=a-b',
  'bytes=-5-10',
  'bytes=1e2-',
  'bytes=0x10-',
  'lines=0-5',
  '0-5',
  'bytes=0-5;x',
])('%s is answered with the whole file', async (range) => {
  const { ask } = await serveFile()
  const res = await ask({ range })
  expect([res.statusCode, res.rawPayload.length]).toEqual([200, 1_000])
})

test.each(['bytes=1000-', 'bytes=1000-1000', `bytes=${'9'.repeat(400)}-`, 'bytes=-0'])(
  '%s is refused with the length of the file',
  async (range) => {
    const { ask, countOpened } = await serveFile()
    const res = await ask({ range })
    expect([res.statusCode, res.headers['content-range'], countOpened()]).toEqual([416, 'bytes */1000', 0])
    expect(res.json()).toMatchObject({ error: 'no_such_range', status: 416 })
    expect(res.headers['cache-control']).toBeUndefined()
  },
)

test('a part is answered while the file is still the same, else the whole', async () => {
  const { ask } = await serveFile()
  const statusWith = async (ifRange: string) => (await ask({ range: 'bytes=0-9', 'if-range': ifRange })).statusCode
  expect(await statusWith(TAG)).toBe(206)
  for (const other of ['"other"', `W/${TAG}`, 'Wed, 21 Oct 2025 07:28:00 GMT', 'x'])
    expect(await statusWith(other)).toBe(200)
})

test('what is known already is not sent again', async () => {
  const { ask, countOpened } = await serveFile()
  for (const header of [TAG, `W/${TAG}`, '*', `"a", ${TAG}`]) {
    const res = await ask({ 'if-none-match': header, range: 'bytes=0-9' })
    expect([res.statusCode, res.rawPayload.length, res.headers.etag]).toEqual([304, 0, TAG])
  }
  expect(countOpened()).toBe(0)
  expect((await ask({ 'if-none-match': '"a", "b"' })).statusCode).toBe(200)
})

test('HEAD returns the length and opens nothing', async () => {
  const { ask, countOpened } = await serveFile()
  const res = await ask({ range: 'bytes=0-9' }, 'HEAD')
  expect([res.statusCode, res.rawPayload.length, countOpened()]).toEqual([200, 0, 0])
  expect(res.headers).toMatchObject({ 'content-length': '1000', 'accept-ranges': 'bytes', 'content-type': 'video/mp4' })
})

test('a file that breaks off before its first byte is a failure which no cache keeps under the name of the file', async () => {
  const { ask } = await serveFile({ isBroken: true })
  for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
    const res = await ask(headers)
    expect([res.statusCode, res.json().error]).toEqual([500, 'internal'])
    expect(res.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    for (const name of ['etag', 'content-range', 'accept-ranges']) expect(res.headers[name]).toBeUndefined()
  }
})

describe('what is not there', () => {
  test('is a 404, in whole and in part, also when only half of it is there', async () => {
    for (const kept of [null, BYTES.subarray(0, 500)])
      for (const headers of [{}, { range: 'bytes=400-600' }] as Record<string, string>[]) {
        const { ask } = await serveFile({ kept })
        const res = await ask(headers)
        expect([res.statusCode, res.json().message]).toEqual([404, 'Video not found'])
        expect(res.headers['content-length']).toBe(String(res.rawPayload.length))
      }
  })

  test('an empty file is answered, and no part of it', async () => {
    const { ask } = await serveFile({ bytes: Buffer.alloc(0) })
    expect([(await ask()).statusCode, (await ask({ range: 'bytes=0-' })).statusCode]).toEqual([200, 416])
  })
})
