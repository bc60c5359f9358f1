/** Where something that is carried would lie, and who makes room. */
import { expect, test } from 'vitest'
import { type Box, gapOf, placeAt } from './reorder-places.ts'

const standing: Box[] = [0, 60, 120].map((top) => ({ left: 0, top, width: 300, height: 56 }))
const lying: Box[] = [0, 80, 160].map((left) => ({ left, top: 0, width: 72, height: 112 }))

test.each([
  [0, { x: 0, y: 0 }, 0],
  [0, { x: 0, y: 59 }, 0],
  [0, { x: 0, y: 61 }, 1],
  [0, { x: 500, y: 121 }, 2],
  [2, { x: 0, y: -900 }, 0],
])('from %i in a standing list by %j: %i', (from, by, place) => expect(placeAt(standing, from, by)).toBe(place))

test.each([
  [0, { x: 81, y: 500 }, 1],
  [2, { x: -81, y: 0 }, 1],
])('from %i in a lying list by %j: %i', (from, by, place) => expect(placeAt(lying, from, by)).toBe(place))

test('those in between make room, the others stay', () => {
  const moved = { from: 0, to: 1 }
  expect(gapOf(standing, moved, 1)).toEqual({ x: 0, y: -60 })
  expect(gapOf(standing, moved, 2)).toEqual({ x: 0, y: 0 })
  expect(gapOf(lying, { from: 2, to: 0 }, 0)).toEqual({ x: 80, y: 0 })
})
