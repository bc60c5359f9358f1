import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { places } from './places.ts'

/** Who is inside after all have entered the queue, and after each of these has left. */
async function course(sizes: readonly number[], leaving: readonly number[]) {
  const { enter } = places(2, 100)
  const inside = new Map<number, () => void>()
  sizes.forEach((size, at) => void enter(size).then((leave) => inside.set(at, leave)))
  const seen: number[][] = []
  for (const one of [undefined, ...leaving]) {
    if (one !== undefined) {
      inside.get(one)?.()
      inside.delete(one)
    }
    await setImmediate()
    seen.push([...inside.keys()].sort())
  }
  return seen
}

test('two at a time, in the order of requests', async () => {
  expect(await course([1, 1, 1, 1], [1, 0, 3, 2])).toEqual([[0, 1], [0, 2], [2, 3], [2], []])
})

test('a large one goes alone, and none overtakes it', async () => {
  expect(await course([10, 95, 1, 500, 1], [0, 1, 2, 3, 4])).toEqual([[0], [1, 2], [2], [3], [4], []])
})
