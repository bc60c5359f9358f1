import { expect, test } from 'vitest'
import { gapOf, placeAt } from './reorder-places.ts'

const standing = [0, 1, 2, 3].map((index) => ({ left: 0, top: index * 60, width: 200, height: 56 }))
const lying = [0, 1, 2, 3].map((index) => ({ left: index * 92, top: 0, width: 84, height: 160 }))

test.each([
  [0, 0, 0],
  [0, 50, 0],
  [0, 70, 1],
  [0, 900, 3],
  [3, -70, 2],
  [3, -900, 0],
])('number %i carried down by %i lies at %i', (from, y, to) => expect(placeAt(standing, from, { x: 500, y })).toBe(to))

test('a strip is read from left to right', () => {
  expect(placeAt(lying, 1, { x: 100, y: 900 })).toBe(2)
  expect(placeAt(lying, 1, { x: -100, y: 0 })).toBe(0)
})

test('the others make room where it would lie, and nowhere else', () => {
  expect([1, 2, 3].map((index) => gapOf(standing, { from: 0, to: 2 }, index).y)).toEqual([-60, -60, 0])
  expect([0, 1, 2].map((index) => gapOf(lying, { from: 3, to: 1 }, index).x)).toEqual([0, 92, 92])
})
