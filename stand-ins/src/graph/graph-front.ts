/**
 * One address for both things that graph.facebook.com answers: business discovery, and own accounts with Facebook Login. It
 * passes each call on to the stand-in that plays it, as it came.
 */
import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

export async function startGraphFront({ discovery, ownAccounts }: { discovery: string; ownAccounts: string }) {
  const server = createServer((incoming, answer) => {
    const { searchParams } = new URL(incoming.url ?? '/', 'http://here')
    const isDiscovery = searchParams.get('fields')?.startsWith('business_discovery') ?? false
    const target = new URL(`${isDiscovery ? discovery : ownAccounts}${incoming.url}`)
    const { method, headers } = incoming
    const passedOn = ask(
      target,
      { method: method ?? 'GET', headers: { ...headers, host: target.host } },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        pipeline(response, answer, ignore)
      },
    )
    passedOn.on('error', () => answer.destroy())
    pipeline(incoming, passedOn, ignore)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async end(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One side went away: the other is closed with it, which is all there is to do. */
function ignore(): void {}
