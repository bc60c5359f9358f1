import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { borrowWriteLock, lendWriteLock, type WriteLock, writeLock } from './write-lock.ts'

function lendAndBorrow(turns: WriteLock) {
  const { port1, port2 } = new MessageChannel()
  lendWriteLock(turns, port1)
  onTestFinished(() => port1.close())
  return { borrowed: borrowWriteLock(port2), leave: () => port2.close() }
}

test('the lock is granted in the order of requests, one at a time', async () => {
  const turns = writeLock()
  const order: number[] = []
  let writing = 0
  const write = async (name: number) => {
    const release = await turns.acquire()
    writing += 1
    expect(writing).toBe(1)
    order.push(name)
    await Promise.resolve()
    writing -= 1
    release()
  }
  await Promise.all([1, 2, 3, 4, 5].map(write))
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test('a thread that borrows turns stands in the same queue: neither side is passed over', async () => {
  const turns = writeLock()
  const { borrowed } = lendAndBorrow(turns)
  const order: string[] = []
  let writing = 0
  const writes = async (name: string, from: WriteLock, times: number) => {
    for (let at = 0; at < times; at += 1) {
      const release = await from.acquire()
      writing += 1
      expect(writing).toBe(1)
      order.push(name)
      await new Promise(setImmediate)
      writing -= 1
      release()
    }
  }
  await Promise.all([writes('main', turns, 20), writes('thread', borrowed, 20)])
  expect(order).toHaveLength(40)
  // Each of them waits for the other once at most, so neither gets far ahead.
  const half = order.slice(0, 20)
  expect(half.filter((name) => name === 'thread').length).toBeGreaterThan(4)
  expect(half.filter((name) => name === 'main').length).toBeGreaterThan(4)
})

test('a thread that ends gives back the turn that it held', async () => {
  const turns = writeLock()
  const { borrowed, leave } = lendAndBorrow(turns)
  await borrowed.acquire()
  const next = turns.acquire()
  leave()
  const release = await next
  release()
})

test('a thread that ends while it waits is passed over', async () => {
  const turns = writeLock()
  const { borrowed, leave } = lendAndBorrow(turns)
  const release = await turns.acquire()
  const taken = vi.fn()
  void borrowed.acquire().then(taken)
  // Another borrower's turn comes after the first one's request has arrived.
  const other = lendAndBorrow(turns).borrowed.acquire()
  leave()
  release()
  const releaseOther = await other
  expect(taken).not.toHaveBeenCalled()
  releaseOther()
  const last = await turns.acquire()
  last()
})
