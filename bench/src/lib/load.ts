/** Hands work to the load client, a process of its own, and gets the time of every answer back. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lifetime } from './lifetime.ts'

export interface LoadRequest {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** A reading, with a token or without. */
export const get = (path: string, token?: string): LoadRequest => ({
  method: 'GET',
  path,
  headers: token ? bearer(token) : {},
})

export interface LoadOrder {
  port: number
  /** Sent in turn, again and again, over all connections. */
  requests: LoadRequest[]
  connections: number
  /** Sent but not counted, for this long. */
  warmUpMs: number
  durationMs: number
  /** Null: each connection sends again as soon as it has its response. */
  perSecond: number | null
}

export interface LoadOutcome {
  seconds: number
  /** Milliseconds of every counted request, ascending. */
  latencies: Float64Array
}

export interface LoadClient {
  /** One order at a time. Fails when an answer is not a success: a fast refusal must not count as speed. */
  run(order: LoadOrder): Promise<LoadOutcome>
  end(): Promise<void>
}

type Message = { outcome: LoadOutcome } | { failure: string }

export function loadClient(life: Lifetime): LoadClient {
  const child = fork(fileURLToPath(new URL('./load-client.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const end = life.child(child)
  return {
    end,
    run: (order) =>
      new Promise((resolve, reject) => {
        const rejectOnExit = () => reject(new Error('The load client ended early'))
        child.once('exit', rejectOnExit)
        child.once('message', (message: Message) => {
          child.off('exit', rejectOnExit)
          if ('outcome' in message) resolve(message.outcome)
          else reject(new Error(`The load failed: ${message.failure}`))
        })
        child.send(order)
      }),
  }
}
