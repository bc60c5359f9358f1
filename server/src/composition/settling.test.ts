import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '#platform/log.ts'
import { settlingBeside } from './settling.ts'

test('what dead jobs left behind is settled at the start and every 20 seconds, also after a failure, until the end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let times = 0
  const settle = async () => {
    times += 1
    if (times === 2) throw new Error('The store is away.')
  }
  const workers = settlingBeside({ wake: () => {}, end: async () => {} }, settle, openLog('silent'))
  await vi.advanceTimersByTimeAsync(0)
  expect(times).toBe(1)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(times).toBe(3)
  await workers.end()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(times).toBe(3)
})
