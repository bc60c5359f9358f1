/**
 * What Node would answer by itself, without a body and without our headers: requests that are no HTTP, come too slowly, name no Host,
 * expect what is not offered, or arrive while the server ends. All of them get the shape and the headers of every other answer.
 */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Failure, tooSlow } from '../errors.ts'
import { newRequestId } from '../secrets.ts'
import { bodyOf } from './failures.ts'
import { SAFE_HEADERS } from './security-headers.ts'

const invalid = (message: string) => new Failure(400, 'invalid_input', message)

const BROKEN: Record<string, () => Failure> = {
  HPE_HEADER_OVERFLOW: () => new Failure(431, 'too_large', 'The headers of the request are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Failure(413, 'too_large', 'The chunk extensions of the body are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
}

/** For what never becomes a request: answered on the wire, and the connection is closed. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  answerOnWire(socket, (BROKEN[error.code ?? ''] ?? (() => invalid('This is not a valid HTTP request')))())
}

function answerOnWire(socket: Duplex, failure: Failure): void {
  const body = JSON.stringify(bodyOf(failure))
  const lines = Object.entries(headersOf(failure, body)).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...lines, '', body].join('\r\n'))
}

const headersOf = (failure: Failure, body: string): Record<string, string> => ({
  ...SAFE_HEADERS,
  ...failure.headers,
  'x-request-id': newRequestId(),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
})

/** Call this before the first route is added. The server must not require a Host itself (`requireHostHeader`). */
export function answerBareRequests(app: FastifyInstance): void {
  let isEnding = false
  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })
  app.addHook('onRequest', (request, _, done) => {
    const { headers, httpVersion } = request.raw
    if (isEnding) done(new Failure(503, 'ending', 'The server is ending. Try again.', {}, { 'retry-after': '1' }))
    else if (headers.host === undefined && httpVersion === '1.1') done(invalid('The request names no Host'))
    else done()
  })
  app.server.on('checkExpectation', (_, response) => {
    const failure = new Failure(417, 'unmet_expectation', 'The only expectation that is met is 100-continue')
    const body = JSON.stringify(bodyOf(failure))
    response.writeHead(failure.status, headersOf(failure, body)).end(body)
  })
  app.server.on('connect', (_, socket) => {
    // Node no longer listens to it: a client that breaks off would end the process, and one that stays would keep it open.
    socket.once('error', () => socket.destroy()).once('finish', () => socket.destroy())
    answerOnWire(socket, new Failure(405, 'method_not_allowed', 'CONNECT is not offered: this is no proxy'))
  })
}
