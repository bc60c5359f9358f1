/** Which months there are, and what PostgreSQL calls theirs. */
import { expect, test } from 'vitest'
import { monthOf, spanOfBound } from './months.ts'

test('a month begins and ends at midnight of UTC, also at the end of a year and of a leap February', () => {
  expect(monthOf(Date.UTC(2027, 11, 31, 23, 59, 59, 999))).toEqual({
    name: '2027_12',
    from: Date.UTC(2027, 11, 1),
    to: Date.UTC(2028, 0, 1),
  })
  expect(monthOf(Date.UTC(2027, 11, 31), 2)).toEqual({
    name: '2028_02',
    from: Date.UTC(2028, 1, 1),
    to: Date.UTC(2028, 2, 1),
  })
})

test('the span of a partition is read from what PostgreSQL writes', () => {
  expect(spanOfBound("FOR VALUES FROM (MINVALUE) TO ('1285891200000')")).toEqual({ from: -Infinity, to: 1285891200000 })
  expect(spanOfBound("FOR VALUES FROM ('-5') TO ('7')")).toEqual({ from: -5, to: 7 })
  expect(spanOfBound('DEFAULT')).toBeUndefined()
})
