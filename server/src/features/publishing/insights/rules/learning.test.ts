import { expect, test } from 'vitest'
import { type ComparedItem, compareReached, computeExpected, medianInterval, readingAt } from './learning.ts'

const DAY_MS = 86_400_000
const item = (at: number, figures: { age: number; views: number | null }[]): ComparedItem => ({
  mediaId: String(at),
  format: 'image',
  postedAt: at * DAY_MS,
  readings: figures.map(({ age, views }) => ({ readAt: (at + age) * DAY_MS, views })),
})

test.each([
  [[], null, null, null],
  [[5], 5, null, null],
  [[1, 2, 3, 4, 5], 3, null, null],
  [[1, 2, 3, 4, 5, 6], 3.5, 1, 6],
  [[9, 1, 2, 3, 4, 5, 6, 7, 8], 5, 2, 8],
  [Array.from({ length: 100 }, (_, at) => at + 1), 50.5, 40, 61],
])('of %j the median and its interval are those of the sign test', (values, median, low, high) => {
  expect(medianInterval(values)).toEqual({ median, low, high })
})

test('the interval holds the true median in at least 95 of 100 samples', () => {
  let seed = 7
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  let held = 0
  for (let sample = 0; sample < 2_000; sample += 1) {
    // Far from normal: the true median of u squared is a quarter.
    const { low, high } = medianInterval(Array.from({ length: 12 }, () => next() ** 2))
    if (low !== null && high !== null && low <= 0.25 && high >= 0.25) held += 1
  }
  expect(held).toBeGreaterThanOrEqual(1_900)
})

test('a reading counts for an age when it was made at it, and after 28 days any later one does', () => {
  const one = item(0, [
    { age: 1.1, views: 10 },
    { age: 5, views: 50 },
    { age: 60, views: 90 },
  ])
  expect([1, 3, 7, 28].map((age) => readingAt(one, age)?.views ?? null)).toEqual([10, null, null, 90])
})

test('an unknown figure is in no expectation, and few items give no interval', () => {
  const items = [100, 200, null, 300].map((views, at) => item(at * 10, [{ age: 7.1, views }]))
  const { ageDays, figures } = computeExpected(items)
  expect(ageDays).toBe(28)
  expect(figures[0]).toEqual({ figure: 'views', items: 0, median: null, low: null, high: null })
  const more = [...items, ...[400, 500, 600].map((views, at) => item(100 + at, [{ age: 7.1, views }]))]
  expect(computeExpected(more).figures[0]).toEqual({ figure: 'views', items: 6, median: 350, low: 100, high: 600 })
})

test('an item is compared with those before it alone, at its own age', () => {
  const before = [1, 2, 3, 4, 5, 6].map((views, at) => item(at, [{ age: 3.1, views: views * 100 }]))
  const after = item(50, [{ age: 3.1, views: 100_000 }])
  const reached = compareReached(
    item(20, [
      { age: 1, views: 5 },
      { age: 3.1, views: 650 },
    ]),
    [...before, after],
  )
  expect(reached?.ageDays).toBe(3)
  expect(reached?.figures[0]).toEqual({
    figure: 'views',
    items: 6,
    median: 350,
    low: 100,
    high: 600,
    reached: 650,
    verdict: 'above',
  })
  expect(compareReached(item(20, []), before)).toBeNull()
  expect(compareReached(item(20, [{ age: 3, views: null }]), before)?.figures[0]).toMatchObject({
    reached: null,
    verdict: null,
  })
})
