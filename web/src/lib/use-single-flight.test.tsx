/** A second press, sooner than the screen is drawn anew, and what comes after a failure. */
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSingleFlight } from './use-single-flight.ts'

test('of two quick presses the first counts, and the screen knows while it lasts', async () => {
  const { result } = renderHook(useSingleFlight)
  const done = Promise.withResolvers<void>()
  const work = vi.fn(() => done.promise)
  const { run } = result.current
  act(() => {
    void run(work)
    void run(work)
  })
  expect([work.mock.calls.length, result.current.isBusy]).toEqual([1, true])
  await act(async () => done.resolve())
  expect(result.current.isBusy).toBe(false)
  await act(() => result.current.run(work))
  expect(work).toHaveBeenCalledTimes(2)
})

test('what fails says so, and leaves the way free', async () => {
  const { result } = renderHook(useSingleFlight)
  const failing = () => Promise.reject(new Error('no'))
  await act(() => expect(result.current.run(failing)).rejects.toThrow('no'))
  expect(result.current.isBusy).toBe(false)
  const work = vi.fn(async () => undefined)
  await act(() => result.current.run(work))
  expect(work).toHaveBeenCalledOnce()
})
