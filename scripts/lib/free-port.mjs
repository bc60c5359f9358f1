/** A port of this machine on which nothing listens: the usual one, or another where that is taken. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** @param {number} usual */
export async function freePort(usual) {
  for (const wanted of [usual, 0]) {
    const server = createServer()
    try {
      server.listen(wanted, '127.0.0.1')
      await once(server, 'listening')
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close()
      await once(server, 'close')
      return port
    } catch (error) {
      if (wanted === 0 || error.code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error('unreachable')
}
