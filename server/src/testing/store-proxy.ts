/** A wire between a node and PostgreSQL that can be cut at the moments that matter: in the middle of a COMMIT, and at any other. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

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
  /** How many connections there are. */
  count(): number
  close(): Promise<void>
}

interface Fault {
  kind: 'before' | 'after' | 'hold'
  happened(deliver: () => void): void
}

/** A simple query ends with a zero byte. */
const COMMIT = 'commit\0'
const COMMITTED = 'COMMIT\0'

export async function storeProxy(databaseUrl: string): Promise<StoreProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<{ node: Socket; store: Socket }>()
  let planned: Fault | null = null

  const server = createServer((node) => {
    const store = connect(Number(target.port || 5432), target.hostname)
    const pair = { node, store }
    pairs.add(pair)
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
        return fault.happened(() => void store.end(chunk))
      }
      if (fault?.kind === 'before') {
        cut()
        return fault.happened(cut)
      }
      store.write(chunk)
    })
    store.on('data', (chunk) => {
      if (awaited && chunk.includes(COMMITTED)) {
        cut()
        awaited.happened(cut)
      } else if (!node.destroyed) node.write(chunk)
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
      planned = { kind, happened: resolve }
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
    count: () => pairs.size,
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
