/** The one place where failures become answers: `{ error, message, status, success: false, …details }`. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { RouteRow } from '@tangelo/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { diskFull, Failure, tooLarge, unsupportedMediaType } from '../errors.ts'
import type { Log } from '../log.ts'

/** What Fastify itself refuses, in our words. */
const REFUSED_BY_FASTIFY: Record<string, (error: FastifyError) => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge('The request is larger than 1 MB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMediaType(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure(400, 'invalid_input', 'The body is empty, but must be JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Failure(400, 'invalid_input', 'The body is not valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Failure(400, 'invalid_input', 'The body has another length than said'),
  FST_ERR_BAD_URL: () => new Failure(400, 'invalid_input', 'The address cannot be decoded'),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge('The file is too large'),
  FST_FILES_LIMIT: () => new Failure(400, 'invalid_input', 'Send one file at a time'),
  FST_FIELDS_LIMIT: () => tooLarge('The form has too many fields'),
  FST_PARTS_LIMIT: () => tooLarge('The form has too many fields'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => unsupportedMediaType(NO_FORM),
}

const NO_FORM = 'Send a form with a file (multipart/form-data)'

/** What the parser of forms says of a broken one, without a code of its own. */
const BROKEN_FORM = /^(Multipart: |Unexpected end of multipart data|Part terminated early|Malformed part header)/

function failureOf(error: unknown, row: RouteRow | undefined): Failure | null {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return null
  if (BROKEN_FORM.test(error.message))
    return new Failure(400, 'invalid_input', 'The form is not well-formed, or breaks off before its end')
  const full = diskFull(error)
  if (full) return full
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && row?.multipart) return unsupportedMediaType(NO_FORM)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && row?.bodyBytesMax)
    return tooLarge(`The request is larger than ${row.bodyBytesMax / 1024 ** 2} MB`)
  const known = code ? REFUSED_BY_FASTIFY[code] : undefined
  if (known) return known(error as FastifyError)
  // Whatever else Fastify and its parsers refuse is the request's fault, and they say so by the status.
  const isRefused = code?.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isRefused ? new Failure(statusCode, 'invalid_input', error.message) : null
}

/**
 * The methods that are served at the path of a request, so that a wrong one is told from a wrong address.
 * Call this before the first route is added.
 */
export function methodsByPath(app: FastifyInstance): (url: string) => string[] {
  const known: { parts: string[]; methods: string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ parts: url.split('/'), methods: [method].flat() })
  })
  return (url) => {
    const asked = url.split('?')[0]?.split('/') ?? []
    const there = known.filter(
      ({ parts }) =>
        parts.length === asked.length &&
        parts.every((part, at) => part === asked[at] || (part.startsWith(':') && asked[at])),
    )
    return [...new Set(there.flatMap(({ methods }) => methods))].sort()
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What is told of any error, also where an answer has begun already; what nobody foresaw goes into the log. */
    failureFor(error: unknown, request: FastifyRequest): Failure
  }
}

export function answerFailures(app: FastifyInstance, log: Log): void {
  const failureFor = (error: unknown, request: FastifyRequest): Failure => {
    const known = failureOf(error, request.routeOptions.config.row)
    const failure = known ?? diskFull(error)
    if (!known) log.error({ err: error, reqId: request.id }, 'request failed')
    return failure ?? new Failure(500, 'internal', 'Something went wrong on the server')
  }
  app.decorate('failureFor', failureFor)
  app.setErrorHandler((error, request, reply) => send(reply, failureFor(error, request), request))
}

/** What is no HTTP at all never becomes a request: answered on the wire, and the connection is closed. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Failure(431, 'too_large', 'The headers of the request are too large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Failure(408, 'too_slow', 'The request did not arrive in time')
        : new Failure(400, 'invalid_input', 'This is not a valid HTTP request')
  const body = JSON.stringify(bodyOf(failure))
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      '',
      body,
    ].join('\r\n'),
  )
}

export const bodyOf = (failure: Failure) => ({
  error: failure.code,
  message: failure.message,
  status: failure.status,
  success: false,
  ...failure.details,
})

export function send(reply: FastifyReply, failure: Failure, request: FastifyRequest): FastifyReply {
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...bodyOf(failure), ...(failure.status >= 500 && { requestId: request.id }) }))
}
