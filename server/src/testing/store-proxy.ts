/** A wire between a node and PostgreSQL that can be cut at the moments that matter: in the middle of a COMMIT, and at any other. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface StoreProxy {
  /** Instead of the database's own. */
  url: string
  /**
   * Cuts the connection that sends the next COMMIT: before the database gets it, or after it took effect and before the
   * answer is passed on. Resolves when that has happened.
   */
  cutNextCommit(when: 'before' | 'after'): Promise<void>
  /** As if the COMMIT got stuck on its way: the node's side is cut, and the returned function delivers it after all. */
  holdNextCommit(): Promise<() => void>
  /** Cuts all connections at once. */
  cutAll(): void
  /** Cuts one of so many connections, without a word to either side. */
  cutSome(oneOf: number): void
  /** As when packets are dropped: nothing arrives on any connection until the answer is called, and then all of it. */
  stall(): () => void
  /** From now on everything arrives so much later, in its order. */
  delay(milliseconds: number): void
  /** How many connections there are. */
  count(): number
  close(): Promise<void>
}

interface Fault {
  kind: 'before' | 'after' | 'hold'
  report(deliver: () => void): void
}

/** A simple query ends with a zero byte. */
const COMMIT = 'commit\0'
const COMMITTED = 'COMMIT\0'

export async function storeProxy(databaseUrl: string): Promise<StoreProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<{ node: Socket; store: Socket }>()
  let planned: Fault | null = null
  let delayMs = 0
  let stalled: Promise<void> | null = null

  /** Writes at once, or in order later. */
  function carrier(to: Socket): (chunk: Buffer) => void {
    let before: Promise<unknown> = Promise.resolve()
    let waiting = 0
    const write = (chunk: Buffer) => {
      if (!to.destroyed) to.write(chunk)
    }
    return (chunk) => {
      if (delayMs === 0 && !stalled && waiting === 0) return write(chunk)
      waiting += 1
      const later = delayMs > 0 ? pause(delayMs) : null
      before = before.then(async () => {
        await later
        while (stalled) await stalled
        write(chunk)
        waiting -= 1
      })
    }
  }

  const server = createServer((node) => {
    const store = connect(Number(target.port || 5432), target.hostname)
    const pair = { node, store }
    pairs.add(pair)
    const [toNode, toStore] = [carrier(node), carrier(store)]
    let awaited: Fault | null = null
    const cut = () => {
      node.destroy()
      store.destroy()
      pairs.delete(pair)
    }
    node.on('data', (chunk) => {
      const fault = planned && chunk.includes(COMMIT) ? planned : null
      if (fault) planned = null
      if (fault?.kind === 'after') awaited = fault
      if (fault?.kind === 'hold') {
        node.off('close', cut)
        node.destroy()
        return fault.report(() => void store.end(chunk))
      }
      if (fault?.kind === 'before') {
        cut()
        return fault.report(cut)
      }
      toStore(chunk)
    })
    store.on('data', (chunk) => {
      if (awaited && chunk.includes(COMMITTED)) {
        cut()
        awaited.report(cut)
      } else toNode(chunk)
    })
    for (const socket of [node, store]) {
      socket.on('error', () => {})
      socket.on('close', cut)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : '')

  const plan = (kind: Fault['kind']) =>
    new Promise<() => void>((resolve) => {
      planned = { kind, report: resolve }
    })
  const cutAll = () => {
    for (const { node, store } of pairs) {
      node.destroy()
      store.destroy()
    }
  }
  return {
    url: url.href,
    cutNextCommit: (when) => plan(when).then(() => {}),
    holdNextCommit: () => plan('hold'),
    cutAll,
    cutSome(oneOf) {
      for (const [at, { node, store }] of [...pairs].entries())
        if (at % oneOf === 0) {
          node.destroy()
          store.destroy()
        }
    },
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>()
      stalled = promise
      return () => {
        stalled = null
        resolve()
      }
    },
    delay(milliseconds) {
      delayMs = milliseconds
    },
    count: () => pairs.size,
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
