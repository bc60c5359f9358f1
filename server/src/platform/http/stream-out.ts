/**
 * One outgoing HTTP call whose bodies may be large: both are streamed, and a side that stalls ends the call. Beside
 * `callOut`, which reads a response whole within a time. Follows no redirects. Failures never hold the address.
 */
import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openPlain,
  type Agent as PlainAgent,
} from 'node:http'
import { request as openSecure, type Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import { CallFailure, unreachable } from './call-out.ts'

export interface StreamedCall {
  url: URL
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** With the length of the body, where there is one. */
  headers: Record<string, string>
  /** Called once. */
  body?: Uint8Array | (() => Readable)
  limits: {
    /** For finding the host, connecting and, with https, agreeing on keys. */
    connectMs: number
    /** The longest that nothing may move, while sending, waiting or reading. */
    idleMs: number
  }
  /** Keeps connections for the next call. */
  agent: PlainAgent | SecureAgent
  /** Ends the call with its reason, also in the middle of an answer. */
  signal?: AbortSignal
}

export interface StreamedAnswer {
  status: number
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  /** The caller reads it to its end or destroys it. Fails with `CallFailure` when it breaks off. */
  body: Readable
}

/** Any status is an answer. Throws `CallFailure`, the signal's reason, or what the body that is to be sent fails with. */
export async function streamOut(call: StreamedCall): Promise<StreamedAnswer> {
  const { url, method, headers, limits, agent, signal } = call
  signal?.throwIfAborted()
  const isSecure = url.protocol === 'https:'
  const request = (isSecure ? openSecure : openPlain)(url, {
    method,
    headers: { 'User-Agent': 'tangelo', ...headers },
    agent,
    ...(signal && { signal }),
  })
  const connectTimer = setTimeout(
    () => request.destroy(tooSlow('accept a connection', limits.connectMs)),
    limits.connectMs,
  )
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve)
  // Stays for the whole call: a connection that breaks during the body is reported here too.
  request.on('error', reject)
  request.once('close', () => clearTimeout(connectTimer))
  request.once('socket', (socket) => {
    const clearConnectTimer = () => clearTimeout(connectTimer)
    if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', clearConnectTimer)
    else clearConnectTimer()
  })
  // Runs anew with every byte, sent or received.
  request.setTimeout(limits.idleMs, () => request.destroy(tooSlow('go on', limits.idleMs)))
  let ownFailure: unknown
  try {
    send(request, call.body).catch((error: unknown) => {
      ownFailure = error
      reject(error)
    })
    const response = await answered
    // From here the reader counts: a slow one is not the other side's fault.
    response.socket.setTimeout(0)
    const body = Readable.from(chunksOf(response, limits.idleMs, signal), { objectMode: false })
    body.once('close', () => {
      response.destroy()
      // The response came before all was sent: the rest is not needed.
      if (!request.writableFinished) request.destroy()
    })
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  } catch (error) {
    request.destroy()
    throw error === ownFailure ? error : failureOf(error, signal)
  }
}

/** Ends early, without complaint, when the answer is there or the connection is gone. Fails with what the body fails with. */
async function send(request: ClientRequest, body: StreamedCall['body']): Promise<void> {
  if (typeof body !== 'function') return void request.end(body)
  const over = new AbortController()
  for (const event of ['response', 'close']) request.once(event, () => over.abort())
  let sent = 0
  for await (const chunk of body() as AsyncIterable<Buffer>) {
    sent += chunk.length
    const isTaken = request.write(chunk)
    if (!isTaken) await once(request, 'drain', { signal: over.signal }).catch(() => {})
    if (over.signal.aborted) return
  }
  // The other side would wait for the rest until it is tired of it.
  if (sent !== Number(request.getHeader('content-length'))) throw new Error('What was sent is not as long as announced')
  request.end()
}

async function* chunksOf(
  response: IncomingMessage,
  idleMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const chunks = response[Symbol.asyncIterator]()
  try {
    while (true) {
      const timer = setTimeout(() => response.destroy(tooSlow('go on', idleMs)), idleMs)
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    throw failureOf(error, signal)
  }
}

const tooSlow = (what: string, ms: number) =>
  new CallFailure('too_slow', `did not ${what} within ${ms / 1_000} seconds`)

function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return error instanceof CallFailure ? error : new CallFailure('unreachable', unreachable(error), error)
}
