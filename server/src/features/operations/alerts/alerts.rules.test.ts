/** What joins, what a threshold does at its edge, and when silence counts. */
import { describe, expect, test } from 'vitest'
import { isBeyond, isSameMove, joins, silenceFrom } from './alerts.rules.ts'
import { kindsOf, settingsFor, usualSettings } from './rules/defaults.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 9)

test('a move found again under a neighbouring day is the same; its opposite, and one a week later, is another', () => {
  const move = { day: 100, change: 900 }
  expect(isSameMove(move, { day: 98, change: 1_100 })).toBe(true)
  expect(isSameMove(move, { day: 101, change: -900 })).toBe(false)
  expect(isSameMove(move, { day: 107, change: 900 })).toBe(false)
})

test('a threshold opens beyond its value and stays open until the value is back by the margin', () => {
  const above = { side: 'above' as const, value: 1_000, margin: 50 }
  const walk = (rule: Parameters<typeof isBeyond>[0], values: number[]) => {
    let isOpen = false
    return values.map((value) => {
      isOpen = isBeyond(rule, value, isOpen)
      return isOpen
    })
  }
  expect(walk(above, [990, 1_000, 1_001, 999, 1_002, 951, 950, 999, 1_001])).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ])
  expect(walk({ ...above, side: 'below' }, [1_000, 999, 1_049, 1_050])).toEqual([false, true, true, false])
})

test('what is found within a day joins, also when the clock was set back a little; later it does not', () => {
  const alert = { kind: 'anomaly' as const, opened_at: NOW }
  expect([NOW + DAY - 1, NOW + DAY, NOW - HOUR, NOW - 30 * DAY].map((now) => joins(alert, now))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('after a pause, and after a jump of the clock, silence counts only when sources had time', () => {
  const last = { evaluated_at: NOW, silence_from: 5 }
  expect(silenceFrom(last, NOW + HOUR)).toBe(5)
  for (const later of [NOW + 3 * DAY, NOW - 3 * DAY]) expect(silenceFrom(last, later)).toBe(later + 12 * HOUR)
})

describe('What is usual', () => {
  test('a basic user gets no mail, and no role gets kinds of another one', () => {
    expect(kindsOf('basic')).toEqual(['anomaly', 'unread', 'approval'])
    expect(kindsOf('pro')).not.toContain('token')
    expect(usualSettings('basic').rules.some(({ channels }) => channels.mail)).toBe(false)
    expect(usualSettings('admin').rules.every(({ isOn }) => isOn)).toBe(true)
  })

  test('what an administrator had chosen is no longer theirs as a basic user, and comes back', () => {
    const chosen = usualSettings('admin')
    const rules = chosen.rules.map((rule) => ({ ...rule, isOn: false }))
    expect(settingsFor('basic', { ...chosen, rules }).rules.map(({ kind }) => kind)).toEqual(kindsOf('basic'))
    expect(settingsFor('admin', { ...chosen, rules }).rules.every(({ isOn }) => !isOn)).toBe(true)
  })
})
