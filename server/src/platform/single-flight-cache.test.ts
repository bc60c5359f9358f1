import { expect, test } from 'vitest'
import { singleFlightCache } from './single-flight-cache.ts'

test('a fetch is aborted once none of its callers waits for it, and the next caller begins another one', async () => {
  const cache = singleFlightCache<{ bytes: Uint8Array }>()
  const fetches: { signal: AbortSignal; answer: (bytes: Uint8Array) => void }[] = []
  const fetch = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ bytes: Uint8Array }>()
    signal.addEventListener('abort', () => reject(signal.reason))
    fetches.push({ signal, answer: (bytes) => resolve({ bytes }) })
    return promise
  }
  const callers = [new AbortController(), new AbortController()]
  const outcomes = callers.map(({ signal }) => cache.take('one', fetch, signal).catch((error: Error) => error.message))
  callers[0]?.abort(new Error('gone'))
  expect([fetches.length, fetches[0]?.signal.aborted]).toEqual([1, false])
  callers[1]?.abort(new Error('gone'))
  expect(fetches[0]?.signal.aborted).toBe(true)
  const again = cache.take('one', fetch)
  expect(fetches).toHaveLength(2)
  fetches[1]?.answer(new Uint8Array(3))
  expect((await again)?.bytes).toHaveLength(3)
  expect(await Promise.all(outcomes)).toEqual(['gone', 'gone'])
  expect((await cache.take('one', fetch))?.bytes).toHaveLength(3)
  expect(fetches).toHaveLength(2)
})

test('an aborted fetch that answers all the same takes no room of the entry that is fetched again', async () => {
  const cache = singleFlightCache<{ bytes: Uint8Array }>(10)
  const begun: string[] = []
  const take = (name: string, signal?: AbortSignal) => {
    const fetch = async () => {
      begun.push(name)
      return { bytes: new Uint8Array(5) }
    }
    return cache.take(name, fetch, signal)
  }
  const caller = new AbortController()
  const aborted = take('one', caller.signal)
  caller.abort(new Error('gone'))
  await Promise.all([aborted, take('one'), take('two')])
  for (const name of ['one', 'two']) await take(name)
  expect(begun).toEqual(['one', 'one', 'two'])
})
