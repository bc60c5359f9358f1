/**
 * A worker thread that answers calls one at a time: `serveCalls` inside it, `lastingThread` outside. It begins with the first
 * call and ends when none has come for a while, so that a server without calls has no thread.
 */
import { parentPort, type Worker } from 'node:worker_threads'
import { asThrown } from './thread.ts'

type Call<Input> = { call: Input } | 'end'
type Reply<Answer> = { answer: Answer } | { thrown: object }

/** Answers calls until the other side ends the thread; one comes only after the answer to the one before. */
export function serveCalls<Input, Answer>(answerTo: (input: Input) => Promise<Answer>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  parentPort?.on('message', async (message: Call<Input>) => {
    if (message === 'end') {
      parentPort?.close()
      return resolve()
    }
    const reply: Reply<Answer> = await answerTo(message.call).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ thrown: asThrown(error) }),
    )
    parentPort?.postMessage(reply)
  })
  return promise
}

export interface LastingThread<Input, Answer> {
  /**
   * Throws what the call threw, by its name, message and codes; what `refuse` makes where too many calls wait; the signal's
   * reason where it is aborted while the call waits. A call under way is not interrupted.
   */
  call(input: Input, signal?: AbortSignal): Promise<Answer>
  /** Ends the thread. A call under way is abandoned. */
  end(): Promise<void>
}

interface Waiting<Input, Answer> {
  input: Input
  resolve(answer: Answer): void
  reject(error: Error): void
}

export function lastingThread<Input, Answer>({
  start,
  what,
  waitingMax,
  refuse,
  idleMs,
}: {
  start: () => Worker
  /** In the message about a thread that ended by itself. */
  what: string
  waitingMax: number
  refuse: () => Error
  idleMs: number
}): LastingThread<Input, Answer> {
  const waiting: Waiting<Input, Answer>[] = []
  let worker: Worker | null = null
  let current: Waiting<Input, Answer> | null = null
  let idle: NodeJS.Timeout | undefined

  function begin(): Worker {
    const begun = start()
    const fail = (error: Error) => {
      if (worker !== begun) return
      worker = null
      current?.reject(error)
      current = null
      next()
    }
    begun.on('message', (reply: Reply<Answer>) => {
      // Node names the files of a thread under --watch by messages of its own.
      if (worker !== begun || !('answer' in reply || 'thrown' in reply)) return
      if ('answer' in reply) current?.resolve(reply.answer)
      else current?.reject(Object.assign(new Error(), reply.thrown))
      current = null
      next()
    })
    begun.on('error', fail)
    begun.on('exit', (code) => fail(new Error(`${what} ended early (exit code ${code})`)))
    return begun
  }

  function next(): void {
    if (current) return
    clearTimeout(idle)
    current = waiting.shift() ?? null
    if (current) {
      try {
        worker ??= begin()
        worker.ref()
        worker.postMessage({ call: current.input } satisfies Call<Input>)
      } catch (error) {
        current.reject(error instanceof Error ? error : new Error(String(error)))
        current = null
        next()
      }
    } else if (worker) {
      // A thread without work keeps no process from ending.
      worker.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    if (!ending) return
    worker = null
    const abandoned = [current, ...waiting.splice(0)]
    current = null
    for (const one of abandoned) one?.reject(new Error(`${what} was ended`))
    if (abandoned.some((one) => one !== null)) await ending.terminate()
    else {
      ending.ref()
      const { promise, resolve } = Promise.withResolvers<void>()
      ending.once('exit', () => resolve())
      ending.postMessage('end' satisfies Call<Input>)
      await promise
    }
  }

  return {
    async call(input, signal) {
      signal?.throwIfAborted()
      if (waiting.length >= waitingMax) throw refuse()
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const one = { input, resolve, reject }
      waiting.push(one)
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(one)
        if (at === -1) return
        waiting.splice(at, 1)
        reject(signal.reason)
      })
      next()
      return promise
    },
    end,
  }
}
