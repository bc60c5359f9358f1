/** Starts the bare server with the product's own answers, copied byte for byte. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { BareAnswer } from './bare-server.ts'
import type { Lifetime } from './lifetime.ts'

/** node:http sends these by itself, for the bare server as for ours. */
const BY_ITSELF = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export async function bareServer(
  life: Lifetime,
  answers: BareAnswer[],
): Promise<{ port: number; end(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)))
  const end = life.child(child)
  const listening = once(child, 'message')
  child.send(answers)
  const [port]: number[] = await listening
  if (port === undefined) throw new Error('The bare server named no port')
  return { port, end }
}

/** An answer as it went over the wire: names and values as sent, in order. */
export async function copyAnswer(port: number, path: string, headers: Record<string, string>): Promise<BareAnswer> {
  const [answer]: IncomingMessage[] = await once(get({ port, path, headers, host: '127.0.0.1' }), 'response')
  if (answer?.statusCode !== 200) throw new Error(`GET ${path} answered ${answer?.statusCode}`)
  const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, at): [string, string] => [
    answer.rawHeaders[at * 2] ?? '',
    answer.rawHeaders[at * 2 + 1] ?? '',
  ])
  return { path, headers: pairs.filter(([name]) => !BY_ITSELF.has(name.toLowerCase())), body: await text(answer) }
}
