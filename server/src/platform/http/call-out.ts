/**
 * One outgoing HTTP call, with a limit on everything: connecting, responding, and how much is read. Follows no
 * redirects, keeps no cookies and no connections: an idle connection that the other side just closed would fail calls
 * that are not repeated. Failures never hold the address, since it may hold a token.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as openPlain } from 'node:http'
import { request as openSecure } from 'node:https'
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'

export interface CallLimits {
  /** For finding the host, connecting and, with https, agreeing on keys. */
  connectMs: number
  /** Until the last byte, so that an answer in drops ends too. */
  wholeMs: number
  /** Of the body; reading stops at the limit. */
  bytes: number
}

export interface OutgoingCall {
  url: URL
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  limits: CallLimits
  /** Status and headers are the whole response: the connection is closed once they are there, and the body is empty. */
  ignoresBody?: boolean
  signal: AbortSignal
  /** How a host name becomes an address; the system's resolver by default. Not used for addresses. */
  lookup?: LookupFunction
  /** Stands already, to the same host; another one is made where it was closed meanwhile. It ends with the call. */
  connection?: OpenConnection
}

/** With nothing sent on it yet. */
export interface OpenConnection {
  readonly socket: Socket
  close(): void
}

export interface CallAnswer {
  status: number
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  body: Buffer
}

/** No whole answer came. The message goes on after a name: 'did not answer within 10 seconds'. `cause` is not for people. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly kind: 'unreachable' | 'too_slow' | 'too_large'
  constructor(kind: CallFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Any status is a response. Throws `CallFailure`, or the signal's reason when the caller aborted. */
export async function callOut(call: OutgoingCall): Promise<CallAnswer> {
  const { url, method = 'GET', headers = {}, body, limits, ignoresBody = false, signal, lookup, connection } = call
  signal.throwIfAborted()
  const ending = new AbortController()
  const tooSlow = (what: string, ms: number) =>
    ending.abort(new CallFailure('too_slow', `did not ${what} within ${ms / 1_000} seconds`))
  const wholeTimer = setTimeout(tooSlow, limits.wholeMs, 'answer', limits.wholeMs)
  const connectTimer = setTimeout(tooSlow, limits.connectMs, 'accept a connection', limits.connectMs)
  const giveUp = () => ending.abort(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  const isSecure = url.protocol === 'https:'
  const standing = connection?.socket.writable === true ? connection.socket : null
  if (standing) clearTimeout(connectTimer)
  try {
    const request = (isSecure ? openSecure : openPlain)(url, {
      method,
      headers: { 'User-Agent': 'tangelo', ...headers },
      ...(standing ? { createConnection: () => standing } : { agent: false }),
      signal: ending.signal,
      ...(lookup ? { lookup } : {}),
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      // Stays for the whole call: a connection that breaks during the body is reported here too.
      request.on('error', reject)
      // All that a 101 brings, and any other call that ends without an error.
      request.once('close', () => reject(new CallFailure('unreachable', 'closed the connection without an answer')))
      request.once('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer))
      })
      request.end(body)
    })
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: ignoresBody ? Buffer.alloc(0) : await bodyOf(response, limits.bytes),
    }
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason
    throw error instanceof CallFailure ? error : new CallFailure('unreachable', unreachable(error), error)
  } finally {
    clearTimeout(wholeTimer)
    clearTimeout(connectTimer)
    signal.removeEventListener('abort', giveUp)
    // Closes the connection, also in the middle of an answer.
    ending.abort()
  }
}

/**
 * A connection before there is anything to send, so that what is decided next leaves at once, and a host that cannot be reached is
 * known before. Throws as `callOut`.
 */
export async function openConnection(
  url: URL,
  { connectMs, signal }: { connectMs: number; signal: AbortSignal },
): Promise<OpenConnection> {
  signal.throwIfAborted()
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(url.port || (isSecure ? 443 : 80)) }
  const socket = isSecure
    ? connectSecure({ ...place, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ['http/1.1'] })
    : connectPlain(place)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  const timer = setTimeout(
    () => reject(new CallFailure('too_slow', `did not accept a connection within ${connectMs / 1_000} seconds`)),
    connectMs,
  )
  socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve())
  // Stays: one that breaks before it is used ends nothing but itself.
  socket.on('error', (error) => reject(new CallFailure('unreachable', unreachable(error), error)))
  socket.once('close', () => reject(new CallFailure('unreachable', 'closed the connection without an answer')))
  try {
    await promise
    return { socket, close: () => void socket.destroy() }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

async function bodyOf(response: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(response.headers['content-length']) > most) throw tooLarge(most)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw tooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (most: number) =>
  new CallFailure('too_large', `answered with more than ${Math.floor(most / (1024 * 1024))} MB`)

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'could not be reached: there is no such host',
  EAI_AGAIN: 'could not be reached: host names cannot be looked up at the moment',
  ECONNREFUSED: 'could not be reached: the connection was refused',
  ECONNRESET: 'broke the connection off',
  EPIPE: 'broke the connection off',
}

/** By the error's code only: its message may hold the address. */
export function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  return WORDS[code] ?? `could not be reached (${code})`
}
