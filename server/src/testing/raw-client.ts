/** A client that sends bytes as they are, for what no HTTP library would send. */
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { World } from './world.ts'

export interface RawClient {
  socket: Socket
  /** Everything that has come back so far. */
  readReceived(): string
  /** Everything that came back, once the server has closed the connection. */
  closed: Promise<string>
}

/** Connects to an application that listens, or to a port of this machine, and sends `first`. */
export async function rawClient(to: World['app'] | number, first = ''): Promise<RawClient> {
  const address = typeof to === 'number' ? null : to.server.address()
  const port = typeof to === 'number' ? to : typeof address === 'object' && address ? address.port : null
  if (port === null) throw new Error('The application does not listen')
  const { promise: connected, resolve: proceed, reject } = Promise.withResolvers<void>()
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(port, '127.0.0.1', () => {
    if (first) socket.write(first)
    proceed()
  })
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', reject).on('close', () => resolve(text))
  onTestFinished(() => void socket.destroy())
  await connected
  return { socket, readReceived: () => text, closed }
}

/** The parts of one answer. */
export function parseAnswer(text: string): { status: number; headers: Record<string, string>; body: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s) as [string, string])
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: JSON.parse(body),
  }
}
