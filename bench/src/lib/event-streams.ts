/** Many open event streams on plain sockets, as many tabs would hold them, and when each event came to the last of them. */
import { connect, type Socket } from 'node:net'

export interface EventStreams {
  /** Milliseconds from the moment in an event to the moment each stream had it. */
  delays: number[]
  end(): void
}

const MOMENT = /"at":"([^"]+)"/g

/** Resolves when every stream has been answered. */
export async function openStreams(port: number, headers: Record<string, string>, count: number): Promise<EventStreams> {
  const delays: number[] = []
  const sockets = await Promise.all(Array.from({ length: count }, () => openStream(port, headers, delays)))
  return {
    delays,
    end() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openStream(port: number, headers: Record<string, string>, delays: number[]): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once('error', reject)
  socket.once('connect', () => socket.write(`GET /api/events HTTP/1.1\r\nhost: bench\r\n${lines.join('')}\r\n`))
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (text.startsWith('HTTP/1.1 200')) resolve(socket)
    else if (text.startsWith('HTTP/1.1 ')) reject(new Error(`A stream was not opened: ${text.slice(0, 500)}`))
    const now = Date.now()
    for (const [, at] of text.matchAll(MOMENT)) if (at) delays.push(now - Date.parse(at))
  })
  return promise
}
