/** A plain socket that sends one request at a time and says when its answer is there, doing as little as it can. */
import { connect, type Socket } from 'node:net'

export interface Connection {
  ask(request: Buffer, onAnswer: (status: number) => void): void
  end(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = 'content-length: '

export async function open(port: number, onFailure: (error: Error) => void): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let waiting: ((status: number) => void) | null = null
  let head: Buffer | null = null
  let status = 0
  /** Bytes of the body still to come; null while the head is still coming. */
  let missing: number | null = null
  let isOver = false
  socket.on('error', onFailure)
  socket.on('close', () => {
    if (!isOver) onFailure(new Error('The server closed a connection'))
  })
  socket.on('data', (bytes) => {
    let length = bytes.length
    if (missing === null) {
      const all: Buffer = head ? Buffer.concat([head, bytes]) : bytes
      const end = all.indexOf(HEAD_END)
      if (end === -1) {
        head = all
        return
      }
      const text = all.toString('latin1', 0, end).toLowerCase()
      const at = text.indexOf(LENGTH)
      if (at === -1) return onFailure(new Error(`An answer without a length: ${text}`))
      head = null
      status = Number(text.slice(9, 12))
      missing = Number.parseInt(text.slice(at + LENGTH.length), 10)
      length = all.length - end - HEAD_END.length
    }
    missing -= length
    if (missing > 0) return
    if (missing < 0) return onFailure(new Error('An answer longer than it said'))
    missing = null
    const answered = waiting
    waiting = null
    answered?.(status)
  })
  return {
    ask(request, answered) {
      waiting = answered
      socket.write(request)
    },
    end() {
      isOver = true
      socket.destroy()
    },
  }
}
