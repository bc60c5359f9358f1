import { expect, test } from 'vitest'
import { reportTurns } from './turns.ts'

/** Work that ends when the test says so. */
function holdWork(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

const still = { signal: undefined }
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

test('reports of a company are made one after the other, those of others meanwhile', async () => {
  const turns = reportTurns()
  const begun: string[] = []
  const [one, two, other] = [holdWork(begun, 'one'), holdWork(begun, 'two'), holdWork(begun, 'other')]
  const first = turns.take(1, one.work, still)
  const second = turns.take(1, two.work, still)
  const foreign = turns.take(2, other.work, still)
  await flushPromises()
  expect(begun).toEqual(['one', 'other'])
  one.fail()
  await expect(first).rejects.toThrow('one')
  await flushPromises()
  expect(begun).toEqual(['one', 'other', 'two'])
  two.end()
  other.end()
  expect(await Promise.all([second, foreign])).toEqual(['two', 'other'])
})

test('four wait, a fifth is refused for a moment, and a job waits all the same', async () => {
  const turns = reportTurns()
  const works = Array.from({ length: 6 }, (_, at) => holdWork([], String(at)))
  const [running, ...waiting] = works
  const taken = works.slice(0, 5).map(({ work }) => turns.take(1, work, still))
  await expect(turns.take(1, () => Promise.resolve(''), still)).rejects.toMatchObject({
    status: 503,
    code: 'too_many_reports',
    headers: { 'retry-after': '5' },
  })
  const job = turns.take(1, () => Promise.resolve('job'), { ...still, isJob: true })
  running?.end()
  for (const { end } of waiting) end()
  expect(await Promise.all([...taken, job])).toEqual(['0', '1', '2', '3', '4', 'job'])
  expect(await turns.take(1, () => Promise.resolve('free'), still)).toBe('free')
})

test('a client that has disconnected while it waited takes no turn', async () => {
  const turns = reportTurns()
  const begun: string[] = []
  const [one, two] = [holdWork(begun, 'one'), holdWork(begun, 'two')]
  const gone = new AbortController()
  const first = turns.take(1, one.work, still)
  const second = turns.take(1, two.work, { signal: gone.signal })
  gone.abort(new Error('gone'))
  one.end()
  await first
  await expect(second).rejects.toThrow('gone')
  expect(begun).toEqual(['one'])
})
