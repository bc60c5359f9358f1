/** How an answer leaves: as it should, or as a broken service would send it. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  status: number
  /** Beside the content type, which is JSON. */
  headers?: Record<string, string>
  body: unknown
}

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

export function sendJson(response: ServerResponse, answer: Answer): void {
  const text = JSON.stringify(answer.body)
  head(response, answer, Buffer.byteLength(text))
  response.end(text)
}

/** A byte, a pause, a byte. Ends with the connection or the signal. */
export async function sendTrickling(
  response: ServerResponse,
  answer: Answer,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(answer.body))
  head(response, answer, bytes.length)
  for (let index = 0; index < bytes.length && !response.destroyed; index += 1) {
    response.write(bytes.subarray(index, index + 1))
    await pause(everyMs, undefined, { signal })
  }
  response.end()
}

/** The head and half of the answer, then a reset (RST, not an orderly end). */
export function sendAndReset(response: ServerResponse, answer: Answer): void {
  const text = JSON.stringify(answer.body)
  head(response, answer, Buffer.byteLength(text))
  response.write(text.slice(0, text.length / 2), () => response.socket?.resetAndDestroy())
}

/** Complete as HTTP, cut as JSON. */
export function sendTruncated(response: ServerResponse, answer: Answer): void {
  const text = JSON.stringify(answer.body)
  const half = text.slice(0, text.length / 2)
  head(response, answer, Buffer.byteLength(half))
  response.end(half)
}

export function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(page) })
  response.end(page)
}

/** The answer with one more text of 50 MB in its last object, without a length in front, as fast as it is read. */
export async function sendHuge(response: ServerResponse, answer: Answer): Promise<void> {
  const text = JSON.stringify(answer.body)
  const lastObject = text.lastIndexOf('}')
  const filling = Buffer.alloc(megabyte, 'x')
  head(response, answer)
  response.write(`${text.slice(0, lastObject)}${text.at(lastObject - 1) === '{' ? '' : ','}"filling":"`)
  const gone = once(response, 'close')
  for (let sent = 0; sent < hugeBytes && !response.destroyed; sent += filling.length) {
    if (!response.write(filling)) await Promise.race([once(response, 'drain'), gone])
  }
  response.end(`"${text.slice(lastObject)}`)
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
    ...(length === undefined ? {} : { 'Content-Length': length }),
    ...headers,
  })
}
