/**
 * Stands between a server and a mock server, and ends the server at a chosen moment of a call: before the call is passed on, in the
 * middle of its body, or after it was answered and before the answer is. What has arrived here is always passed on, as a vendor
 * goes on with what has reached it.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Moment {
  /** What the path of the call looks like. */
  path: RegExp
  method: 'GET' | 'POST'
  when: 'before' | 'amid' | 'after'
}

export interface KillingProxy {
  url: string
  /** Calls `kill` at the next call that fits; answers when that was. */
  arm(moment: Moment, kill: () => Promise<unknown>): { done: Promise<void>; disarm(): void }
  end(): Promise<void>
}

/** Addresses in answers lead through it as well. */
export async function killingProxy(target: string): Promise<KillingProxy> {
  let armed: { moment: Moment; kill: () => Promise<unknown>; resolve: () => void } | null = null
  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function take(asked: IncomingMessage, when: Moment['when']): (() => Promise<void>) | null {
    const found = armed
    if (!found || found.moment.when !== when || found.moment.method !== asked.method) return null
    if (!found.moment.path.test(asked.url ?? '')) return null
    armed = null
    return async () => {
      await found.kill()
      found.resolve()
    }
  }

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const amid = take(asked, 'amid')
    if (amid) {
      await once(asked, 'data')
      await amid()
      answer.destroy()
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of asked as AsyncIterable<Buffer>) chunks.push(chunk)
    await take(asked, 'before')?.()
    const { status, headers, body } = await forward(asked, Buffer.concat(chunks))
    await take(asked, 'after')?.()
    const isJson = String(headers['content-type'] ?? '').includes('json')
    const shown = isJson ? Buffer.from(body.toString('utf8').replaceAll(target, url)) : body
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = headers
    answer.writeHead(status, Object.assign(rest, { 'content-length': shown.length }))
    answer.end(shown)
  }

  async function forward({ method, url: path = '/', headers }: IncomingMessage, body: Buffer) {
    const sent = request(new URL(path, target), {
      method,
      headers: Object.assign({}, headers, { host: new URL(target).host, 'content-length': body.length }),
    })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: Buffer.concat(chunks) }
  }

  return {
    url,
    arm(moment, kill) {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const mine = { moment, kill, resolve }
      armed = mine
      return {
        done,
        disarm() {
          if (armed === mine) armed = null
        },
      }
    },
    async end() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
