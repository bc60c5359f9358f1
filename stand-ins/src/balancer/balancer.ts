/**
 * A small HTTP load balancer, for tests and for machines without Docker: asks each node for `/readyz` and sends requests to those
 * that are ready, in turns; to all of them when none is. A node that takes no connection has seen nothing of a request, which then
 * goes to another one; what was sent and got no answer is repeated only where it is a GET or HEAD, else answered with 502.
 * Answers are passed on as they come, streams of events too.
 */
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BalancerOptions {
  /** Origins of the nodes, which may not listen yet. */
  nodes: readonly string[]
  /** 0 for a free one. */
  port?: number
  checkEveryMs?: number
}

export interface Balancer {
  url: string
  /** Origins of the nodes that were ready when they were last asked. */
  ready(): string[]
  /** Requests that went to a second node, or a third. */
  countRetries(): number
  end(): Promise<void>
}

/** A node that does not answer in this time is not ready. */
const CHECK_TIMEOUT_MS = 2_500
const CHECK_EVERY_MS = 500
/** Nodes that restart at the same time are waited for this long. */
const WAITS_MS = 3_000
const WAIT_MS = 50

type Outcome = 'answered' | 'not connected' | 'no answer'

export async function startBalancer({
  nodes,
  port = 0,
  checkEveryMs = CHECK_EVERY_MS,
}: BalancerOptions): Promise<Balancer> {
  const ready = new Set<string>()
  let turn = 0
  let retried = 0

  async function check(node: string): Promise<void> {
    try {
      const { ok } = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
      if (ok) ready.add(node)
      else ready.delete(node)
    } catch {
      ready.delete(node)
    }
  }
  const checkAll = () => Promise.all(nodes.map(check))
  await checkAll()
  const checking = setInterval(checkAll, checkEveryMs)

  /** In the order in which they are tried. */
  function candidates(): string[] {
    const some = ready.size > 0 ? nodes.filter((node) => ready.has(node)) : [...nodes]
    turn += 1
    const first = turn % some.length
    return [...some.slice(first), ...some.slice(0, first)]
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isRepeatable = incoming.method === 'GET' || incoming.method === 'HEAD'
    const giveUpAt = performance.now() + WAITS_MS
    while (!outgoing.destroyed) {
      for (const node of candidates()) {
        const outcome = await passOn(node, incoming, outgoing)
        if (outcome === 'answered' || outgoing.destroyed) return
        if (outcome === 'not connected') ready.delete(node)
        else if (!isRepeatable) return refuse(outgoing, 502)
        retried += 1
      }
      if (performance.now() > giveUpAt) return refuse(outgoing, 503)
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }

  const server = createServer((incoming, outgoing) => {
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => {})
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...ready],
    countRetries: () => retried,
    async end() {
      clearInterval(checking)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function refuse(outgoing: ServerResponse, status: 502 | 503): void {
  const body = { error: 'no_node', message: 'No node has answered.', status, success: false }
  outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify(body))
}

/** Sends the request to the node on a connection of its own: nothing of the body is read before that is there. */
function passOn(node: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { hostname, port } = new URL(node)
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '', connection: 'close' }
  const sent = httpRequest({ hostname, port, method: incoming.method, path: incoming.url, headers, agent: false })
  let isConnected = false
  const abandon = () => sent.destroy()
  outgoing.once('close', abandon)
  sent.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true
      incoming.pipe(sent)
    }),
  )
  sent.once('response', (answer) => {
    const { connection, 'keep-alive': _, ...kept } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, kept)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    // A node that ends in the middle of its answer must not look as if the answer were whole.
    answer.once('error', () => outgoing.destroy())
    answer.once('close', () => {
      outgoing.off('close', abandon)
      if (!answer.complete) outgoing.destroy()
      resolve('answered')
    })
  })
  sent.on('error', () => {
    outgoing.off('close', abandon)
    incoming.unpipe(sent)
    if (outgoing.headersSent) {
      outgoing.destroy()
      resolve('answered')
    } else resolve(isConnected ? 'no answer' : 'not connected')
  })
  return promise
}
