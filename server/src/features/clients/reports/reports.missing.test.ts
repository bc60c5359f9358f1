/** Reports of what is not known: accounts and days without figures, and periods that there are not. */
import { describe, expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { DAY_MS, plant, plantDays, TODAY } from '../../../testing/planted-accounts.ts'
import { fileOf, freeze, grove, settingsFor, withoutMarkup } from '../../../testing/reports.ts'
import { world } from '../../../testing/world.ts'

describe('figures that are missing', () => {
  test('an account without any figures has a report that says so', async () => {
    const here = await world({ accounts: ['empty'] })
    const report = await freeze(here, settingsFor('account', 1))
    const text = withoutMarkup(await fileOf(here, report.id, 'html'))
    for (const words of [
      'Not known',
      'No followers are known up to this day.',
      'No post of this period has known likes.',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/)
    const company = await freeze(here, settingsFor('company', 1))
    expect(withoutMarkup(await fileOf(here, company.id, 'html'))).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  test('a gap on the first day counts from the last known figure, with its date', async () => {
    const here = await world()
    const days = plantDays({ count: 60, seed: 9 })
    const first = Date.UTC(2026, 9, 1) / DAY_MS
    for (let day = first - 2; day < first + 3; day += 1) days.delete(day)
    const id = await plant(here, 'gappy', { days })
    const report = await freeze(here, settingsFor('account', id))
    const text = withoutMarkup(await fileOf(here, report.id, 'html'))
    const change = Math.abs((days.get(first + 30) ?? 0) - (days.get(first - 3) ?? 0)).toLocaleString('en-US')
    expect(text).toContain(`+${change} since Sep 28`)
    expect(text).toContain('Since Sep 28, the last day with figures before, followers grew by')
    expect(text).toContain('28 of 31 days with figures')
    expect(text).toContain('3 days without a reading: no line is drawn there.')
  })

  test('a period that has not begun, days in the wrong order and more than three years are refused by name', async () => {
    const here = await world()
    const id = await grove(here)
    for (const [from, to, message] of [
      [dayToText(TODAY + 1), dayToText(TODAY + 30), 'The period has not begun yet'],
      ['2026-10-31', '2026-10-01', 'from must not be after to'],
      ['2020-01-01', '2026-10-01', 'A report covers at most three years'],
    ]) {
      const res = await here.ask('pro', 'POST', '/api/reports', settingsFor('account', id, { from, to }))
      expect(res.json()).toMatchObject({ status: 400, message, fields: { from: expect.any(String) } })
    }
  })
})
