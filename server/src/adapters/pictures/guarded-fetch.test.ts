import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { apifyStandIn, instagramWorld } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { NoPicture } from '#ports/pictures.ts'
import { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts'

const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')
const never = () => new AbortController().signal

/** A place in this machine, which is not the public internet. */
async function place(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { asked, port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/picture?secret` }
}

type Refusal = Pick<NoPicture, 'kind' | 'message'>

async function refusalOf(url: string, options: GuardedFetchOptions = {}): Promise<Refusal> {
  const failure = await guardedFetch(options)
    .fetch(url, never())
    .catch((error: unknown) => error)
  if (!(failure instanceof NoPicture)) throw new Error(`not refused: ${String(failure)}`)
  expect(failure.message).toMatch(/^[A-Z].*\.$/)
  expect(failure.message).not.toMatch(/secret|127\.0\.0\.1|host\.example/)
  return { kind: failure.kind, message: failure.message }
}

const notPublic: Refusal = { kind: 'refused', message: 'Pictures are taken from the public internet only.' }

/** A name server that gives these answers, one after the other, the last one again and again. */
function answering(...answers: string[][]): LookupFunction & { times(): number } {
  let times = 0
  const lookup: LookupFunction = (_host, { all }, found) => {
    const addresses = (answers[Math.min(times, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    times += 1
    const [first] = addresses
    if (all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family)
  }
  return Object.assign(lookup, { times: () => times })
}

test('brings a picture, and says what it is by its content', async () => {
  const { host, url, asked } = await place((request, response) => {
    expect(request.headers).toEqual({
      accept: 'image/*',
      'user-agent': 'tangelo',
      host: request.headers.host,
      connection: 'close',
    })
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' }).end(gif)
  })
  const pictures = guardedFetch({ allowedHosts: [host] })
  for (const _ of [1, 2]) {
    const { bytes, type } = await pictures.fetch(url, never())
    expect([Buffer.compare(bytes, gif), type]).toEqual([0, 'image/gif'])
  }
  expect(asked).toEqual(['GET /picture?secret', 'GET /picture?secret'])
})

test('pictures of a stand-in are brought as long as their links work', async () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const world = instagramWorld({ seed: 7, now })
  const standIn = await apifyStandIn({ world, clock: { now: () => now } }).start()
  onTestFinished(standIn.end)
  const answer = await fetch(`${standIn.url}/v2/actors/apify~instagram-profile-scraper/run-sync-get-dataset-items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${standIn.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ usernames: ['nasa'] }),
  })
  const [{ profilePicUrl }] = (await answer.json()) as [{ profilePicUrl: string }]
  const options = { allowedHosts: [new URL(standIn.url).host] }
  expect(await guardedFetch(options).fetch(profilePicUrl, never())).toMatchObject({ type: 'image/png' })
  standIn.moveTime(30 * 86_400_000)
  expect(await refusalOf(profilePicUrl, options)).toEqual({
    kind: 'gone',
    message: 'The picture is no longer there, or its link has expired.',
  })
})

test.each([
  'ftp://example.com/a.jpg',
  'file:///etc/passwd',
  'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  'javascript:alert(1)',
  'nonsense',
  '',
  '//host.example/a.jpg',
  'http://',
  'http://user@host.example/',
  'http://user:secret@host.example/',
])('never asks %s', async (url) => {
  const lookup = answering(['127.0.0.1'])
  expect((await refusalOf(url, { lookup })).kind).toBe('refused')
  expect(lookup.times()).toBe(0)
})

test.each([
  '127.0.0.1',
  '127.1',
  '0',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '１２７.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'localhost',
])('does not reach this machine as %s', async (host) => {
  const { port, asked } = await place((_, response) => response.end(gif))
  expect(await refusalOf(`http://${host}:${port}/picture`)).toEqual(notPublic)
  expect(asked).toEqual([])
})

test('a name is judged by the answer that is connected to', async () => {
  const { port, asked } = await place((_, response) => response.end(gif))
  const url = `http://host.example:${port}/picture`
  for (const answers of [['127.0.0.1'], ['169.254.169.254'], ['::1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:10.0.0.1']]) {
    expect(await refusalOf(url, { lookup: answering(answers) })).toEqual(notPublic)
  }
  expect(asked).toEqual([])
})

test('a name that changes its mind gains nothing: it is looked up once a fetch', async () => {
  const { port, asked } = await place((_, response) => response.end(gif))
  const url = `http://host.example:${port}/picture`
  // From a block of public addresses that was never assigned.
  const lookup = answering(['2d00::1'], ['127.0.0.1'])
  expect((await refusalOf(url, { lookup, limits: { connectMs: 50 } })).kind).toBe('unavailable')
  expect(lookup.times()).toBe(1)
  expect(asked).toEqual([])
})

test('only the very place that was configured may lie here', async () => {
  const { port, host, asked } = await place((_, response) => response.end(gif))
  expect(await refusalOf(`http://localhost:${port}/`, { allowedHosts: [host] })).toEqual(notPublic)
  expect(await refusalOf(`http://127.0.0.1:${port}/`, { allowedHosts: ['127.0.0.1:1', '127.0.0.1'] })).toEqual(
    notPublic,
  )
  expect(asked).toEqual([])
  const named = guardedFetch({ allowedHosts: [`Pictures.Example:${port}`], lookup: answering(['127.0.0.1']) })
  expect(await named.fetch(`http://pictures.example:${port}/`, never())).toMatchObject({ type: 'image/gif' })
})

test('moves are not followed', async () => {
  const { host, url, asked } = await place((_, response) => response.writeHead(302, { Location: '/other' }).end(gif))
  expect(await refusalOf(url, { allowedHosts: [host] })).toEqual({
    kind: 'refused',
    message: 'The picture has moved, and redirects are not followed.',
  })
  expect(asked).toHaveLength(1)
})

test('a file that is too large, or no picture, is reported as such', async () => {
  const large = await place((_, response) => {
    response.write(gif)
    response.write(Buffer.alloc(2 * 1024 * 1024))
  })
  expect(await refusalOf(large.url, { allowedHosts: [large.host], limits: { bytes: 1024 * 1024 } })).toEqual({
    kind: 'not_a_picture',
    message: 'The server of the picture answered with more than 1 MB.',
  })
  const page = await place((_, response) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('<html>'))
  expect(await refusalOf(page.url, { allowedHosts: [page.host] })).toEqual({
    kind: 'not_a_picture',
    message: 'The address does not hold a JPEG, PNG, WebP, GIF or AVIF.',
  })
})

test('fifteen megabytes are taken, one byte more is not', async () => {
  const most = 15 * 1024 * 1024
  let size = most
  const { host, url } = await place((_, response) =>
    response.end(Buffer.concat([gif, Buffer.alloc(size - gif.length)])),
  )
  expect((await guardedFetch({ allowedHosts: [host] }).fetch(url, never())).bytes).toHaveLength(most)
  size += 1
  expect((await refusalOf(url, { allowedHosts: [host] })).kind).toBe('not_a_picture')
})

test.each([
  [403, 'gone'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [204, 'unavailable'],
  [206, 'unavailable'],
])('status %i: %s', async (status, kind) => {
  const { host, url } = await place((_, response) => response.writeHead(status).end(status === 204 ? undefined : gif))
  expect((await refusalOf(url, { allowedHosts: [host] })).kind).toBe(kind)
})

test('slow, broken and absent servers are unavailable', async () => {
  const slow = await place(() => {})
  const drops = await place((_, response) => {
    const timer = setInterval(() => response.write('x'), 1)
    response.on('close', () => clearInterval(timer))
  })
  for (const { host, url } of [slow, drops]) {
    expect(await refusalOf(url, { allowedHosts: [host], limits: { wholeMs: 50 } })).toEqual({
      kind: 'unavailable',
      message: 'The server of the picture did not answer within 0.05 seconds.',
    })
  }
  const broken = await place((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write(gif, () => response.socket?.resetAndDestroy())
  })
  expect(await refusalOf(broken.url, { allowedHosts: [broken.host] })).toEqual({
    kind: 'unavailable',
    message: 'The server of the picture broke the connection off.',
  })
})

test("an aborted call throws the caller's own reason", async () => {
  const reason = new Error('stopping')
  const giving = new AbortController()
  const { host, url } = await place(() => giving.abort(reason))
  await expect(guardedFetch({ allowedHosts: [host] }).fetch(url, giving.signal)).rejects.toBe(reason)
})
