/** What a line of a report needs of its place. */
import { expect, test } from 'vitest'
import { lineChart } from './line-chart.ts'

const draw = (...values: number[]): string =>
  lineChart({
    kind: 'line',
    days: values.length,
    firstDay: 20_000,
    line: { points: values.map((value, day) => ({ day, value })), breaks: [] },
    previous: null,
    previousName: '',
    marks: [],
    says: 'Followers by day',
  }).text

test('figures that are written out beside the line have room where it is narrow', () => {
  expect(draw(22_000, 23_000)).toContain('<div class="cw">')
  const apart = draw(1_086_401, 1_086_520)
  expect(apart).toContain('>1,086,500<')
  expect(apart).toContain('<div class="cw far">')
})
