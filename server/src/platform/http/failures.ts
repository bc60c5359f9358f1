/** The one place where failures become answers: `{ error, message, status, success: false, …details }`. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../errors.ts'

/** What Fastify itself refuses, in our words. */
const REFUSED_BY_FASTIFY: Record<string, (error: FastifyError) => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure(413, 'too_large', 'The request is larger than 1 MB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Failure(415, 'unsupported_media_type', 'Send JSON with the content type application/json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure(400, 'invalid_input', 'The body is empty, but must be JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Failure(400, 'invalid_input', 'The body is not valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Failure(400, 'invalid_input', 'The body has another length than said'),
  FST_ERR_BAD_URL: () => new Failure(400, 'invalid_input', 'The address cannot be decoded'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Failure(404, 'not_found', 'Not found'),
  FST_REQ_FILE_TOO_LARGE: () => new Failure(413, 'too_large', 'The file is too large'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Failure(415, 'unsupported_media_type', 'Send a form with a file (multipart/form-data)'),
}

export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as FastifyError
  const known = code ? REFUSED_BY_FASTIFY[code] : undefined
  if (known) return known(error as FastifyError)
  // Malformed requests that a parser below names without a code of its own (a key `__proto__`, a broken form).
  if (statusCode === 400 || error instanceof SyntaxError) return new Failure(400, 'invalid_input', error.message)
  return null
}

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (!failure) request.log.error({ err: error }, 'request failed')
    return send(reply, failure ?? new Failure(500, 'internal', 'Something went wrong on the server'), request)
  })
}

export function send(reply: FastifyReply, failure: Failure, request: FastifyRequest): FastifyReply {
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: failure.code,
        message: failure.message,
        status: failure.status,
        success: false,
        ...failure.details,
        ...(failure.status >= 500 && { requestId: request.id }),
      }),
    )
}
