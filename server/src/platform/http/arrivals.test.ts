/** How long requests may take to arrive, over real connections. The clock of the limits is the test's. */
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { until } from '../../testing/queue-nodes.ts'
import { parseAnswer, rawClient } from '../../testing/raw-client.ts'
import { aPixel } from '../../testing/reels.ts'
import { type World, world } from '../../testing/world.ts'
import { openLog } from '../log.ts'
import { closeWithin } from './arrivals.ts'

const TOO_SLOW = { error: 'too_slow', message: 'The request did not arrive in time', status: 408, success: false }

interface Listening extends World {
  /** The server's ends of all connections. */
  sockets: Socket[]
  lines: string[]
  passes(ms: number): void
}

async function listening(headersMs = 60_000): Promise<Listening> {
  let now = 0
  const lines: string[] = []
  const here = await world({
    app: {
      log: openLog('debug', { write: (line) => lines.push(line) }),
      arrivalTimes: { headersMs, checkEveryMs: 5, now: () => now },
    },
  })
  const sockets: Socket[] = []
  here.app.server.on('connection', (socket) => sockets.push(socket))
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...here,
    sockets,
    lines,
    passes: (ms) => {
      now += ms
    },
  }
}

const END = '\r\n--edge--\r\n'
const PART = '--edge\r\ncontent-disposition: form-data; name="images"; filename="a.gif"\r\n\r\n'

/** The head of a form and its body, in bytes. */
function formTo(path: string, token: string, body: Buffer) {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=edge',
    `content-length: ${body.length}`,
    '\r\n',
  ].join('\r\n')
  return { head, body }
}

const anUpload = ({ tokens }: World) =>
  formTo('/api/upload/images', tokens.pro, Buffer.concat([Buffer.from(PART), aPixel(), Buffer.from(END)]))

/** The server has read so many bytes of its only connection. */
const hasRead = ({ sockets }: Listening, bytes: number) =>
  until(`${bytes} bytes read`, () => (sockets[0]?.bytesRead ?? 0) >= bytes)

test('a form that stands still for 30 seconds is answered by a 408, and its connection is closed', async () => {
  const here = await listening()
  const { head, body } = anUpload(here)
  const first = body.subarray(0, PART.length + 3)
  const client = await rawClient(here.app, head)
  client.socket.write(first)
  await hasRead(here, head.length + first.length)
  here.passes(29_000)
  here.passes(2_000)
  const { status, headers, body: answered } = parseAnswer(await client.closed)
  expect([status, answered]).toEqual([408, TOO_SLOW])
  expect(headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' })
})

test('a form that comes slowly lives for as long as it goes on', async () => {
  const here = await listening()
  const { head, body } = anUpload(here)
  const client = await rawClient(here.app, head)
  await hasRead(here, head.length)
  for (let sent = 0; sent < body.length; sent += 20) {
    here.passes(25_000)
    client.socket.write(body.subarray(sent, sent + 20))
    await hasRead(here, head.length + Math.min(sent + 20, body.length))
  }
  await until('the answer', () => client.readReceived().includes('imageUrls'))
  expect(client.readReceived()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body of JSON has 30 seconds in all, however it goes on', async () => {
  const here = await listening()
  const head = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
  const client = await rawClient(here.app, head)
  await hasRead(here, head.length)
  for (const [at, sent] of ['{"use', 'rname', '":"x"'].entries()) {
    client.socket.write(sent)
    await hasRead(here, head.length + 5 * (at + 1))
    here.passes(10_500)
  }
  expect(parseAnswer(await client.closed)).toMatchObject({ status: 408, body: TOO_SLOW })
})

test.each(['', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '])(
  'headers that break off (%j) are answered by a 408',
  async (sent) => {
    const here = await listening(50)
    const client = await rawClient(here.app, sent)
    expect(parseAnswer(await client.closed)).toMatchObject({ status: 408, body: TOO_SLOW })
  },
)

/** A form whose first part is refused, with a second one behind it. */
function aRefusedUpload({ tokens }: World) {
  const part = (field: string) => `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="a.csv"\r\n\r\n`
  const body = `${part('wrong')}x\r\n${part('file')}${'x'.repeat(1_000)}${END}`
  return formTo('/api/accounts/import', tokens.admin, Buffer.from(body))
}

test('an upload that was refused and then stands still for 30 seconds loses its connection', async () => {
  const here = await listening()
  here.app.server.keepAliveTimeout = 0
  const { head, body } = aRefusedUpload(here)
  const client = await rawClient(here.app, head + body.subarray(0, -500))
  await until('the refusal', () => client.readReceived().includes('invalid_input'))
  here.passes(29_000)
  here.passes(2_000)
  expect(parseAnswer(await client.closed).status).toBe(400)
})

test('headers have ten seconds', async () => {
  const here = await world()
  expect(here.app.server.headersTimeout).toBe(10_000)
})

test('a server that ends waits neither for a form that stands still nor for headers that never come', async () => {
  const here = await listening()
  const { head, body } = anUpload(here)
  const stuck = await rawClient(here.app, head)
  stuck.socket.write(body.subarray(0, 60))
  await hasRead(here, head.length + 60)
  const silent = await rawClient(here.app, 'GET / HTTP/1.1\r\n')
  await until('both connections', () => here.sockets.length === 2)
  const ended = closeWithin(here.app, 300)
  await until('the server ends', () => !here.app.server.listening)
  here.passes(2_001)
  expect(parseAnswer(await stuck.closed).status).toBe(408)
  await silent.closed
  await ended
})

test('a server that ends closes connections also with answers to requests that came before', async () => {
  const here = await listening()
  const { head, body } = anUpload(here)
  const client = await rawClient(here.app, head)
  await hasRead(here, head.length)
  const ended = closeWithin(here.app, 5_000)
  client.socket.write(body)
  const { status, headers } = parseAnswer(await client.closed)
  expect([status, headers.connection]).toEqual([200, 'close'])
  await ended
})

test('an upload that its sender breaks off is no error of the server', async () => {
  const here = await listening()
  const { head, body } = anUpload(here)
  const client = await rawClient(here.app, head)
  client.socket.write(body.subarray(0, PART.length + 3))
  await hasRead(here, head.length + PART.length + 3)
  client.socket.destroy()
  await until('the server has noticed', () => here.lines.some((line) => /went away|request failed/.test(line)))
  expect(here.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
  await here.services.errorLog.flush()
  expect((await here.ask('admin', 'GET', '/api/system/errors')).json()).toEqual([])
})
