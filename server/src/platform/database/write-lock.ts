/**
 * SQLite has one writer. Every writer on this machine takes this lock first, in the order of requests, so that no
 * thread ever waits inside SQLite with its event loop blocked. The main thread owns the queue; a worker thread uses it
 * through a message port.
 */
import type { MessagePort } from 'node:worker_threads'

export interface WriteLock {
  /** Waits for the turn. Call the returned function once, when the write is committed or rolled back. */
  acquire(): Promise<() => void>
}

export function writeLock(): WriteLock {
  let last: Promise<void> = Promise.resolve()
  return {
    async acquire() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return resolve
    },
  }
}

/** Lets a worker thread take turns in this queue; a worker that goes away gives back the turn it held. */
export function lendWriteLock(turns: WriteLock, port: MessagePort): void {
  const held: (() => void)[] = []
  let isGone = false
  port.on('message', async (request: 'take' | 'release') => {
    if (request === 'release') return held.shift()?.()
    const release = await turns.acquire()
    if (isGone) return release()
    held.push(release)
    port.postMessage('yours')
  })
  port.on('close', () => {
    isGone = true
    for (const release of held.splice(0)) release()
  })
}

/** The other end of `lendWriteLock`, inside the worker thread. */
export function borrowWriteLock(port: MessagePort): WriteLock {
  const waiting: (() => void)[] = []
  port.on('message', () => waiting.shift()?.())
  port.unref()
  return {
    async acquire() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      port.ref()
      port.postMessage('take')
      await promise
      port.unref()
      return () => port.postMessage('release')
    },
  }
}
