/**
 * How long requests may take to arrive. A body that stands still is answered by a 408 and its connection is closed; one that goes on,
 * however slowly, lives. What the server itself has not read yet is never the client's delay. The rest of a body that was answered
 * before its end is read and thrown away.
 */
import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { tooSlow } from '../errors.ts'
import { send } from './failures.ts'

export interface ArrivalTimes {
  /** From the connection, or the end of the request before, to the end of the headers. */
  readonly headersMs: number
  /** For a body of JSON, in all. */
  readonly jsonMs: number
  /** How long the body of an upload may stand still. */
  readonly stillMs: number
  /** The same for every body once the server ends. */
  readonly endingMs: number
  readonly checkEveryMs: number
  /** A monotonic clock. */
  readonly now: () => number
}

export const ARRIVAL_TIMES: ArrivalTimes = {
  headersMs: 10_000,
  jsonMs: 30_000,
  stillMs: 30_000,
  endingMs: 2_000,
  checkEveryMs: 1_000,
  now: () => performance.now(),
}

interface Arrival {
  request: FastifyRequest
  reply: FastifyReply
  isUpload: boolean
  begunAt: number
  movedAt: number
  bytes: number
}

/** Watches bodies on their way in. Call this before the first route is added. */
export function limitArrivals(app: FastifyInstance, jsonBytesMax: number, times: ArrivalTimes): void {
  const arrivals = new Set<Arrival>()
  let isEnding = false
  let checking: NodeJS.Timeout | undefined

  const isLate = ({ isUpload, begunAt, movedAt }: Arrival, now: number) =>
    now - movedAt > (isEnding ? times.endingMs : times.stillMs) || (!isUpload && now - begunAt > times.jsonMs)

  function check(): void {
    const now = times.now()
    for (const arrival of arrivals) {
      const { request, reply } = arrival
      const { bytesRead } = request.socket
      if (request.raw.complete || request.raw.destroyed || request.raw.readableEnded) arrivals.delete(arrival)
      else if (bytesRead !== arrival.bytes || request.raw.readableLength > 0)
        Object.assign(arrival, { bytes: bytesRead, movedAt: now })
      if (!arrivals.has(arrival) || !isLate(arrival, now)) continue
      arrivals.delete(arrival)
      if (reply.sent) request.raw.destroy()
      else send(reply.header('connection', 'close'), tooSlow(), request)
    }
    if (arrivals.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lettingGo.has(app.server)) reply.header('connection', 'close')
    done(null, payload)
  })
  // Many clients read an answer only once they have sent all, and behind an unread body no further request arrives.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) raw.unpipe().resume()
    done()
  })
  app.addHook('onRoute', (route) => {
    if (['GET', 'HEAD'].includes(String(route.method))) return
    const begin: onRequestHookHandler = (request, reply, done) => {
      const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false
      const now = times.now()
      if (!request.raw.complete)
        arrivals.add({
          request,
          reply,
          begunAt: now,
          movedAt: now,
          bytes: request.socket.bytesRead,
          isUpload: isForm || (route.bodyLimit ?? 0) > jsonBytesMax,
        })
      checking ??= setInterval(check, times.checkEveryMs).unref()
      done()
    }
    route.onRequest = [begin, route.onRequest ?? []].flat()
  })
}

/**
 * Takes no connections from now on. On those that are open what comes is still answered for a moment, and each is closed with its
 * answer: a client that keeps one open sends nothing into its end. Requests that are still running then get `graceMs` to finish;
 * after that their connections are cut.
 */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), graceMs)
  await letGo(app.server)
  // A browser keeps its connection after the last answer: without this the end would wait for it to let go.
  const hangingUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS)
  try {
    await app.close()
  } finally {
    clearInterval(hangingUp)
    clearTimeout(cutting)
  }
}

/** Servers whose connections end with their next answer, also with one to a request that came before. */
const lettingGo = new WeakSet<HttpServer>()

const HANG_UP_EVERY_MS = 50
/** A connection in use gets its next request within this. */
const QUIET_MS = 250
const LET_GO_MS = 1_000

/** Resolves when nothing has come on an open connection for a moment. */
async function letGo(server: HttpServer): Promise<void> {
  // Not the method of HTTP, which also closes what is idle at this moment, perhaps with a request on its way.
  Server.prototype.close.call(server)
  lettingGo.add(server)
  const begun = performance.now()
  let lastCame = begun
  server.prependListener('request', () => {
    lastCame = performance.now()
  })
  const countConnections = promisify(server.getConnections.bind(server))
  while ((await countConnections()) > 0) {
    const now = performance.now()
    if (now - lastCame >= QUIET_MS || now - begun >= LET_GO_MS) return
    await pause(HANG_UP_EVERY_MS)
  }
}
