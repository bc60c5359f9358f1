/** A receiver of webhooks on this machine, which checks what it gets as docs/webhooks.md tells receivers to. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  /** What `webhook-id` says. */
  id: string
  event: { id: string; type: string; timestamp: string; companyId: number | null; data: Record<string, unknown> }
}

export interface TestReceiver {
  url: string
  port: number
  /** Everything that came, also what was refused. */
  calls: Received[]
  /** How it answers from now on; 200 by default. */
  answer(how: number | ((response: ServerResponse) => void)): void
  /** Nothing listens at its port any more; `begin` listens there again. */
  end(): Promise<void>
  begin(): Promise<void>
}

export async function testReceiver(): Promise<TestReceiver> {
  const calls: Received[] = []
  let how: number | ((response: ServerResponse) => void) = 200
  const server = createServer(async (request, response) => {
    const body = await text(request)
    calls.push({ headers: request.headers, body, id: String(request.headers['webhook-id']), event: JSON.parse(body) })
    if (typeof how === 'number') response.writeHead(how).end()
    else how(response)
  })
  let port = 0
  const begin = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const end = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await begin()
  onTestFinished(end)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    answer: (next) => {
      how = next
    },
    begin,
    end,
  }
}

const TOLERANCE_SECONDS = 300

/** Standard Webhooks, written down anew from its text: whether one of the signatures was made with this secret, just now. */
export function isSignedWith(secret: string, { headers, body }: Received, now: number): boolean {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (Math.abs(now / 1_000 - Number(at)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.split(',')[1] ?? '', 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
}
