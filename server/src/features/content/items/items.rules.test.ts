/** Which moments a calendar day holds, and what a change does to an item. */
import { assert, constantFrom, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChange, emptyItem, keyOf } from './items.rules.ts'
import { calendarSpan } from './rules/calendar-span.ts'
import { countMoves } from './rules/counts.ts'
import { changesAnything, differences } from './rules/item-history.ts'

const AT = Date.parse('2026-11-20T09:00:00Z')
const EMPTY = emptyItem({ id: 'rec00000000000001', companyId: 1, at: AT })

describe('the moments of calendar days', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    // New York: 23 hours on 8 March, 25 on 1 November.
    ['2026-03-08', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // A whole month with the change of Europe's clocks in it.
    ['2026-10-01', '2026-10-31', 'Europe/Lisbon', '2026-09-30T23:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    // Beirut and Santiago change their clocks at midnight: that day begins at one o'clock.
    ['2026-03-29', '2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
    ['2026-09-06', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    // Half an hour, in Lord Howe's summer.
    ['2026-10-04', '2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z'],
    ['2026-01-01', '2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['2026-01-01', '2026-01-01', 'Pacific/Pago_Pago', '2026-01-01T11:00:00.000Z', '2026-01-02T10:59:59.999Z'],
    ['2024-02-29', '2024-03-01', 'Asia/Kolkata', '2024-02-28T18:30:00.000Z', '2024-03-01T18:29:59.999Z'],
  ])('%s to %s in %s', (from, to, timeZone, first, last) => {
    const { moments, days } = calendarSpan(from, to, timeZone)
    expect(moments.map((moment) => new Date(moment).toISOString())).toEqual([first, last])
    expect(days.map((day) => new Date(day).toISOString().slice(0, 10))).toEqual([from, to])
  })
})

test.each([
  [null, null],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['2026-11-20T09:30:00Z', Date.UTC(2026, 10, 20, 9, 30)],
  ['2026-11-20T23:59:59.999Z', Date.UTC(2026, 10, 20, 23, 59, 59, 999)],
])('the date %s is looked for at %s', (publishDate, expected) => {
  expect(applyChange(EMPTY, { publishDate }).publish_at).toBe(expected)
})

test.each([
  ['Draft', 'draft'],
  ['  APPROVED\n', 'approved'],
  ['', null],
  ['  ', null],
  [null, null],
  ['É', 'é'],
  ['x'.repeat(500), 'x'.repeat(100)],
  [`${'x'.repeat(99)}🍊`, `${'x'.repeat(99)}\ufffd`],
])('the key of %j is %j', (text, key) => {
  expect(keyOf(text)).toBe(key)
})

describe('a change', () => {
  const row = applyChange(EMPTY, { caption: 'old', hashtags: ['a'], taggedUsers: [] })

  test.each([
    [{}, []],
    [{ caption: 'old', hashtags: ['a'], taggedUsers: [], status: null, location: undefined }, []],
    [{ status: 'Draft' }, []],
    [{ caption: null }, [{ field: 'caption', from: 'old', to: null }]],
    [{ caption: '' }, [{ field: 'caption', from: 'old', to: '' }]],
    [{ taggedUsers: null }, [{ field: 'taggedUsers', from: [], to: null }]],
    [{ hashtags: ['b', 'a'] }, [{ field: 'hashtags', from: ['a'], to: ['b', 'a'] }]],
    [{ likes: 0 }, [{ field: 'likes', from: null, to: 0 }]],
    [
      { status: 'Approved', mediaType: 'Reel' },
      [
        { field: 'status', from: 'Draft', to: 'Approved' },
        { field: 'mediaType', from: null, to: 'reel' },
      ],
    ],
  ])('of %j', (change, expected) => {
    expect(differences(row, applyChange(row, change))).toEqual(expected)
    expect(changesAnything(row, change)).toBe(expected.length > 0)
  })
})

test('counts move by what items were and are, and nothing else', () => {
  const statuses = constantFrom('Draft', 'Approved', 'else', null)
  const dates = constantFrom('2026-11-20', null)
  const fates = constantFrom(0 as const, 1 as const)
  const sides = record({ status: statuses, publishDate: dates, isGone: fates })
  assert(
    property(record({ before: sides, after: sides, companyId: constantFrom(1, 2) }), ({ before, after, companyId }) => {
      const rowOf = ({ isGone, ...change }: typeof before) => ({
        ...applyChange({ ...EMPTY, company_id: companyId }, change),
        is_gone: isGone,
      })
      const writes = [
        { before: null, after: rowOf(before) },
        { before: rowOf(before), after: rowOf(after) },
      ]
      expect(countMoves(writes)).toEqual(countMoves([{ before: null, after: rowOf(after) }]))
    }),
  )
})
