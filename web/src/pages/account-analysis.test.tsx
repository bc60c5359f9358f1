/** The Analysis tab of an account: answers first, their evidence, and their twins. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { ANALYSIS, openAnalysis, panel } from '../testing/account-analysis.ts'
import { anAnalysis } from '../testing/analysis.ts'
import { callsOf, json } from '../testing/network.ts'
import { stubWidth } from '../testing/width.ts'

const TODAY = todayUtc()

beforeEach(() => stubWidth(720))

test('the panels stand in their order, each with its answer first', async () => {
  openAnalysis()
  await panel('When to post')
  expect(document.title).toBe('@harbour.kitchen, analysis - tangelo')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.filter((title) => title !== 'YOUR ACCOUNTS')).toEqual([
    'When to post',
    'Growth and what moved it',
    'Formats',
    'Hashtags',
    'Top and weak posts',
  ])
  const posting = within(await panel('When to post'))
  expect(posting.getByText(/^35% more likes$/).tagName).toBe('B')
  expect(posting.getByText('No weekday differs from the others beyond chance.')).toBeTruthy()
  expect(screen.getByText(/180 posts compared, Lisbon time/)).toBeTruthy()
  expect(screen.getByText(/^7 posts are left out/)).toBeTruthy()
})

test('a row says its effect, its range and its posts; one with too few says so', async () => {
  openAnalysis()
  const hours = within(within(await panel('When to post')).getByRole('list', { name: 'Hour of the day' }))
  const rows = hours.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toBe('02:00 to 06:00too few to saytoo few to say3 posts')
  expect(rows[4]).toBe('18:00 to 22:00+35% (likely 12 to 61%), beyond chance41 posts')
})

test('a figure opens its evidence: formula, inputs, n, seed and method version', async () => {
  openAnalysis()
  const posting = within(await panel('When to post'))
  await userEvent.click(posting.getByRole('button', { name: /^\+35/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '18:00 to 22:00' }))
  expect(await dialog.findByText(/effect = e\^/)).toBeTruthy()
  const terms = dialog.getAllByRole('term').map(({ textContent }) => textContent)
  const values = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  const readValue = (term: string) => values[terms.indexOf(term)]
  expect(['Posts of this kind', 'Others', 'Seed', 'Method version'].map(readValue)).toEqual([
    '41',
    '139',
    '417205',
    '1.3',
  ])
})

test('the evidence of growth says what the change is counted from', async () => {
  openAnalysis()
  const growth = within(await panel('Growth and what moved it'))
  await userEvent.click(growth.getByRole('button', { name: 'Evidence: Growth and what moved it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Growth and what moved it' }))
  expect(await dialog.findByText('change = followers on the last day − on the last day before the period')).toBeTruthy()
  expect(dialog.getByText(/^Without figures before the period, the first day with figures counts\./)).toBeTruthy()
})

test('a source that changed on the first day is said, and no dotted line that is not drawn', async () => {
  const analysis = anAnalysis(TODAY)
  const { growth, period } = analysis
  const drawn = 'Figures of two sources are never compared across the dotted line.'
  const open = (day: string) => {
    const breaks = [{ day, from: 'import' as const, to: 'graph' as const }]
    openAnalysis({ [ANALYSIS]: () => json({ ...analysis, growth: { ...growth, breaks } }) })
    return screen.findByRole('application', { name: /^Followers per day/ })
  }
  await open(period.from)
  expect(screen.queryByText(drawn)).toBeNull()
  cleanup()
  await open(growth.breaks[0]?.day ?? '')
  expect(screen.getByText(drawn)).toBeTruthy()
})

test('every chart has a table twin with the same figures', async () => {
  openAnalysis()
  const posting = within(await panel('When to post'))
  await userEvent.click(posting.getByRole('button', { name: 'Show as a table' }))
  const [hours] = posting.getAllByRole('table')
  if (!hours) throw new Error('There is no table')
  const rows = within(hours)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[1]).toEqual(['02:00 to 06:00', '3', '', '', 'Too few posts'])
  expect(rows[5]).toEqual(['18:00 to 22:00', '41', '+35%', '12 to 61%', 'Yes'])
  for (const button of screen.getAllByRole('button', { name: 'Show as a table' })) await userEvent.click(button)
  expect(screen.queryByRole('button', { name: 'Show as a table' })).toBeNull()
  const expected = within(await panel('Top and weak posts')).getByRole('table')
  expect(within(expected).getByRole('row', { name: /Six lemons/ }).textContent).toContain('4.1')
  expect(within(await panel('Growth and what moved it')).getAllByRole('table')).toHaveLength(2)
})

test('what was posted is a map of counts, and no advice', async () => {
  openAnalysis()
  const posting = within(await panel('When to post'))
  const button = posting.getByRole('button', { name: 'What was posted' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  const map = within(posting.getByRole('region', { name: 'What was posted' }))
  expect(map.getByText(/No advice/)).toBeTruthy()
  expect(map.getAllByRole('cell')).toHaveLength(7 * 24)
})

test('the marked days are a list, the last one open; another one shows its evidence and is in the address', async () => {
  openAnalysis()
  const growth = within(await panel('Growth and what moved it'))
  const days = within(growth.getByRole('list', { name: 'Days that stand out' })).getAllByRole('button')
  expect(days.map((day) => day.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
  const evidence = within(growth.getByRole('complementary', { name: 'Evidence' }))
  expect(evidence.getByText('nothing we hold explains it')).toBeTruthy()
  expect(evidence.getByText('3 of 3')).toBeTruthy()
  await userEvent.click(evidence.getByRole('button', { name: 'Earlier day' }))
  expect(await evidence.findByText('2 of 3')).toBeTruthy()
  const [cleanup] = days
  if (!cleanup) throw new Error('There is no marked day')
  await userEvent.click(cleanup)
  expect(await evidence.findByText('looks like a cleanup by Instagram')).toBeTruthy()
  expect(evidence.getByRole('button', { name: 'Earlier day' }).hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(window.location.search).toBe(`?day=${addDays(TODAY, -160)}`))
  await userEvent.click(evidence.getByRole('button', { name: 'Formula and inputs' }))
  const title = `What moved on ${formatDay(addDays(TODAY, -160), true)}`
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

test('the period is in the address; the year before can be hidden, and is not asked for with All', async () => {
  const calls = openAnalysis()
  await panel('When to post')
  const histories = () => callsOf(calls, 'GET /api/accounts/4/metrics/history').length
  await waitFor(() => expect(histories()).toBe(2))
  const before = screen.getByRole('switch', { name: 'Show the year before' })
  fireEvent.click(before)
  // From the press on, and not when the page has been drawn.
  expect(before.matches(':checked')).toBe(false)
  await waitFor(() => expect(window.location.search).toBe('?before=off'))
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(window.location.search).toBe('?period=all&before=off'))
  await waitFor(() => expect(callsOf(calls, ANALYSIS)).toHaveLength(2))
  expect(screen.queryByRole('switch', { name: 'Show the year before' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Year' }))
  await waitFor(() => expect(window.location.search).toBe('?before=off'))
})

test('the period and the year before, pressed one right after the other, both hold', async () => {
  openAnalysis()
  await panel('When to post')
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Show the year before' }))
  await waitFor(() => expect(window.location.search).toBe('?period=90&before=off'))
})

test('how often this is wrong opens beside every answer', async () => {
  openAnalysis()
  const formats = within(await panel('Formats'))
  await userEvent.click(formats.getByRole('button', { name: 'How often is this wrong?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How often is this wrong?' }))
  expect(await dialog.findByText(/It cannot see what is not in the figures/)).toBeTruthy()
})
