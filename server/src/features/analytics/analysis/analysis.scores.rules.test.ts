/** How unusual a day is: scores of days, and the tail that accounts of a company share. */
import { describe, expect, test } from 'vitest'
import { growingDays, movesOf, quiet, START } from '../../../testing/growing-days.ts'
import { scoreDays } from './rules/day-scores.ts'
import type { AnalysedDay } from './rules/input.ts'
import { chanceOf, fitTail } from './rules/tail.ts'

describe('Scores', () => {
  test('a step is far from usual and its neighbours are not', () => {
    const { days, scores } = scoreDays(growingDays(1, { 150: 0.05 }))
    const at = days.indexOf(START + 150)
    expect(scores[at]).toBeGreaterThan(30)
    expect(Math.abs(scores[at - 1] ?? 0)).toBeLessThan(4)
    expect(Math.abs(scores[at + 1] ?? 0)).toBeLessThan(4)
  })

  test('a weekday that always grows more is not unusual', () => {
    const jumps = Object.fromEntries(Array.from({ length: 40 }, (_, week) => [7 * week + 3, 0.004]))
    const { scores } = scoreDays(growingDays(2, jumps))
    expect(Math.max(...scores)).toBeLessThan(5)
  })

  test('a gap is one change over its days', () => {
    const days = growingDays(3, { 152: 0.05 }).filter(({ day }) => day < START + 150 || day > START + 154)
    const { days: ends, spans, scores } = scoreDays(days)
    const at = ends.indexOf(START + 155)
    expect(spans[at]).toBe(6)
    expect(scores[at]).toBeGreaterThan(10)
    expect(ends).toHaveLength(days.length - 1)
  })

  test('no change crosses a change of source, and none a silence of more than a fortnight', () => {
    const days = growingDays(4, { 100: 0.5, 200: 0.5 })
      .map((day): AnalysedDay => (day.day < START + 100 ? { ...day, source: 'import' } : day))
      .filter(({ day }) => day < START + 190 || day > START + 205)
    const { days: ends, scores } = scoreDays(days)
    expect(ends).not.toContain(START + 100)
    expect(ends).not.toContain(START + 206)
    expect(Math.max(...scores)).toBeLessThan(6)
  })

  test('one follower more is nothing unusual in an account of thirty', () => {
    const days = Array.from({ length: 100 }, (_, at): AnalysedDay => {
      return { day: START + at, followers: 30 + (at >= 50 ? 1 : 0), source: 'graph' }
    })
    expect(Math.max(...scoreDays(days).scores)).toBeLessThan(1.5)
  })

  test.each<[string, AnalysedDay[]]>([
    ['no day', []],
    ['two days', growingDays(5, {}, 2)],
    ['one follower', growingDays(5).map((day) => ({ ...day, followers: 1 }))],
    ['no follower', growingDays(5).map((day) => ({ ...day, followers: 0 }))],
    [
      'followers that come back from zero',
      growingDays(5).map((day, at) => (at === 9 ? { ...day, followers: 0 } : day)),
    ],
    ['a reading each month', growingDays(5, {}, 700).filter((_, at) => at % 30 === 0)],
    ['sources that take turns', growingDays(5).map((day, at) => ({ ...day, source: at % 2 ? 'import' : 'graph' }))],
  ])('%s: finite scores and no false move', (_, days) => {
    const { scores } = scoreDays(days)
    expect(scores.every(Number.isFinite)).toBe(true)
    expect(movesOf({ days })).toEqual([])
  })
})

describe('The tail', () => {
  test('is the same for the same accounts, and falls with the score', () => {
    const scored = quiet.map(scoreDays)
    const tail = fitTail(scored)
    expect(fitTail(scored)).toEqual(tail)
    const chances = [0, 1, 2, 3, 5, 10, 30].map((score) => chanceOf(tail, score))
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances[0]).toBe(1)
  })

  test('does not become heavy through the events that it is to find', () => {
    const moved = quiet.map((_, at) => scoreDays(growingDays(100 + at, { [60 + 10 * at]: 0.06 })))
    expect(chanceOf(fitTail(moved), 20)).toBeLessThan(1e-6)
  })

  test('of one account, of an empty one and of none is usable', () => {
    for (const accounts of [[], [scoreDays([])], [scoreDays(growingDays(6))]]) {
      const tail = fitTail(accounts)
      expect(Object.values(tail).every(Number.isFinite)).toBe(true)
      expect(chanceOf(tail, 50)).toBeLessThanOrEqual(1)
    }
  })
})
