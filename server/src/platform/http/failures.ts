/** The one place where failures become answers: `{ error, message, status, success: false, …details }`. */
import type { RouteRow } from '@tangelo/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OutcomeUnknown, StoreUnavailable } from '../database/store-faults.ts'
import { WrongKeyError } from '../encryption.ts'
import { clientClosed, Failure, tooLarge, unsupportedMediaType } from '../errors.ts'
import type { Log } from '../log.ts'
import { diskFull, encryptionKeyMissing, outcomeUnknown, storeDamaged, storeUnavailable } from '../store-errors.ts'

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
  if (error instanceof WrongKeyError) return encryptionKeyMissing()
  const ofStore = diskFull(error) ?? storeDamaged(error)
  if (ofStore) return ofStore
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && row?.multipart) return unsupportedMediaType(NO_FORM)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && row?.bodyBytesMax)
    return tooLarge(`The request is larger than ${row.bodyBytesMax / 1024 ** 2} MB`)
  const known = code ? REFUSED_BY_FASTIFY[code] : undefined
  if (known) return known(error as FastifyError)
  // All other refusals of Fastify and its parsers are the request's fault, by their status.
  // The code of a DOMException is a number.
  const isRefused =
    typeof code === 'string' &&
    code.startsWith('FST_') &&
    statusCode !== undefined &&
    statusCode >= 400 &&
    statusCode < 500
  return isRefused ? new Failure(statusCode, 'invalid_input', error.message) : null
}

/**
 * The methods that are served at the path of a request, to distinguish a wrong method from a wrong address. Call this
 * before the first route is added.
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
    /**
     * The client's message for any error, also where a response has begun already; unexpected errors go into the log.
     */
    failureFor(error: unknown, request: FastifyRequest): Failure
  }
}

/** A request that only reads may be repeated, whatever became of its own records. */
function storeFailure(error: unknown, method: string): Failure | null {
  if (error instanceof StoreUnavailable) return storeUnavailable()
  if (!(error instanceof OutcomeUnknown)) return null
  return ['GET', 'HEAD'].includes(method) ? storeUnavailable() : outcomeUnknown()
}

const CUT_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

/** The client closed the connection while it was sending: no fault of the server. */
const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.destroyed && !raw.complete && error instanceof Error && 'code' in error && CUT_OFF.has(String(error.code))

export function answerFailures(app: FastifyInstance, log: Log): void {
  const failureFor = (error: unknown, request: FastifyRequest): Failure => {
    if (isCutOff(error, request)) {
      log.debug({ reqId: request.id }, 'the client went away before its request had arrived')
      return clientClosed()
    }
    const known = failureOf(error, request.routeOptions.config.row)
    const failure = known ?? storeFailure(error, request.method)
    if (!known) log.error({ err: error, reqId: request.id }, 'request failed')
    return failure ?? new Failure(500, 'internal', `Something went wrong on the server (request ${request.id})`)
  }
  app.decorate('failureFor', failureFor)
  app.setErrorHandler((error, request, reply) => send(reply, failureFor(error, request), request))
}

export const bodyOf = (failure: Failure) => ({
  error: failure.code,
  message: failure.message,
  status: failure.status,
  success: false,
  ...failure.details,
})

/** What a route has said of a file that is not sent after all. */
const OF_A_FILE = ['etag', 'accept-ranges', 'content-range', 'content-encoding', 'content-disposition']

export function send(reply: FastifyReply, failure: Failure, request: FastifyRequest): FastifyReply {
  for (const name of OF_A_FILE) reply.removeHeader(name)
  // A cache would keep the failure in place of the file, for a year.
  if (reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const json = JSON.stringify({ ...bodyOf(failure), ...(failure.status >= 500 && { requestId: request.id }) })
  // A conflict shows the object as it is now, with its pictures.
  const { wholeAddressesAt } = request.routeOptions.config
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(wholeAddressesAt?.(request)(json) ?? json)
}
