/**
 * A process of its own that calls a server over plain sockets, one request at a time per connection, and keeps the time
 * of each answer. It does as little as it can, so that what is measured is the server: on two cores a client that is
 * slower than a bare node:http server would flatter everything compared with it.
 */
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { LoadOrder, LoadOutcome } from './load.ts'

interface Connection {
  ask(request: Buffer, answered: (status: number) => void): void
  end(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = 'content-length: '

async function open(port: number, failed: (error: Error) => void): Promise<Connection> {
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
  socket.on('error', failed)
  socket.on('close', () => {
    if (!isOver) failed(new Error('The server closed a connection'))
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
      if (at === -1) return failed(new Error(`An answer without a length: ${text}`))
      head = null
      status = Number(text.slice(9, 12))
      missing = Number.parseInt(text.slice(at + LENGTH.length), 10)
      length = all.length - end - HEAD_END.length
    }
    missing -= length
    if (missing > 0) return
    if (missing < 0) return failed(new Error('An answer longer than it said'))
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

const asBytes = ({ port, requests }: LoadOrder) =>
  requests.map(({ method, path, headers, body }) => {
    const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`]
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`)
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  })

async function carryOut(order: LoadOrder): Promise<LoadOutcome> {
  const requests = asBytes(order)
  let failure: Error | null = null
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () =>
      open(order.port, (error) => {
        failure ??= error
      }),
    ),
  )
  let next = 0
  const samples: number[] = []
  let countFrom = performance.now() + order.warmUpMs
  const until = countFrom + order.durationMs
  const refused = new Map<number, number>()
  const note = (askedAt: number, status: number) => {
    if (status < 200 || status > 299) refused.set(status, (refused.get(status) ?? 0) + 1)
    if (askedAt >= countFrom) samples.push(performance.now() - askedAt)
  }
  const nextRequest = (): Buffer => {
    const request = requests[next % requests.length]
    next += 1
    if (!request) throw new Error('There is nothing to ask')
    return request
  }
  if (order.perSecond === null) await closedLoop(connections, until, nextRequest, note, () => failure)
  else await paced(connections, order.perSecond, until, nextRequest, note, () => failure)
  const seconds = (performance.now() - countFrom) / 1000
  countFrom = Number.POSITIVE_INFINITY
  for (const connection of connections) connection.end()
  const [bad] = refused
  if (failure) throw failure
  if (bad) throw new Error(`${bad[1]} answers with status ${bad[0]}`)
  return { seconds, latencies: Float64Array.from(samples).sort() }
}

type Note = (askedAt: number, status: number) => void

/**
 * Each connection sends again as soon as it has its response. The client never sleeps meanwhile: waking a sleeping
 * process is charged to the one that writes to it, so a server that is slow enough to let the client sleep would pay
 * for that too.
 */
async function closedLoop(
  connections: Connection[],
  until: number,
  nextRequest: () => Buffer,
  note: Note,
  failure: () => Error | null,
): Promise<void> {
  let isRunning = true
  const stayAwake = () => void (isRunning && setImmediate(stayAwake))
  stayAwake()
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const watch = setInterval(() => failure() && done(), 50)
          const done = () => {
            clearInterval(watch)
            resolve()
          }
          const ask = () => {
            const askedAt = performance.now()
            connection.ask(nextRequest(), (status) => {
              note(askedAt, status)
              if (performance.now() < until && !failure()) ask()
              else done()
            })
          }
          ask()
        }),
    ),
  )
  isRunning = false
}

/**
 * So many requests each second, whatever the server does. Each is timed from the moment it was due, so that waiting for a
 * free connection counts as the waiting it is.
 */
async function paced(
  connections: Connection[],
  perSecond: number,
  until: number,
  nextRequest: () => Buffer,
  note: Note,
  failure: () => Error | null,
): Promise<void> {
  const free = [...connections]
  const due: number[] = []
  let open = 0
  const send = () => {
    while (due.length > 0) {
      // The one that has waited longest: a server closes a connection that asks nothing for ten seconds.
      const connection = free.shift()
      const dueAt = due[0]
      if (!connection || dueAt === undefined) {
        if (connection) free.unshift(connection)
        return
      }
      due.shift()
      open += 1
      connection.ask(nextRequest(), (status) => {
        open -= 1
        note(dueAt, status)
        free.push(connection)
        send()
      })
    }
  }
  const gapMs = 1000 / perSecond
  let dueAt = performance.now()
  while (performance.now() < until && !failure()) {
    for (const now = performance.now(); dueAt <= now; dueAt += gapMs) due.push(dueAt)
    send()
    await pause(1)
  }
  while ((open > 0 || due.length > 0) && !failure()) {
    send()
    await nextTurn()
  }
}

process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
