/**
 * Sends the bytes of a video from an offset to the end, as a stream: what is in memory is a chunk at a time. The token goes
 * to the upload host of the settings only, whatever address came with the container.
 */
import { type ClientRequest, type IncomingMessage, request as openPlain } from 'node:http'
import { request as openSecure } from 'node:https'
import { type CallAnswer, CallFailure, unreachable } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogin } from '#ports/publishing.ts'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { WrongField } from '../figures-file/fields.ts'
import { outcomeOf } from './graph-call.ts'

/** Without a byte sent or an answer for this long, it has ended. */
const IDLE_MS = 60_000
const ANSWER_BYTES_MAX = 64 * 1024

export function uploadCall({
  title,
  clock,
  uploadUrl,
  tokenOf,
  idleMs = IDLE_MS,
}: {
  title: string
  clock: Clock
  uploadUrl: string
  tokenOf(secret: string): string
  idleMs?: number
}): PublishingLogin['upload'] {
  return async ({ secret }, { uploadUrl: address, file, offset }, signal): Promise<Outcome<null>> => {
    signal.throwIfAborted()
    const use = { percent: null }
    if (!isBelow(address, uploadUrl))
      return { is: 'unclear', message: `${title} named an upload address that is not one of its own.`, use }
    const ending = new AbortController()
    const giveUp = () => ending.abort(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    const headers = {
      'User-Agent': 'tangelo',
      Authorization: `OAuth ${tokenOf(secret)}`,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.bytes - offset),
      offset: String(offset),
      file_size: String(file.bytes),
    }
    const ours: { error?: unknown } = {}
    try {
      const chunks = chunksOf(file.readFrom(offset), ours)
      const answer = await sendChunks(new URL(address), headers, chunks, { ending, idleMs })
      return outcomeOf(answer, {
        title,
        purpose: 'upload',
        clock,
        value(json) {
          if (json.success !== true) throw new WrongField('success must be true')
          return null
        },
      })
    } catch (error) {
      signal.throwIfAborted()
      if (ours.error !== undefined) throw ours.error
      const failure = error instanceof CallFailure ? error : new CallFailure('unreachable', unreachable(error), error)
      return { is: 'unclear', message: `${title} ${failure.message}.`, use }
    } finally {
      signal.removeEventListener('abort', giveUp)
      ending.abort()
    }
  }
}

/** The file's chunks; keeps why it could not be read, which is no fault of the service. */
async function* chunksOf(chunks: AsyncIterable<Uint8Array>, ours: { error?: unknown }): AsyncGenerator<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]()
  const readNext = async () => {
    try {
      return await reading.next()
    } catch (error) {
      ours.error = error
      throw error
    }
  }
  try {
    for (let next = await readNext(); !next.done; next = await readNext()) yield next.value
  } finally {
    // Also where the connection broke: the file is closed.
    await reading.return?.()
  }
}

/** An answer that comes before the last byte is one: what is left is not sent. */
async function sendChunks(
  url: URL,
  headers: Record<string, string>,
  chunks: AsyncIterable<Uint8Array>,
  { ending, idleMs }: { ending: AbortController; idleMs: number },
) {
  const isSecure = url.protocol === 'https:'
  const request = (isSecure ? openSecure : openPlain)(url, {
    method: 'POST',
    headers,
    agent: false,
    signal: ending.signal,
    timeout: idleMs,
  })
  const stalled = new CallFailure('too_slow', `took nothing for ${idleMs / 1_000} seconds`)
  request.on('timeout', () => request.destroy(stalled))
  const response = new Promise<CallAnswer>((resolve, reject) => {
    request.once('response', (incoming) => readAnswer(incoming).then(resolve, reject))
    request.on('error', reject)
    request.once('close', () => reject(new CallFailure('unreachable', 'closed the connection without an answer')))
  })
  // The answer decides: a connection that is closed early may have brought one.
  const [answered, went] = await Promise.allSettled([
    response,
    writeAll(request, chunks, response).catch((error: unknown) => {
      if (!request.destroyed) request.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    }),
  ])
  if (answered.status === 'fulfilled') return answered.value
  throw went.status === 'rejected' && !isClosed(went.reason) ? went.reason : answered.reason
}

/** Asks for a chunk only when the one before it has left: its memory is used again. */
async function writeAll(request: ClientRequest, chunks: AsyncIterable<Uint8Array>, response: Promise<unknown>) {
  const isOver = response.then(
    () => true,
    () => true,
  )
  for await (const chunk of chunks) {
    const written = new Promise<false>((resolve, reject) => {
      request.write(chunk, (error) => (error ? reject(error) : resolve(false)))
    })
    if (await Promise.race([written, isOver])) return
  }
  request.end()
}

/** The connection went away, which the answer explains better. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))

async function readAnswer(incoming: IncomingMessage): Promise<CallAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new CallFailure('too_large', 'answered with more than an upload needs')
    chunks.push(chunk)
  }
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }
}

/** The same host and port, and a path below that of the settings. */
function isBelow(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false
  const [one, other] = [new URL(address), new URL(base)]
  const root = other.pathname.replace(/\/+$/, '')
  return one.origin === other.origin && one.pathname.startsWith(`${root}/`)
}
