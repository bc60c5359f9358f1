/** Server-sent events: the events since the client's last one, then new ones, until it disconnects. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Proxies close a line that stays silent for a minute or so. */
export const HEARTBEAT_MS = 15_000
/** A reader that takes nothing for so long that this piles up is let go; it comes back and resumes. */
const UNREAD_BYTES_MAX = 1024 * 1024

/**
 * `after`: the id of the last event the caller has seen, from `Last-Event-ID`; null for a new one. Events before
 * `follow` resolves are buffered until then, so that its failure is answered like any other. The stream ends when the
 * caller's session has ended, or may see other things from now on.
 */
export async function answerEvents<Event extends { id: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  follow: (after: number | null, stream: { send: (event: Event) => void; end: () => void }) => Promise<() => void>,
): Promise<typeof STREAMED> {
  const { raw } = reply
  let early: string[] | null = []
  let hasBegun = false
  /** Of what came while the reader was still taking what was before. */
  let lateBytes = 0
  const write = (text: string) => {
    if (hasBegun && early) lateBytes += text.length
    if (lateBytes > UNREAD_BYTES_MAX) raw.destroy()
    else if (early) early.push(text)
    else if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy()
    else if (!raw.writableEnded) raw.write(text)
  }
  const lastSeen = String(request.headers['last-event-id'] ?? '')
  const stop = await follow(/^\d{1,15}$/.test(lastSeen) ? Number(lastSeen) : null, {
    send: (event) => write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`),
    end: () => raw.end(),
  })
  beginEvents(reply)
  const heartbeat = setInterval(async () => {
    if (await isStillWelcome(request)) write(': still here\n\n')
    else raw.end()
  }, HEARTBEAT_MS)
  const end = () => {
    clearInterval(heartbeat)
    stop()
  }
  if (raw.destroyed) end()
  else raw.once('close', end)
  hasBegun = true
  for (let waiting = [': welcome\n\n', ...early]; waiting.length > 0; waiting = early) {
    early = []
    lateBytes = 0
    await writeAtPace(raw, waiting)
  }
  early = null
  return STREAMED
}

/** Of events that are written together. */
const TOGETHER = 200

/** At the reader's pace: a reader that comes back after hours may have megabytes to catch up on. Ends early when it has gone. */
async function writeAtPace(raw: ServerResponse, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += TOGETHER) {
    if (raw.destroyed || raw.writableEnded) return
    if (raw.write(texts.slice(at, at + TOGETHER).join(''))) continue
    const { promise: isTaken, resolve } = Promise.withResolvers<void>()
    for (const event of ['drain', 'close']) raw.once(event, resolve)
    await isTaken
    for (const event of ['drain', 'close']) raw.off(event, resolve)
  }
}

/** A client whose rights have changed reconnects and then gets the events it may see now. */
async function isStillWelcome(request: FastifyRequest): Promise<boolean> {
  try {
    const now = await request.server.viewerOf(request)
    const { viewer } = request
    return now?.role === viewer?.role && now?.companyId === viewer?.companyId
  } catch {
    // The store is away for a moment; that says nothing about the caller.
    return true
  }
}

/** What a handler answers that has taken the answer into its own hands. */
export const STREAMED = Symbol('streamed')

const streams = new WeakSet<FastifyReply>()

/** True for an answer that lasts as long as its client listens, or as its work goes on. */
export const isStream = (reply: FastifyReply): boolean => streams.has(reply)

/** Takes the answer out of Fastify's hands and sends its head. */
export function beginEvents(reply: FastifyReply): void {
  reply.hijack()
  streams.add(reply)
  reply.raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  reply.raw.flushHeaders()
}
