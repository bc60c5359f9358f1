/** What Node would answer by itself has the shape and the headers of every other answer. */
import { expect, test } from 'vitest'
import { parseAnswer, rawClient } from '../../testing/raw-client.ts'
import { serverOfTest, settingsOfTest } from '../../testing/test-server.ts'
import { world } from '../../testing/world.ts'
import { SAFE_HEADERS } from './security-headers.ts'

const NO_HTTP = 'This is not a valid HTTP request'

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'invalid_input', NO_HTTP],
  ['HTTP/2 without an agreement', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_input', NO_HTTP],
  ['no Host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_input', 'The request names no Host'],
  [
    'no Host at an address of the interface',
    'POST /api/auth/login HTTP/1.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    400,
    'invalid_input',
    'The request names no Host',
  ],
  [
    'an expectation that is not met',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\n\r\n',
    417,
    'unmet_expectation',
    'The only expectation that is met is 100-continue',
  ],
  [
    'a proxy',
    'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n',
    405,
    'method_not_allowed',
    'CONNECT is not offered: this is no proxy',
  ],
  [
    'a header of 100 kB',
    `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
    431,
    'too_large',
    'The headers of the request are too large',
  ],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid_input',
    NO_HTTP,
  ],
])(
  '%s is answered with a sentence, safe headers, and the end of the connection',
  async (_, sent, status, error, message) => {
    const { app } = await world()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = parseAnswer(await (await rawClient(app, sent)).closed)
    expect([answer.status, answer.body]).toEqual([status, { error, message, status, success: false }])
    expect(answer.headers).toMatchObject({ ...SAFE_HEADERS, 'content-type': 'application/json; charset=utf-8' })
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
  },
)

test('HTTP/1.0 needs no Host', async () => {
  const { app } = await world()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = parseAnswer(await (await rawClient(app, 'GET /healthz HTTP/1.0\r\n\r\n')).closed)
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
})

const CONNECT = 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'

test('a client that takes the server for a proxy and breaks off does not end it', async () => {
  const server = await serverOfTest(await settingsOfTest())
  const port = Number(new URL(server.address).port)
  for (let time = 0; time < 20; time += 1) {
    const { socket, closed } = await rawClient(port, CONNECT)
    socket.resetAndDestroy()
    await closed
  }
  expect(await (await server.ask('GET', '/healthz')).json()).toEqual({ status: 'ok' })
})

test('a client that takes the server for a proxy and keeps its side open leaves no connection behind', async () => {
  const { app } = await world()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket, closed } = await rawClient(app)
  socket.allowHalfOpen = true
  socket.write(CONNECT)
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
  socket.destroy()
  expect(parseAnswer(await closed).status).toBe(405)
})
