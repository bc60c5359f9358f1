import { describe, expect, test } from 'vitest'
import { readingsOf, refusalsOf } from './testing/read-content.ts'

describe('the date of a row', () => {
  const buildFile = (date: string) => `username,date,followers\nnasa,${date},1`

  test.each([
    ['2010-10-06', '2010-10-06'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-20', '2026-11-20'],
    ['2026/3/4', '2026-03-04'],
  ])('%s is the day %s', async (date, day) => {
    expect(await readingsOf(buildFile(date))).toMatchObject([{ day, capturedAt: null }])
  })

  test.each([
    ['2026-11-20T09:30:00Z', Date.UTC(2026, 10, 20, 9, 30)],
    ['2026-11-20T09:30:00.250Z', Date.UTC(2026, 10, 20, 9, 30, 0, 250)],
    ['2026-11-20 09:30Z', Date.UTC(2026, 10, 20, 9, 30)],
    ['2026-11-20T11:30:00+02:00', Date.UTC(2026, 10, 20, 9, 30)],
    ['2026-11-19T22:30:00-0530', Date.UTC(2026, 10, 20, 4)],
    ['2026-11-20T12:05:00Z', Date.UTC(2026, 10, 20, 12, 5)],
  ])('%s is a moment', async (date, capturedAt) => {
    expect(await readingsOf(buildFile(date))).toMatchObject([{ day: null, capturedAt }])
  })

  test.each([
    ['', '2: date is missing'],
    ['2026-02-30', '2: date: there is no such day as "2026-02-30"'],
    ['2023-02-29', '2: date: there is no such day as "2023-02-29"'],
    ['2026-13-01', '2: date: there is no such day as "2026-13-01"'],
    ['2026-11-21', '2: date "2026-11-21" is in the future'],
    ['9999-12-31', '2: date "9999-12-31" is in the future'],
    ['2026-11-20T12:05:01Z', '2: date "2026-11-20T12:05:01Z" is in the future'],
    ['2010-10-05', '2: date "2010-10-05" is before Instagram opened on 2010-10-06'],
    ['1970-01-01T00:00:00Z', '2: date "1970-01-01T00:00:00Z" is before Instagram opened on 2010-10-06'],
    ['2026-11-19T25:00:00Z', '2: date: there is no such time as "2026-11-19T25:00:00Z"'],
    ['2026-11-19T10:00:00+15:00', '2: date: there is no such time as "2026-11-19T10:00:00+15:00"'],
    ['2026-11-19T10:00:00', '2: date "2026-11-19T10:00:00" needs its time zone: write it like 2026-11-20T09:30:00Z'],
    ['03/04/2026', '2: date must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "03/04/2026"'],
    ['20.11.2026', '2: date must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "20.11.2026"'],
    ['1763640000', '2: date must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "1763640000"'],
    ['yesterday', '2: date must be like 2026-11-20 or 2026-11-20T09:30:00Z, not "yesterday"'],
  ])('"%s" is refused', async (date, refusal) => {
    expect(await refusalsOf(buildFile(date))).toEqual([refusal])
  })

  test('what day it is depends on where the reader lives', async () => {
    expect(await readingsOf(buildFile('2026-11-21'), { timeZone: 'Pacific/Auckland' })).toMatchObject([
      { day: '2026-11-21' },
    ])
    const early = { timeZone: 'America/Los_Angeles', now: () => Date.UTC(2026, 10, 20, 5) }
    expect(await refusalsOf(buildFile('2026-11-20'), early)).toEqual(['2: date "2026-11-20" is in the future'])
  })
})
