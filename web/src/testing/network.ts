/** Answers calls at the edge of the browser, and remembers them. */
import { vi } from 'vitest'

export interface Asked {
  readonly name: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
}

type Answer = Response | Error | Promise<Response>

/** Handlers by 'METHOD /path'; an unhandled call fails the test that made it. */
export function network(
  handlers: Readonly<Record<string, (asked: Asked, signal: AbortSignal | null) => Answer>>,
): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    const name = `${method} ${new URL(url, window.location.origin).pathname}`
    const call: Asked = { name, url, headers: new Headers(headers), body: typeof body === 'string' ? body : undefined }
    asked.push(call)
    const handler = handlers[name]
    if (!handler) throw new TypeError(`No handler answers ${name}`)
    const answer = await handler(call, signal ?? null)
    if (answer instanceof Error) throw answer
    return answer
  })
  return asked
}

/** The calls of this name, e.g. 'PUT /api/groups/4'. */
export const callsOf = (asked: readonly Asked[], name: string): Asked[] => asked.filter((call) => call.name === name)

/** What was sent with them; null where nothing was. */
export const bodiesOf = (asked: readonly Asked[], name: string) =>
  callsOf(asked, name).map(({ body }) => JSON.parse(body ?? 'null'))

export const lastBodyOf = (asked: readonly Asked[], name: string) => bodiesOf(asked, name).at(-1)

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** The first page of a list, and the only one unless there are more rows in all. */
export const pageOf = (rows: readonly object[], total = rows.length): Response =>
  json(rows, 200, { 'X-Total-Count': String(total) })

export function failure(status: number, message: string, details: object = {}): Response {
  return json({ error: 'failed', message, status, success: false, ...details }, status)
}

/** Never answers; gives up when the caller does, as fetch would. */
export function silence(signal: AbortSignal | null): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

/** Begins to answer, and gets no further. */
export function breakOff(status = 200): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  return new Response(body, { status })
}
