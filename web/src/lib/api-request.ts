/** What every way to the server shares: who asks, where, and what a failure is. Pages use `api.ts` and its neighbours. */
import type { RouteName } from '@tangelo/contract'
import { currentSession, endSession, isContinued } from './session.ts'

/** The server answered, and it was not a success. */
export class ApiError extends Error {
  readonly status: number
  /** The word of the protocol for it; empty where the connection carries none. */
  readonly statusText: string
  /** The JSON body as it came, or the raw text when it was none. */
  readonly body: unknown

  constructor(status: number, text: string, statusText = '') {
    const body = parseBody(text)
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

/** What the body of a failure says of the fields that were sent, by their names; empty where it names none. */
export function readServerFields(error: unknown): Partial<Record<string, unknown>> {
  return error instanceof ApiError ? { ...Object(error.body).fields } : {}
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** In whose name, where it is not who is signed in here: of a session that has just been left. */
  readonly token?: string
  /** For signing in: it is sent without a session, and never waits for one. */
  readonly isAnonymous?: boolean
  /** The same for every try of one intention: what it asks for then happens once (./idempotency-keys.ts). */
  readonly idempotencyKey?: string
}

interface LooseInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/**
 * Sends a call of the contract, with who is signed in; a failure is thrown. Where the session has ended and the screen is kept for
 * what is not saved there, it waits until its person has signed in again, and is sent then: a refused call has done nothing.
 */
export async function send(
  name: RouteName,
  input: LooseInput = {},
  options: CallOptions = {},
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { signal, token: givenToken, isAnonymous = false, idempotencyKey } = options
  const waits = !givenToken && !isAnonymous
  // While the session ends its page is still there: what that page asks for would only be refused.
  if (waits && currentSession().state === 'leaving') return new Promise(() => undefined)
  if (waits && currentSession().state === 'expired') await isContinued(null)
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
  const failure = toApiError(response.status, await overNetwork(response.text(), signal), token, response.statusText)
  if (waits && response.status === 401 && (await isContinued(token))) return send(name, input, options, extraHeaders)
  throw failure
}

/** An answer, or its body: a connection may break off before either. */
export async function overNetwork<Arrived>(arriving: Promise<Arrived>, signal?: AbortSignal): Promise<Arrived> {
  try {
    return await arriving
  } catch (error) {
    // A call that its caller gave up is not a failure of the network.
    if (signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

/** Method and path of a route, with its input in it. */
export function address(name: RouteName, { params = {}, query = {} }: LooseInput): { method: string; path: string } {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(Object(params)[key]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value))
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path }
}

let hasWarned = false

export function getCredentials(token = currentSession().token): {
  headers: Record<string, string>
  token: string | null
} {
  if (token) return { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` }, token }
  // biome-ignore lint/suspicious/noConsole: spec §7 asks for a warning, and no person at the screen needs it
  if (!hasWarned) console.warn('No session token: calls are sent without one')
  hasWarned = true
  return { headers: { Accept: 'application/json' }, token }
}

export function toApiError(status: number, text: string, token: string | null, statusText = ''): ApiError {
  // The session this call was made with is over; the guard then leads to /login.
  if (status === 401 && token) endSession(token)
  return new ApiError(status, text, statusText)
}

/** Whole addresses of media that is kept here. */
const OWN_MEDIA = /"https?:\/\/[^/"\\]+(\/media\/(?:\w{64}|[umv]\/[\w-]{22}(?:\/\w+)?|d\/[\w-]+\/[\w-]+)")/g

/** The screen shows media from where it is open itself, which may be another name than the server's own (`PUBLIC_URL`). */
export const readJson = (json: string): unknown => JSON.parse(json.replace(OWN_MEDIA, '"$1'))

export function parseBody(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
}

function readField(body: unknown, field: string): string | undefined {
  const value: unknown = Object(body)[field]
  return typeof value === 'string' ? value : undefined
}
