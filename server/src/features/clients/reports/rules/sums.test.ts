/** Which accounts the sums of a report hold (docs/decisions/0061), and what it says of the others. */
import { expect, test } from 'vitest'
import { dayFromText } from '#platform/calendar.ts'
import { ACCOUNT, FROM, TO } from '../../../../testing/report-input.ts'
import { firstSentence, say, sectionOf, steady, WHOLE } from '../../../../testing/report-sections.ts'

test('counted from more than two days before the period says so, and is in no sum', () => {
  const buildAccount = (name: string, id: number, last: number) => ({
    ...ACCOUNT,
    id,
    username: name,
    history: [...steady(5, last - 4), ...steady(31)],
  })
  const accounts = [buildAccount('near', 1, FROM - 3), buildAccount('old', 2, FROM - 4)]
  const { caption, tables } = sectionOf('figures', { accounts })
  expect(caption).toBe(
    'Changes are sums of the accounts with figures of one source over the whole period, counted from at most two days before it; 1 other is in no sum of changes.',
  )
  const { columns = [], rows = [] } = tables[0] ?? {}
  const [change, only] = ['Change', 'Only'].map((name) => columns.findIndex((column) => column.name === name))
  expect(rows.map((cells) => [cells[0]?.text, cells[change ?? 0]?.value, cells[only ?? 0]?.value])).toEqual([
    ['@near', 260, null],
    ['@old', 260, 'since Sep 27'],
    ['Together', 260, null],
  ])
  expect(say(sectionOf('growth', { accounts }).lead)).toBe('Followers grew by 260 to 1.3K.')
})

test('an account that was not read in the last two days is in no sum, of every third or seventh day in so many more', () => {
  const until = (day: number, everyDays: number) => ({
    ...ACCOUNT,
    id: day,
    username: `day${day - FROM + 1}`,
    everyDays,
    history: steady(day - FROM + 2, FROM - 1),
  })
  const accounts = [until(TO - 2, 1), until(TO - 3, 1), until(TO - 8, 7), until(TO - 9, 7)]
  const { caption, tables } = sectionOf('figures', { accounts })
  expect(caption).toContain('2 accounts whose last figures are more than two days older than the end are in no sum.')
  expect(
    tables[0]?.rows.map((cells) => [cells[0]?.text, cells[1]?.value, cells[2]?.value, cells.at(-1)?.text]),
  ).toEqual([
    ['@day29', 1_290, 290, ''],
    ['@day28', 1_280, 280, 'up to Oct 28'],
    ['@day23', 1_230, 230, ''],
    ['@day22', 1_220, 220, 'up to Oct 22'],
    ['Together', 2_520, 520, ''],
  ])
  expect(firstSentence({ accounts })).toBe('2 of 4 accounts gained 520 followers; 2 have 2.5K together.')
})

test('an account whose source stopped in the first days is in no sum of changes', () => {
  const whole = { ...ACCOUNT, id: 2, username: 'whole', history: WHOLE }
  const stopped = { ...ACCOUNT, history: steady(3, FROM - 1) }
  const { caption, tables } = sectionOf('figures', { accounts: [whole, stopped] })
  expect(caption).toContain('1 other is in no sum of changes.')
  const changes = tables[0]?.rows.map((cells) => [cells[0]?.text, cells[2]?.text, cells.at(-1)?.text])
  expect(changes).toEqual([
    ['@whole', '+310', ''],
    ['@harbour', '+20', 'up to Oct 2'],
    ['Together', '+310', ''],
  ])
})

test('days to which readings are carried over are marked in the table of a sum, and explained', () => {
  const gaps = (id: number, ...days: number[]) => ({
    ...ACCOUNT,
    id,
    username: `gaps${id}`,
    history: WHOLE.filter(({ date }) => !days.includes(dayFromText(date) - FROM + 1)),
  })
  const accounts = [gaps(1, 5, 6), gaps(2, 6), gaps(3)]
  const { caption, tables } = sectionOf('growth', { accounts })
  expect(caption).toContain(
    'On 2 days not every account was read: the last figure of the others is carried over, and the table says of how many.',
  )
  const { columns = [], rows = [] } = tables[0] ?? {}
  expect(columns.map(({ name }) => name)).toEqual(['Day', 'Followers', 'Change', 'Carried over'])
  expect(rows.slice(3, 7).map((cells) => cells.map(({ text }) => text))).toEqual([
    ['Oct 4, 2026', '3,120', '+30', ''],
    ['Oct 5, 2026', '3,140', '+20', '1 of 3 accounts'],
    ['Oct 6, 2026', '3,150', '+10', '2 of 3 accounts'],
    ['Oct 7, 2026', '3,210', '+60', ''],
  ])
  expect(rows.map((cells) => cells[3]?.value ?? 0)).toEqual(rows.map((_, at) => [4, 5].indexOf(at) + 1))
})

test('a sum has no column of what is carried over where every account was read on each day', () => {
  const { caption, tables } = sectionOf('growth', {
    accounts: [
      { ...ACCOUNT, history: WHOLE },
      { ...ACCOUNT, id: 2, history: WHOLE },
    ],
  })
  expect(caption).not.toContain('carried')
  expect(tables[0]?.columns).toHaveLength(3)
})

test('days that have not come are neither carried over to nor missing, of one account and of several', () => {
  const accounts = [1, 2].map((id) => ({ ...ACCOUNT, id, history: steady(13, FROM - 1) }))
  for (const some of [accounts, accounts.slice(0, 1)]) {
    const { caption, tables } = sectionOf('growth', { accounts: some, until: FROM + 11 })
    const { rows = [] } = tables[0] ?? {}
    expect([rows.length, rows.at(-1)?.[1]?.value]).toEqual([12, some.length * 1_120])
    expect(caption).not.toContain('without a reading')
  }
})

test('a period that is not over is whole up to today', () => {
  const accounts = ['one', 'other'].map((username, id) => ({
    ...ACCOUNT,
    id,
    username,
    history: steady(13, FROM - 1),
  }))
  expect(sectionOf('figures', { accounts, until: FROM + 11 }).caption).toBe('')
  expect(sectionOf('figures', { accounts }).caption).toContain('2 others are in no sum of changes.')
})
