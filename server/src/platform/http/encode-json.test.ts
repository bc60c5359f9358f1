/** JSON responses are compressed for clients that accept it, and have the same content. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { setUpSharedWorld, type World } from '../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: Array.from({ length: 20 }, (_, at) => `account.${at}`) })

const list = ({ ask }: World, encoding?: string, more: Record<string, string> = {}) =>
  ask('admin', 'GET', '/api/accounts', undefined, {
    ...more,
    ...(encoding !== undefined && { 'accept-encoding': encoding }),
  })

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
] as const)('a client that accepts %s gets %s, and the same answer', async (accepted, encoding) => {
  const here = await shared()
  const [plain, small] = [await list(here), await list(here, accepted)]
  expect(small.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    'content-length': String(small.rawPayload.length),
  })
  const unpacked = encoding === 'br' ? brotliDecompressSync(small.rawPayload) : gunzipSync(small.rawPayload)
  expect(String(unpacked)).toBe(plain.body)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  const headers = { authorization: `Bearer ${here.tokens.admin}`, 'accept-encoding': accepted }
  const head = await here.app.inject({ method: 'HEAD', url: '/api/accounts', headers })
  expect(head.headers['content-length']).toBe(small.headers['content-length'])
})

test.each([undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0.0', 'brotli'])(
  'a client that accepts %j gets the answer as it is',
  async (accepted) => {
    const here = await shared()
    const { headers, body } = await list(here, accepted)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBe('accept-encoding')
    expect(JSON.parse(body)).toHaveLength(20)
  },
)

test('a short answer stays as it is', async () => {
  const { ask } = await shared()
  const { headers } = await ask('admin', 'GET', '/api/accounts/1', undefined, { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
})

test('an unchanged response is a 304, in any encoding it had before', async () => {
  const here = await shared()
  const [plain, small] = [await list(here), await list(here, 'br')]
  expect(small.headers.etag).toBe(`W/${plain.headers.etag}`)
  for (const tag of [plain.headers.etag, small.headers.etag])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const res = await list(here, encoding, { 'if-none-match': String(tag) })
      expect([res.statusCode, res.body, res.headers['content-encoding']]).toEqual([304, '', undefined])
    }
})

test('the OpenAPI document is compressed too', async () => {
  const { app } = await shared()
  const res = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  expect(JSON.parse(String(gunzipSync(res.rawPayload))).openapi).toBe('3.1.0')
})

test('what a program keeps varies by its token and by the encoding', async () => {
  const { ask, app } = await shared()
  const { token } = (await ask('pro', 'POST', '/api/auth/generate-api-token', {})).json()
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const res = await app.inject({ url: '/api/accounts', headers })
  expect(res.headers).toMatchObject({ vary: 'authorization, accept-encoding', 'content-encoding': 'br' })
})
