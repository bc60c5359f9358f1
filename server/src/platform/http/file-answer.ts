/**
 * Answers with a file that never changes under its name, whole or the requested range (RFC 9110, sections 13 and 14),
 * so that a player can jump and a download can go on where it broke off.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, notFound } from '../errors.ts'
import { holdsTag } from './conditional.ts'

export interface ServedFile {
  /** Names the content: other content, other name. */
  hash: string
  /** Of the whole file. */
  bytes: number
  type: string
  /** How a file that is missing is spoken of: 'Video'. */
  what: string
  /** The bytes from `start` to `end`, both included; null when the file is missing. */
  open(range?: Range): Promise<{ stream: Readable; bytes: number } | null>
}

interface Range {
  start: number
  end: number
}

/**
 * `headers` go with every answer that stands for the file (200, 206, 304), and with no refusal. Throws `not_found` when
 * there is no such file, or another one than was expected.
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  headers: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  const tag = `"${file.hash}"`
  const known = { ...headers, etag: tag, 'accept-ranges': 'bytes' }
  if (holdsTag(request.headers['if-none-match'], tag)) return reply.headers(known).code(304).send()
  const isHead = request.method === 'HEAD'
  const range = isHead ? null : rangeAsked(request.headers, tag, file.bytes)
  if (isHead) {
    return reply
      .headers({ ...known, 'content-length': file.bytes })
      .type(file.type)
      .send(Readable.from([]))
  }
  const bytes = range ? range.end - range.start + 1 : file.bytes
  const opened = await file.open(range ?? undefined)
  if (opened?.bytes !== bytes) {
    opened?.stream.destroy()
    throw notFound(file.what)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  return reply
    .headers({ ...known, 'content-length': bytes })
    .type(file.type)
    .send(opened.stream)
}

/**
 * One part, or null for the whole file. What is not understood, and several parts at once, may be answered with the
 * whole (section 14.2): no client can make the server send a thousand small parts. Throws when the file has no such
 * bytes.
 */
function rangeAsked(headers: FastifyRequest['headers'], tag: string, bytes: number): Range | null {
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== tag
  const [, first, last] = (!isOther && /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '')) || []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  if (start >= bytes)
    throw new Failure(
      416,
      'no_such_range',
      `The file has only ${bytes} bytes`,
      {},
      { 'content-range': `bytes */${bytes}` },
    )
  return { start, end: first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}
