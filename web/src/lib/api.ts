/**
 * The one way to the server. `call` is typed by the contract: name the route, hand over its input, get its reply
 * or an `ApiError` that carries what the server said. Failed calls are never repeated here.
 */
import type { RouteInput, RouteName, RouteReply } from '@tangelo/contract'
import { currentSession, endSession } from './session.ts'

/** The server answered, and it was not a success. */
export class ApiError extends Error {
  readonly status: number
  /** The word of the protocol for it; empty where the connection carries none. */
  readonly statusText: string
  /** The JSON body as it came, or the raw text when it was none. */
  readonly body: unknown

  constructor(status: number, text: string, statusText = '') {
    const body = parsed(text)
    super(readField(body, 'message') ?? `${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

/** The server did not answer, or not to the end. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'NetworkError'
  }
}

/** What the server itself said about a failure, in its `message` field. */
export function readServerMessage(error: unknown): string | undefined {
  return readServerField(error, 'message')
}

/** Another text in the body of a failure, such as `error`, its name. */
export function readServerField(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? readField(error.body, field) : undefined
}

interface CallOptions {
  readonly signal?: AbortSignal
  /** In whose name, where it is not who is signed in here: of a session that has just been left. */
  readonly token?: string
  /** The same for every try of one intention: what it asks for then happens once (./once-keys.ts). */
  readonly idempotencyKey?: string
}

type Arguments<Name extends RouteName> =
  Record<never, never> extends RouteInput<Name>
    ? [input?: RouteInput<Name>, options?: CallOptions]
    : [input: RouteInput<Name>, options?: CallOptions]

export async function call<Name extends RouteName>(name: Name, ...args: Arguments<Name>): Promise<RouteReply<Name>> {
  const response = await send(name, args[0], args[1])
  return readJson(await overNetwork(response.text(), args[1]?.signal)) as RouteReply<Name>
}

export interface Page<Rows> {
  readonly rows: Rows
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null
  /** All rows there are, on every page; null when the server does not say. */
  readonly total: number | null
}

/** Like `call`, for lists that come page by page (D17). */
export async function callPage<Name extends RouteName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<Page<RouteReply<Name>>> {
  const response = await send(name, args[0], args[1])
  const total = response.headers.get('x-total-count')
  return {
    rows: readJson(await overNetwork(response.text(), args[1]?.signal)) as RouteReply<Name>,
    nextCursor: readCursor(response.headers.get('link')),
    total: total === null ? null : Number(total),
  }
}

/** Like `call`, for routes that answer with a file. */
export async function download<Name extends RouteName>(name: Name, ...args: Arguments<Name>): Promise<Blob> {
  const response = await send(name, args[0], args[1])
  return overNetwork(response.blob(), args[1]?.signal)
}

interface StreamOptions {
  readonly signal: AbortSignal
  /** The id of the last event that was read: the server goes on from there. */
  readonly lastEventId?: string | null
}

/** Opens a route that answers with server-sent events. It ends when the server ends it, or the caller gives up. */
export async function openStream<Name extends RouteName>(
  name: Name,
  input: RouteInput<Name>,
  { signal, lastEventId = null }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }) }
  const response = await send(name, input, { signal }, headers)
  if (!response.body) throw new NetworkError(undefined)
  return response.body
}

interface UploadOptions<Name extends RouteName> {
  readonly query?: RouteInput<Name>['query']
  /** 0 to 1, of the bytes sent. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

/** Sends a form with files. XMLHttpRequest, because fetch does not report upload progress. */
export function upload<Name extends RouteName>(
  name: Name,
  form: FormData,
  { query, onProgress, signal }: UploadOptions<Name> = {},
): Promise<RouteReply<Name>> {
  const { method, path } = address(name, { query })
  const { headers, token } = getCredentials()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(parsed(request.responseText) as RouteReply<Name>)
      else reject(toApiError(request.status, request.responseText, token))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}

export interface TriedCall {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  /** Until the whole answer was here. */
  readonly milliseconds: number
}

/**
 * A GET as a program would make it: every response is returned, and none ends the session here. Without a token it goes
 * out in the name of who is signed in.
 */
export async function tryCall(path: string, token: string): Promise<TriedCall> {
  const { headers } = getCredentials(token || undefined)
  const began = performance.now()
  const response = await overNetwork(fetch(path, { method: 'GET', headers, cache: 'no-store' }))
  const text = await overNetwork(response.text())
  const milliseconds = Math.max(1, Math.round(performance.now() - began))
  const { status, statusText, headers: answered } = response
  return { status, statusText, headers: answered, text, milliseconds }
}

interface LooseInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

async function send(
  name: RouteName,
  input: LooseInput = {},
  { signal, token: givenToken, idempotencyKey }: CallOptions = {},
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  // While the session ends its page is still there: what that page asks for would only be refused.
  if (!givenToken && currentSession().state === 'leaving') return new Promise(() => undefined)
  const { method, path } = address(name, input)
  const { headers, token } = getCredentials(givenToken)
  Object.assign(headers, extraHeaders)
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  const request: RequestInit = { method, headers, signal: signal ?? null }
  // The contract has no GET with a body.
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(input.body)
  }
  const response = await overNetwork(fetch(path, request), signal)
  if (response.ok) return response
  throw toApiError(response.status, await overNetwork(response.text(), signal), token, response.statusText)
}

/** An answer, or its body: a connection may break off before either. */
async function overNetwork<Arrived>(arriving: Promise<Arrived>, signal?: AbortSignal): Promise<Arrived> {
  try {
    return await arriving
  } catch (error) {
    // A call that its caller gave up is not a failure of the network.
    if (signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

function address(name: RouteName, { params = {}, query = {} }: LooseInput): { method: string; path: string } {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const values = new Map<string, unknown>(Object.entries(params))
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value))
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path }
}

let hasWarned = false

function getCredentials(token = currentSession().token): { headers: Record<string, string>; token: string | null } {
  if (token) return { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` }, token }
  // biome-ignore lint/suspicious/noConsole: spec §7 asks for a warning, and no person at the screen needs it
  if (!hasWarned) console.warn('No session token: calls are sent without one')
  hasWarned = true
  return { headers: { Accept: 'application/json' }, token }
}

function toApiError(status: number, text: string, token: string | null, statusText = ''): ApiError {
  // The session this call was made with is over; the guard then leads to /login.
  if (status === 401 && token) endSession(token)
  return new ApiError(status, text, statusText)
}

function readCursor(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part))
  const target = next?.match(/<([^>]*)>/)?.[1]
  return target ? new URL(target, window.location.origin).searchParams.get('cursor') : null
}

/** Whole addresses of media that is kept here. */
const OWN_MEDIA = /"https?:\/\/[^/"\\]+(\/media\/(?:\w{64}|[umv]\/[\w-]{22}(?:\/\w+)?|d\/[\w-]+\/[\w-]+)")/g

/** The screen shows media from where it is open itself, which may be another name than the server's own (`PUBLIC_URL`). */
const readJson = (json: string): unknown => JSON.parse(json.replace(OWN_MEDIA, '"$1'))

function parsed(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
}

function readField(body: unknown, field: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(field) : undefined
  return typeof value === 'string' ? value : undefined
}
