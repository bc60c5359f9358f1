import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { TestCall } from '../testing/calls.worker.ts'
import { lastingThread } from './lasting-thread.ts'

function threadOfTest({ waitingMax = 10, idleMs = 60_000 } = {}) {
  const workers: Worker[] = []
  const thread = lastingThread<TestCall, number>({
    start() {
      const worker = new Worker(new URL('../testing/calls.worker.ts', import.meta.url))
      workers.push(worker)
      return worker
    },
    what: 'The test',
    waitingMax,
    refuse: () => new Error('Too many wait'),
    idleMs,
  })
  onTestFinished(thread.end)
  return { ...thread, workers }
}

const outcomeOf = (call: Promise<number>) => call.then(String, (error: Error) => error.message)

test('one thread answers all calls, and passes on what a call throws', async () => {
  const thread = threadOfTest()
  const [first, failed, second] = [thread.call('answer'), thread.call('fail'), thread.call('answer')]
  await expect(failed).rejects.toMatchObject({ name: 'RangeError', message: 'It failed', code: 'ENOSPC' })
  expect(await first).toBe(await second)
  expect(thread.workers).toHaveLength(1)
})

test('a thread that ends by itself fails the call under way, and another one answers those that wait', async () => {
  const thread = threadOfTest()
  const calls = [thread.call('answer'), thread.call('exit'), thread.call('answer')].map(outcomeOf)
  const [first, ended, second] = await Promise.all(calls)
  expect(ended).toBe('The test ended early (exit code 7)')
  expect(second).not.toBe(first)
  expect(thread.workers).toHaveLength(2)
})

test('calls beyond those that may wait are refused at once', async () => {
  const thread = threadOfTest({ waitingMax: 2 })
  const calls = Array.from({ length: 5 }, () => outcomeOf(thread.call('answer')))
  const outcomes = await Promise.all(calls)
  expect(outcomes.slice(3)).toEqual(['Too many wait', 'Too many wait'])
  expect(new Set(outcomes.slice(0, 3)).size).toBe(1)
})

test('a call that is aborted while it waits is never begun, and makes room for another', async () => {
  const thread = threadOfTest({ waitingMax: 2 })
  const ending = new AbortController()
  const calls = [thread.call('answer'), thread.call('exit', ending.signal), thread.call('answer')].map(outcomeOf)
  ending.abort(new Error('The client is gone'))
  calls.push(outcomeOf(thread.call('answer')))
  const [first, aborted, ...later] = await Promise.all(calls)
  expect(aborted).toBe('The client is gone')
  expect(later).toEqual([first, first])
  await expect(thread.call('answer', ending.signal)).rejects.toThrow('The client is gone')
})

test('a thread without calls ends, and the next call begins another one', async () => {
  const thread = threadOfTest({ idleMs: 1 })
  const first = await thread.call('answer')
  const [worker] = thread.workers
  if (worker) await once(worker, 'exit')
  expect(await thread.call('answer')).not.toBe(first)
})

test('the end fails every call that has no answer yet', async () => {
  const thread = threadOfTest()
  const calls = [thread.call('answer'), thread.call('hang'), thread.call('answer')].map(outcomeOf)
  await calls[0]
  await thread.end()
  expect((await Promise.all(calls)).slice(1)).toEqual(['The test was ended', 'The test was ended'])
})

test('a thread that cannot begin fails the call, and the next call begins one', async () => {
  let begun = 0
  const thread = lastingThread<TestCall, number>({
    start() {
      begun += 1
      if (begun === 1) throw new Error('No thread is to be had')
      return new Worker(new URL('../testing/calls.worker.ts', import.meta.url))
    },
    what: 'The test',
    waitingMax: 10,
    refuse: () => new Error('Too many wait'),
    idleMs: 60_000,
  })
  onTestFinished(thread.end)
  await expect(thread.call('answer')).rejects.toThrow('No thread is to be had')
  expect(await thread.call('answer')).toEqual(expect.any(Number))
})
