/**
 * `fetch` as the vendor's package wants it, made of our own calls: with an end to waiting and reading, without redirects, and
 * with failures that hold no address.
 */
import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import { type CallLimits, callOut } from '#platform/http/call-out.ts'
import { type StreamedCall, streamOut } from '#platform/http/stream-out.ts'

export interface GoogleLimits {
  /** A page of a thousand pictures is less than a megabyte. */
  answer: CallLimits
  download: StreamedCall['limits']
}

type Fetch = typeof fetch

const never = new AbortController().signal

export function googleFetch(limits: GoogleLimits): { fetchAnswer: Fetch; fetchStream: Fetch } {
  const agents = { plain: new PlainAgent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) }
  return {
    async fetchAnswer(input, init = {}) {
      const body = init.body === undefined || init.body === null ? undefined : String(init.body)
      const answer = await callOut({
        url: urlOf(input),
        headers: headersOf(init),
        limits: limits.answer,
        signal: init.signal ?? never,
        method: methodOf(init),
        ...(body !== undefined && { body }),
      })
      return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
        status: answer.status,
        headers: plainHeaders(answer.headers),
      })
    },
    async fetchStream(input, init = {}) {
      const url = urlOf(input)
      const answer = await streamOut({
        url,
        method: 'GET',
        headers: headersOf(init),
        limits: limits.download,
        signal: init.signal ?? never,
        agent: url.protocol === 'https:' ? agents.secure : agents.plain,
      })
      // The bytes are typed more narrowly by one of the two libraries; they are the same stream.
      const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>
      return new Response(body, { status: answer.status, headers: plainHeaders(answer.headers) })
    },
  }
}

const urlOf = (input: Parameters<Fetch>[0]) => new URL(input instanceof Request ? input.url : input)

function methodOf({ method }: RequestInit): 'GET' | 'POST' | 'PATCH' {
  if (method === 'POST' || method === 'PATCH') return method
  return 'GET'
}

function headersOf({ headers, body }: RequestInit): Record<string, string> {
  const named = new Headers(headers)
  // What comes is read as it is.
  named.delete('accept-encoding')
  if (body instanceof URLSearchParams) named.set('content-type', 'application/x-www-form-urlencoded')
  return Object.fromEntries(named)
}

const plainHeaders = (headers: NodeJS.Dict<string | string[]>) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
