/**
 * A client for programs that have an API token. It is made from the contract: every address that tokens open is there with the
 * types of its parameters and its answer, and no other. Needs nothing but `fetch`.
 *
 * ```ts
 * const api = tangelo({ address: 'https://tangelo.example.org', token: process.env.TANGELO_TOKEN ?? '' })
 * for await (const account of api.each('GET /api/accounts', { query: { sort: 'recent' } })) console.log(account.username)
 * ```
 */
import type { PublicRouteName, RouteInput, RouteReply } from '../index.ts'

interface ClientOptions {
  /** Where the server is: 'https://tangelo.example.org'. */
  readonly address: string
  readonly token: string
  readonly fetch?: typeof globalThis.fetch
  /**
   * Where the server names a time to wait, because the token has made all its requests or there is too much to do, the client waits and
   * asks again: at most this long in all, 60 s by default.
   */
  readonly patienceMs?: number
  /** How waiting passes. */
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
}

/** The server refused: `code` is the stable name of the failure, `message` a sentence for a person. */
export class TangeloError extends Error {
  override name = 'TangeloError'
  readonly status: number
  readonly code: string
  /** Everything the server said. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(textIn(body, 'message') ?? `The server answered ${status}`)
    this.status = status
    this.code = textIn(body, 'error') ?? 'unknown'
    this.body = body
  }
}

interface ClientPage<Rows> {
  readonly rows: Rows
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null
  /** Rows of the whole list; sent with the first page. */
  readonly total: number | null
}

type Arguments<Name extends PublicRouteName> =
  Record<never, never> extends RouteInput<Name>
    ? [input?: RouteInput<Name>, options?: CallOptions]
    : [input: RouteInput<Name>, options?: CallOptions]

/** The routes whose answer is a list. */
type ListName = {
  [Name in PublicRouteName]: RouteReply<Name> extends readonly unknown[] ? Name : never
}[PublicRouteName]

interface CallOptions {
  readonly signal?: AbortSignal
}

interface TangeloClient {
  /** One answer. Throws `TangeloError` for a refusal. */
  get<Name extends PublicRouteName>(name: Name, ...args: Arguments<Name>): Promise<RouteReply<Name>>
  /** One page of a list, and where the next one begins. */
  page<Name extends ListName>(name: Name, ...args: Arguments<Name>): Promise<ClientPage<RouteReply<Name>>>
  /** Every row of a list, page after page; each page is fetched when it is needed. */
  each<Name extends ListName>(name: Name, ...args: Arguments<Name>): AsyncGenerator<RouteReply<Name>[number]>
}

interface Kept {
  readonly tag: string
  readonly body: unknown
  readonly link: string | null
  readonly total: string | null
}

interface LooseInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
}

const PATIENCE_MS = 60_000
/** Requests only read, so that each may be repeated. */
const WORTH_WAITING = new Set([429, 503])
/** Answers that are remembered with their tags, so that the server need not send again what has not changed. */
const KEPT_MAX = 200

export function tangelo({
  address,
  token,
  fetch = globalThis.fetch,
  patienceMs = PATIENCE_MS,
  pause = sleep,
}: ClientOptions): TangeloClient {
  const kept = new Map<string, Kept>()

  async function ask(url: string, signal: AbortSignal | undefined): Promise<Kept> {
    const before = kept.get(url)
    let patience = patienceMs
    for (;;) {
      const response = await fetch(url, {
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...(before && { 'If-None-Match': before.tag }),
        },
        ...(signal && { signal }),
      })
      if (response.status === 304 && before) return before
      const body = parseBody(await response.text())
      if (response.ok) return remember(url, response.headers, body)
      const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000
      if (!WORTH_WAITING.has(response.status) || !(waitMs <= patience)) throw new TangeloError(response.status, body)
      patience -= waitMs
      await pause(waitMs, signal)
    }
  }

  function remember(url: string, headers: Headers, body: unknown): Kept {
    const answer = {
      tag: headers.get('etag') ?? '',
      body,
      link: headers.get('link'),
      total: headers.get('x-total-count'),
    }
    kept.delete(url)
    if (answer.tag) kept.set(url, answer)
    for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest)
    return answer
  }

  async function page(name: string, input: LooseInput = {}, options: CallOptions = {}): Promise<ClientPage<unknown[]>> {
    const { body, link, total } = await ask(urlOf(address, name, input), options.signal)
    return {
      rows: Array.isArray(body) ? body : [],
      nextCursor: cursorIn(link, address),
      total: total === null ? null : Number(total),
    }
  }

  async function* each(name: string, input: LooseInput = {}, options: CallOptions = {}): AsyncGenerator<unknown> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = await page(name, { ...input, query: { ...input.query, ...(cursor && { cursor }) } }, options)
      yield* next.rows
      cursor = next.nextCursor
    }
  }

  const get = async (name: string, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> =>
    (await ask(urlOf(address, name, input), options.signal)).body

  // The server checks its answers against the contract that these types are made from.
  return { get, page, each } as TangeloClient
}

function urlOf(address: string, name: string, { params = {}, query = {} }: LooseInput): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const path = name
    .slice(name.indexOf('/'))
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))))
  const url = new URL(`${address.replace(/\/+$/, '')}${path}`)
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value))
  return url.href
}

function cursorIn(link: string | null, address: string): string | null {
  const target = link?.match(/<([^>]*)>;\s*rel="?next"?/)?.[1]
  return target ? new URL(target, address).searchParams.get('cursor') : null
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function textIn(body: unknown, field: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(field) : undefined
  return typeof value === 'string' ? value : undefined
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', giveUp, { once: true })
    if (signal?.aborted) giveUp()
  })
}
