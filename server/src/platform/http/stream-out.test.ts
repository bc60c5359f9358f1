/** Calls with large bodies, against servers that behave as no stand-in does; what usually goes wrong: `s3.failures.test.ts`. */
import { once } from 'node:events'
import { Agent, createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type StreamedCall, streamOut } from './stream-out.ts'

async function serve(answer: RequestListener) {
  const connections = new Set<Socket>()
  let opened = 0
  const server = createServer(answer).listen(0, '127.0.0.1')
  server.on('connection', (socket) => {
    opened += 1
    connections.add(socket.once('close', () => connections.delete(socket)))
  })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return {
    connections,
    countOpened: () => opened,
    call: (change: Partial<StreamedCall> = {}) =>
      streamOut({
        url,
        method: 'GET',
        headers: {},
        limits: { connectMs: 5_000, idleMs: 5_000 },
        agent,
        ...change,
      }),
  }
}

const MB = 1024 * 1024

/** However they end. */
const waitForClose = (connections: Iterable<Socket>) =>
  Promise.all(Array.from(connections, (socket) => new Promise((resolve) => socket.once('close', resolve))))

test('a refusal that comes early is heard, and the rest stays here', async () => {
  const { call, connections } = await serve((_, response) => response.writeHead(403).end('no'))
  let made = 0
  const body = () =>
    Readable.from(
      (async function* () {
        for (; made < 200; made += 1) yield Buffer.alloc(MB)
      })(),
      { objectMode: false },
    )
  const answer = await call({ method: 'PUT', body, headers: { 'content-length': String(200 * MB) } })
  expect([answer.status, String(Buffer.concat(await answer.body.toArray()))]).toEqual([403, 'no'])
  expect(made).toBeLessThan(200)
  await waitForClose(connections)
})

test('a connection serves again once its answer was read, and is closed when it was not', async () => {
  const { call, connections, countOpened } = await serve((request, response) => {
    request.resume()
    response.setHeader('content-length', 5 * MB).end(Buffer.alloc(5 * MB))
  })
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const { body } = await call({ method })
    await body.toArray()
  }
  expect(countOpened()).toBe(1)
  const { body } = await call()
  body.destroy()
  await waitForClose(connections)
  expect(countOpened()).toBe(1)
})

test('a reader may take its time; a sender that stands still may not', async () => {
  const { call } = await serve((request, response) => {
    response.write(Buffer.alloc(5 * MB))
    if (request.method === 'GET') response.end()
  })
  const limits = { connectMs: 5_000, idleMs: 60 }
  const slow = await call({ limits })
  await once(slow.body, 'readable')
  expect(slow.body.read(1)).toHaveLength(1)
  // Each of these takes as long as the limit.
  for (let times = 0; times < 2; times += 1) {
    const still = await call({ method: 'DELETE', limits })
    await expect(still.body.toArray()).rejects.toThrow('did not go on within 0.06 seconds')
  }
  expect((await slow.body.toArray()).reduce((sum, chunk: Buffer) => sum + chunk.length, 1)).toBe(5 * MB)
})
