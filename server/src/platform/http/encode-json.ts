/**
 * JSON responses, compressed where the client accepts it and it is worth it. The caller is identified by a bearer token
 * that no browser sends by itself, so no secret can be guessed from the length of a response (BREACH). Media and event
 * streams never come this way.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeBrotli, encodeGzip } from '../compression.ts'

/** Below it, what is spared fits into the same packet. */
const BYTES_MIN = 1024

/** The body of a JSON answer, which comes in UTF-8; its headers say how it is encoded. Safe for HEAD, and after a tag has been set. */
export function encodeJson(request: FastifyRequest, reply: FastifyReply, body: Buffer): Buffer | Promise<Buffer> {
  reply.type('application/json; charset=utf-8')
  if (body.length < BYTES_MIN) return body
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return body
  reply.header('content-encoding', encoding)
  // The same answer in other bytes: its tag is a weak one (RFC 9110, section 8.8.1).
  const tag = reply.getHeader('etag')
  if (tag !== undefined) reply.header('etag', `W/${tag}`)
  return encoding === 'br' ? encodeBrotli(body) : encodeGzip(body)
}

/** Brotli before gzip, which takes twice as long; null where neither is wanted. */
function encodingFor(header: string | string[] | undefined): 'br' | 'gzip' | null {
  if (header === undefined) return null
  const wanted = String(header)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (wanted.includes('br')) return 'br'
  return wanted.includes('gzip') ? 'gzip' : null
}
