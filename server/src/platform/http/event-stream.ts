/** Server-sent events as an answer: what happened since the caller was here last, then what happens, until it hangs up. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Proxies close a line that stays silent for a minute or so. */
const HEARTBEAT_MS = 15_000
/** A reader that takes nothing for so long that this piles up is let go; it comes back and resumes. */
const UNREAD_BYTES_MAX = 1024 * 1024

/** `after`: the id of the last event the caller has seen, from `Last-Event-ID`; null for a new one. */
export async function answerEvents<Event extends { id: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  follow: (after: number | null, send: (event: Event) => void) => Promise<() => void>,
): Promise<typeof STREAMED> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  const write = (text: string) => {
    if (raw.writableEnded) return
    if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy()
    else raw.write(text)
  }
  write(': welcome\n\n')
  const heartbeat = setInterval(write, HEARTBEAT_MS, ': still here\n\n')
  const given = Number(request.headers['last-event-id'] ?? Number.NaN)
  const stop = await follow(Number.isSafeInteger(given) && given >= 0 ? given : null, (event) =>
    write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`),
  )
  const end = () => {
    clearInterval(heartbeat)
    stop()
  }
  if (raw.destroyed) end()
  else raw.once('close', end)
  return STREAMED
}

/** What a handler answers that has taken the answer into its own hands. */
export const STREAMED = Symbol('streamed')

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
