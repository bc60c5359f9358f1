import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { borrowedTurns, lendTurns, type WriteTurns, writeTurns } from './write-turns.ts'

function lentBy(turns: WriteTurns) {
  const { port1, port2 } = new MessageChannel()
  lendTurns(turns, port1)
  onTestFinished(() => port1.close())
  return { borrowed: borrowedTurns(port2), leave: () => port2.close() }
}

test('turns come in the order of asking, one at a time', async () => {
  const turns = writeTurns()
  const order: number[] = []
  let writing = 0
  const write = async (name: number) => {
    const release = await turns.take()
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
  const turns = writeTurns()
  const { borrowed } = lentBy(turns)
  const order: string[] = []
  let writing = 0
  const writes = async (name: string, from: WriteTurns, times: number) => {
    for (let at = 0; at < times; at += 1) {
      const release = await from.take()
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
  const turns = writeTurns()
  const { borrowed, leave } = lentBy(turns)
  await borrowed.take()
  const next = turns.take()
  leave()
  const release = await next
  release()
})

test('a thread that ends while it waits is passed over', async () => {
  const turns = writeTurns()
  const { borrowed, leave } = lentBy(turns)
  const release = await turns.take()
  const taken = vi.fn()
  void borrowed.take().then(taken)
  // Another borrower's turn comes after the first one's wish has arrived.
  const other = lentBy(turns).borrowed.take()
  leave()
  release()
  const releaseOther = await other
  expect(taken).not.toHaveBeenCalled()
  releaseOther()
  const last = await turns.take()
  last()
})
