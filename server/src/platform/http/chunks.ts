/** Slow responses: aborted when the client disconnects, or streamed as server-sent events. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientClosed } from '../errors.ts'
import { beginEvents, HEARTBEAT_MS, STREAMED } from './event-stream.ts'
import { bodyOf } from './failures.ts'

/** Aborted when the caller is gone before the answer. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const ending = new AbortController()
  const { raw } = reply
  raw.once('close', () => {
    if (!raw.writableFinished) ending.abort(clientClosed())
  })
  return ending.signal
}

/**
 * What fails before the first chunk is answered like any other failure; later it is the last event, `{ failure }`.
 * Chunks must be few and small: they are not held back for a slow reader.
 */
export async function streamChunks(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncIterator<object, void>,
): Promise<typeof STREAMED> {
  const first = await chunks.next()
  beginEvents(reply)
  const { raw } = reply
  const send = (event: object) => raw.write(`data: ${JSON.stringify(event)}\n\n`)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS)
  try {
    for (let chunk = first; !chunk.done && !raw.destroyed; chunk = await chunks.next()) send(chunk.value)
  } catch (error) {
    if (!raw.destroyed) send({ failure: bodyOf(request.server.failureFor(error, request)) })
  } finally {
    clearInterval(heartbeat)
    await chunks.return?.()
    raw.end()
  }
  return STREAMED
}
