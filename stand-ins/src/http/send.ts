/** How an answer leaves: as it should, or as a broken service would send it. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  status: number
  /** Beside the content type, which is JSON unless one is given here. */
  headers?: Record<string, string>
  /** Sent as JSON; a text or bytes of another content type as they are. */
  body: unknown
}

/** Whether the body is no JSON: nothing in it can be changed without knowing what it is. */
export const isRaw = ({ headers, body }: Answer): boolean =>
  headers?.['Content-Type'] !== undefined && (typeof body === 'string' || body instanceof Uint8Array)

const bytesOf = (answer: Answer): Buffer =>
  isRaw(answer) ? Buffer.from(answer.body as string | Uint8Array) : Buffer.from(JSON.stringify(answer.body))

export interface FileAnswer {
  status: number
  type: string
  body: Buffer | string
  /** The body is followed by zeros up to this many bytes. */
  filledTo?: number
}

const megabyte = 1024 * 1024
const hugeBytes = 50 * megabyte

const page = `<!DOCTYPE html><html lang="en"><head><title>Sorry, something went wrong.</title></head>
<body><h1>Sorry, something went wrong.</h1><p>We're working on it.</p></body></html>
`

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const bytes = bytesOf(answer)
  head(response, answer, bytes.length)
  response.end(bytes)
}

/** A byte, a pause, a byte. Ends with the connection or the signal. */
export async function sendTrickling(
  response: ServerResponse,
  answer: Answer,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  const bytes = bytesOf(answer)
  head(response, answer, bytes.length)
  for (let index = 0; index < bytes.length && !response.destroyed; index += 1) {
    response.write(bytes.subarray(index, index + 1))
    await pause(everyMs, undefined, { signal })
  }
  response.end()
}

/** The head and half of the answer, then a reset (RST, not an orderly end). */
export function sendAndReset(response: ServerResponse, answer: Answer): void {
  const bytes = bytesOf(answer)
  head(response, answer, bytes.length)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.resetAndDestroy())
}

/** Complete as HTTP, cut as what it is. */
export function sendTruncated(response: ServerResponse, answer: Answer): void {
  const bytes = bytesOf(answer)
  const half = bytes.subarray(0, bytes.length / 2)
  head(response, answer, half.length)
  response.end(half)
}

export function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(page) })
  response.end(page)
}

/** The answer with one more text of 50 MB in its last object or behind it, without a length in front, as fast as it is read. */
export async function sendHuge(response: ServerResponse, answer: Answer): Promise<void> {
  const text = bytesOf(answer).toString()
  const lastObject = isRaw(answer) ? text.length : text.lastIndexOf('}')
  const filling = Buffer.alloc(megabyte, 'x')
  head(response, answer)
  response.write(text.slice(0, lastObject))
  if (!isRaw(answer)) response.write(`${text.at(lastObject - 1) === '{' ? '' : ','}"filling":"`)
  const gone = once(response, 'close')
  for (let sent = 0; sent < hugeBytes && !response.destroyed; sent += filling.length) {
    if (!response.write(filling)) await Promise.race([once(response, 'drain'), gone])
  }
  response.end(isRaw(answer) ? '' : `"${text.slice(lastObject)}`)
}

/** A file as it is, or as much of it as is read. */
export async function sendFile(response: ServerResponse, { status, type, body, filledTo = 0 }: FileAnswer) {
  const length = Math.max(Buffer.byteLength(body), filledTo)
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length })
  response.write(body)
  const gone = once(response, 'close')
  for (let left = length - Buffer.byteLength(body); left > 0 && !response.destroyed; left -= megabyte) {
    if (!response.write(Buffer.alloc(Math.min(left, megabyte)))) await Promise.race([once(response, 'drain'), gone])
  }
  response.end()
}

function head(response: ServerResponse, { status, headers }: Answer, length?: number): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    ...(length === undefined || status === 204 ? {} : { 'Content-Length': length }),
    ...headers,
  })
}
