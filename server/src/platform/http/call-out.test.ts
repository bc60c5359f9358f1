import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CallFailure, callOut, type OutgoingCall, openConnection } from './call-out.ts'

const limits = { connectMs: 10_000, wholeMs: 10_000, bytes: 1024 * 1024 }

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret?access_token=SECRET`)
}

const call = (url: URL, change: Partial<OutgoingCall> = {}) =>
  callOut({ url, limits, signal: new AbortController().signal, ...change })

async function failureOf(answer: Promise<unknown>): Promise<CallFailure> {
  const failure = await answer.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailure)
  expect(JSON.stringify([failure, (failure as Error).message])).not.toMatch(/SECRET|127\.0\.0\.1/)
  return failure as CallFailure
}

test('brings status, headers and body, and sends what it was given', async () => {
  const url = await serve((request, response) => {
    response.writeHead(201, { 'X-Answer': 'yes' })
    request.pipe(response)
  })
  const answer = await call(url, { method: 'POST', body: 'orange 🍊' })
  expect({ ...answer, headers: answer.headers['x-answer'], body: answer.body.toString() }).toEqual({
    status: 201,
    headers: 'yes',
    body: 'orange 🍊',
  })
})

test('a redirect is an answer like any other', async () => {
  const url = await serve((_, response) => response.writeHead(302, { Location: 'http://192.0.2.1/' }).end())
  expect(await call(url)).toMatchObject({ status: 302 })
})

test('too much is not read, whether it was announced or not', async () => {
  const url = await serve((_, response) => {
    response.write(Buffer.alloc(800_000))
    response.write(Buffer.alloc(800_000))
  })
  const message = 'answered with more than 1 MB'
  expect(await failureOf(call(url))).toMatchObject({ kind: 'too_large', message })
  const announced = await serve((_, response) => response.writeHead(200, { 'Content-Length': 2_000_000 }).write('x'))
  expect(await failureOf(call(announced))).toMatchObject({ kind: 'too_large', message })
})

test('where only the head is wanted, no body is waited for', async () => {
  const endless = await serve((_, response) => response.writeHead(202, { 'X-Answer': 'yes' }).write('x'))
  const large = await serve((_, response) => response.writeHead(202, { 'Content-Length': 2_000_000 }).write('x'))
  for (const url of [endless, large])
    expect(await call(url, { ignoresBody: true })).toMatchObject({ status: 202, body: Buffer.alloc(0) })
})

test('an answer that never ends, or never begins, ends by the limit', async () => {
  const never = await serve(() => {})
  const drops = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'), 1)
    response.on('close', () => clearInterval(timer))
  })
  for (const url of [never, drops]) {
    expect(await failureOf(call(url, { limits: { ...limits, wholeMs: 50 } }))).toMatchObject({
      kind: 'too_slow',
      message: 'did not answer within 0.05 seconds',
    })
  }
})

test('a host that cannot be connected with ends by its own limit', async () => {
  const url = new URL('http://host.example/')
  expect(await failureOf(call(url, { limits: { ...limits, connectMs: 50 }, lookup: () => {} }))).toMatchObject({
    kind: 'too_slow',
    message: 'did not accept a connection within 0.05 seconds',
  })
})

test('once connected, only the limit for the whole counts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await serve((_, response) => {
    vi.advanceTimersByTime(5_000)
    response.end('late')
  })
  const answer = await call(url, { limits: { ...limits, connectMs: 3_000 } })
  expect(answer.body.toString()).toBe('late')
})

test('broken connections and missing hosts are reported without the address', async () => {
  const cut = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => response.socket?.resetAndDestroy())
  })
  expect(await failureOf(call(cut))).toMatchObject({ kind: 'unreachable', message: 'broke the connection off' })
  const closed = await serve(() => {})
  closed.port = '1'
  expect((await failureOf(call(closed))).message).toBe('could not be reached: the connection was refused')
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND 127.0.0.1 SECRET'), { code: 'ENOTFOUND' })
  const lookup: OutgoingCall['lookup'] = (_host, _options, found) => found(notFound, '')
  expect((await failureOf(call(new URL('http://host.example/'), { lookup }))).message).toBe(
    'could not be reached: there is no such host',
  )
})

test('who speaks another language from here on has not answered', async () => {
  const server = createRawServer((socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(await failureOf(call(url))).toMatchObject({
    kind: 'unreachable',
    message: 'closed the connection without an answer',
  })
})

test('a caller that aborts gets their own reason back, before and during', async () => {
  const url = await serve(() => {})
  const reason = new Error('stopping')
  await expect(call(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const giving = new AbortController()
  const heard = await serve(() => giving.abort(reason))
  await expect(call(heard, { signal: giving.signal })).rejects.toBe(reason)
})

test('a header that cannot be sent is a failure, not a crash', async () => {
  const url = await serve((_, response) => response.end())
  expect(await failureOf(call(url, { headers: { Authorization: 'SECRET\n' } }))).toMatchObject({
    kind: 'unreachable',
    message: 'could not be reached (ERR_INVALID_CHAR)',
  })
})

test('on a connection that stands a call leaves at once, and on another one where it was closed meanwhile', async () => {
  const ports = new Set<number | undefined>()
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    request.pipe(response)
  })
  const settings = { connectMs: 10_000, signal: new AbortController().signal }
  const connection = await openConnection(url, settings)
  const own = connection.socket.localPort
  const sent = await call(url, { method: 'POST', body: 'now', connection })
  expect([sent.body.toString(), [...ports]]).toEqual(['now', [own]])
  expect(connection.socket.destroyed).toBe(true)
  const closed = await openConnection(url, settings)
  closed.close()
  expect((await call(url, { method: 'POST', body: 'again', connection: closed })).body.toString()).toBe('again')
  expect(ports.size).toBe(2)
})

test('a connection that cannot be opened fails by name before anything is sent', async () => {
  const raw = createRawServer().listen(0, '127.0.0.1')
  await once(raw, 'listening')
  const url = new URL(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/secret?access_token=SECRET`)
  raw.close()
  await once(raw, 'close')
  const open = (change: object = {}) =>
    openConnection(url, Object.assign({ connectMs: 10_000, signal: new AbortController().signal }, change))
  expect(await failureOf(open())).toMatchObject({ kind: 'unreachable' })
  await expect(open({ signal: AbortSignal.abort(new Error('Enough')) })).rejects.toThrow('Enough')
})
