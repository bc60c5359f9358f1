/**
 * A process of its own that calls a server over plain sockets, one request at a time per connection, and keeps the time
 * of each answer. It does as little as it can, so that what is measured is the server: on two cores a client that is
 * slower than a bare node:http server would flatter everything compared with it.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { LoadOrder, LoadOutcome } from './load.ts'
import { type Connection, open } from './plain-connection.ts'

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
  if (order.perSecond === null) await runClosedLoop(connections, until, nextRequest, note, () => failure)
  else await runPaced(connections, order.perSecond, until, nextRequest, note, () => failure)
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
async function runClosedLoop(
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
          const watch = setInterval(() => failure() && finish(), 50)
          const finish = () => {
            clearInterval(watch)
            resolve()
          }
          const ask = () => {
            const askedAt = performance.now()
            connection.ask(nextRequest(), (status) => {
              note(askedAt, status)
              if (performance.now() < until && !failure()) ask()
              else finish()
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
async function runPaced(
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
