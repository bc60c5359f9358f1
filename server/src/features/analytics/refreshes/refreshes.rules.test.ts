import { assert, constantFrom, integer, property, stringMatching, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseSource, nextDay, nextSlot, nextTry, slotOf, sourceAfter, triesAfter } from './refreshes.rules.ts'

const DAY = 24 * 60 * 60_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 10, 20, 9)

const name = stringMatching(/^[a-z0-9._]{1,30}$/)
const moment = integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2036, 0, 1) })
const dayOf = (at: number) => Math.floor(at / DAY)

describe('the time of day of a profile', () => {
  test('is the same for ever, and leaves two hours of the day for those that fail', () => {
    assert(
      property(name, (key) => {
        expect(slotOf(key)).toBe(slotOf(key))
        expect(slotOf(key)).toBeGreaterThanOrEqual(0)
        expect(slotOf(key)).toBeLessThan(22 * HOUR)
      }),
    )
    expect(slotOf('nasa')).toBe(slotOf(['na', 'sa'].join('')))
  })

  test('spreads profiles evenly over the other hours', () => {
    const perHour = Array.from({ length: 22 }, () => 0)
    for (let at = 0; at < 22_000; at += 1) {
      const hour = Math.floor(slotOf(`account_${at}`) / HOUR)
      perHour[hour] = (perHour[hour] ?? 0) + 1
    }
    expect(Math.min(...perHour)).toBeGreaterThan(850)
    expect(Math.max(...perHour)).toBeLessThan(1_150)
  })

  test('the next day is always tomorrow, the next slot always within a day', () => {
    assert(
      property(name, moment, (key, now) => {
        expect(dayOf(nextDay(key, now))).toBe(dayOf(now) + 1)
        const slot = nextSlot(key, now)
        expect(slot).toBeGreaterThan(now)
        expect(slot - now).toBeLessThanOrEqual(DAY)
        expect(slot % DAY).toBe(slotOf(key))
      }),
    )
  })

  test('a profile read whenever it is due is read exactly once on each day', () => {
    assert(
      property(name, moment, integer({ min: 0, max: DAY / 4 }), (key, start, late) => {
        const days: number[] = []
        let due = nextSlot(key, start)
        for (let at = 0; at < 10; at += 1) {
          // Late, but not so late that midnight passes.
          const readAt = Math.min(due + late, (dayOf(due) + 1) * DAY - 1)
          days.push(dayOf(readAt))
          due = nextDay(key, readAt)
        }
        expect(days).toEqual(Array.from({ length: 10 }, (_, at) => (days[0] ?? 0) + at))
      }),
    )
  })
})

describe('after failures that may pass', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 32],
    [7, 60],
    [8, 60],
    [800, 60],
  ])('%i in a row: again after %i minutes', (tries, minutes) => {
    expect(nextTry(tries, NOW)).toBe(NOW + minutes * MINUTE)
  })

  test.each([
    ['not_understood', 0, 1],
    ['not_understood', 6, 7],
    ['not_understood', 7, 0],
    ['not_understood', 50, 0],
    ['not_found', 3, 0],
    ['no_figures', 3, 0],
  ] as const)('%s after %i of them counts as %i: with none it waits for its next day', (kind, tries, expected) => {
    expect(triesAfter({ kind, message: '' }, tries, NOW)).toBe(expected)
  })

  test('no account is retried for a day that is over', () => {
    const midnight = Date.UTC(2026, 10, 21)
    const failure = { kind: 'not_understood', message: '' } as const
    expect(triesAfter(failure, 2, midnight - 4 * MINUTE - 1)).toBe(3)
    expect(triesAfter(failure, 2, midnight - 4 * MINUTE)).toBe(0)
  })
})

describe('who reads a profile', () => {
  test.each([
    [null, ['graph', 'apify'], 'graph'],
    [null, ['apify', 'graph'], 'graph'],
    [null, ['apify'], 'apify'],
    [null, [], null],
    ['apify', ['graph', 'apify'], 'apify'],
    ['apify', ['graph'], 'graph'],
    ['graph', ['apify'], 'apify'],
    ['graph', [], null],
  ] as const)('known from %s, connected %j: %s', (known, connected, expected) => {
    expect(chooseSource(known, connected)).toBe(expected)
  })

  test('is a connected one, whenever there is one', () => {
    const sources = uniqueArray(constantFrom('graph' as const, 'apify' as const))
    assert(
      property(constantFrom(null, 'graph' as const, 'apify' as const), sources, (known, connected) => {
        const chosen = chooseSource(known, connected)
        if (connected.length === 0) expect(chosen).toBeNull()
        else expect(connected).toContain(chosen)
      }),
    )
  })

  test.each([
    ['graph', 'not_found', ['graph', 'apify'], 'apify'],
    ['graph', 'not_found', ['graph'], null],
    ['graph', 'not_understood', ['graph', 'apify'], null],
    ['graph', 'no_figures', ['graph', 'apify'], null],
    ['apify', 'not_found', ['graph', 'apify'], null],
  ] as const)('%s says %s, connected %j: next is %s', (asked, kind, connected, expected) => {
    expect(sourceAfter(asked, { kind, message: '' }, connected)).toBe(expected)
  })
})
