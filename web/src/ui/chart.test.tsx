/** A chart is read by eye, by pointer, by keyboard and as a table, and says the same each time. */
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatDay, formatWhole } from '#lib/format.ts'
import { formatScale } from '#lib/format-scale.ts'
import { stubWidth } from '../testing/width.ts'
import { LineChart, type LineChartProps } from './chart.tsx'
import { Sparkline } from './sparkline.tsx'

beforeEach(() => stubWidth(560))

/** Renders a chart and waits until it knows its width. */
async function draw(chart: ReactElement) {
  const drawn = render(chart)
  await act(async () => undefined)
  return drawn
}

const props: LineChartProps = {
  label: 'Followers, last 5 days',
  valueLabel: 'Followers',
  points: [
    { day: '2026-11-16', value: 100, source: 'imported' },
    { day: '2026-11-17', value: 110, source: 'imported' },
    { day: '2026-11-19', value: 120, source: 'imported' },
    { day: '2026-11-20', value: 1_130, source: 'imported' },
  ],
  from: '2026-11-16',
  to: '2026-11-20',
  wholeNumbers: true,
  formatScale,
  formatLast: formatWhole,
  formatExact: formatWhole,
  formatRead: (value) => `${formatWhole(value)} followers`,
  formatStep: (change) => `+${change} since the day before`,
}
const chart = () => screen.getByRole('application', { name: 'Followers, last 5 days' })
const readAnnouncement = () => document.querySelector('[aria-live]')?.textContent

test('a day is chosen by a click or by Enter, and the chart says what that does', async () => {
  const onDay = vi.fn()
  await draw(<LineChart {...props} onDay={onDay} dayHint="See the posts of this day" />)
  fireEvent.keyDown(chart(), { key: 'Enter' })
  expect(onDay).not.toHaveBeenCalled()
  fireEvent.keyDown(chart(), { key: 'End' })
  expect(screen.getByText('See the posts of this day')).toBeTruthy()
  fireEvent.keyDown(chart(), { key: 'Enter' })
  expect(onDay).toHaveBeenLastCalledWith('2026-11-20')
  fireEvent.pointerMove(chart(), { clientX: 60 })
  fireEvent.click(chart())
  expect(onDay).toHaveBeenLastCalledWith('2026-11-16')
})

test('a finger reads a day with the first tap, and chooses it with the next one', async () => {
  const onDay = vi.fn()
  await draw(<LineChart {...props} onDay={onDay} dayHint="See the posts of this day" />)
  const tap = (target: Element, clientX: number) => userEvent.pointer({ keys: '[TouchA]', target, coords: { clientX } })
  await tap(chart(), 60)
  expect(readAnnouncement()).toBe('Nov 16, imported: 100 followers')
  expect(onDay).not.toHaveBeenCalled()
  await tap(chart(), 60)
  expect(onDay).toHaveBeenCalledExactlyOnceWith('2026-11-16')
  await tap(document.body, 0)
  expect(readAnnouncement()).toBe('')
})

test('where days are narrow, a second tap close to the day that is read chooses it, and one further away reads another', async () => {
  stubWidth(400)
  const onDay = vi.fn()
  const points = Array.from({ length: 90 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 7, 23 + index)).toISOString().slice(0, 10),
    value: index,
  }))
  await draw(<LineChart {...props} points={points} from="2026-08-23" onDay={onDay} />)
  const tap = (clientX: number) => userEvent.pointer({ keys: '[TouchA]', target: chart(), coords: { clientX } })
  await tap(200)
  const first = readAnnouncement()
  expect(first).toMatch(/followers/)
  await tap(208)
  expect(readAnnouncement()).toBe(first)
  expect(onDay).toHaveBeenCalledOnce()
  expect(first).toContain(formatDay(onDay.mock.calls[0]?.[0]))
  await tap(240)
  expect(readAnnouncement()).not.toBe(first)
  expect(onDay).toHaveBeenCalledOnce()
})

test('gap, last value, scale and days are drawn', async () => {
  const { container } = await draw(<LineChart {...props} />)
  const texts = [...container.querySelectorAll('svg text')].map((text) => text.textContent)
  expect(texts).toEqual([
    '0',
    '500',
    '1,000',
    '1,500',
    'Nov 16',
    'Nov 17',
    'Nov 18',
    'Nov 19',
    'Nov 20',
    'No data',
    '1,130',
  ])
  expect(container.querySelectorAll('path[stroke-linejoin]')).toHaveLength(2)
})

test('arrow keys, Home and End read the days that have data', async () => {
  await draw(<LineChart {...props} />)
  await userEvent.tab()
  expect(document.activeElement).toBe(chart())
  await userEvent.keyboard('{ArrowLeft}')
  expect(readAnnouncement()).toBe('Nov 20, imported: 1,130 followers, +1010 since the day before')
  await userEvent.keyboard('{ArrowLeft}')
  expect(readAnnouncement()).toBe('Nov 19, imported: 120 followers, after 1 day without data')
  await userEvent.keyboard('{Home}')
  expect(readAnnouncement()).toBe('Nov 16, imported: 100 followers')
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  expect(readAnnouncement()).toBe('Nov 17, imported: 110 followers, +10 since the day before')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(readAnnouncement()).toBe('Nov 20, imported: 1,130 followers, +1010 since the day before')
  await userEvent.keyboard('{Escape}')
  expect(readAnnouncement()).toBe('')
})

test('a day goes on being read when the line of the period before arrives, and no longer when the range leaves it out', async () => {
  const { rerender } = await draw(<LineChart {...props} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  rerender(<LineChart {...props} before={[{ day: '2026-11-16', value: 90 }]} />)
  expect(readAnnouncement()).toBe('Nov 19, imported: 120 followers, after 1 day without data')
  await userEvent.keyboard('{ArrowLeft}')
  expect(readAnnouncement()).toBe('Nov 17, imported: 110 followers, +10 since the day before')
  rerender(<LineChart {...props} from="2026-11-19" />)
  expect(readAnnouncement()).toBe('')
})

test('the pointer reads a day, or that there is no data', async () => {
  const { container } = await draw(<LineChart {...props} />)
  const [first, , gap] = [...container.querySelectorAll('svg text')]
    .slice(4)
    .map((text) => Number(text.getAttribute('x')))
  fireEvent.pointerMove(chart(), { clientX: first })
  expect(readAnnouncement()).toBe('Nov 16, imported: 100 followers')
  expect(container.querySelectorAll('circle[r="4.5"]')).toHaveLength(1)
  fireEvent.pointerMove(chart(), { clientX: gap })
  expect(readAnnouncement()).toBe('Nov 18: No data')
  expect(container.querySelectorAll('circle[r="4.5"]')).toHaveLength(0)
  fireEvent.pointerLeave(chart())
  expect(readAnnouncement()).toBe('')
})

test('the table says the same in figures, newest first', async () => {
  await draw(<LineChart {...props} view="table" />)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual([
    'DateFollowersSource',
    'Nov 20, 20261,130imported',
    'Nov 19, 2026120imported',
    'Nov 17, 2026110imported',
    'Nov 16, 2026100imported',
  ])
})

test('a long table opens in two steps', async () => {
  const points = Array.from({ length: 200 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    value: index,
  }))
  await draw(<LineChart {...props} points={points} from="2026-01-01" to="2026-12-31" view="table" />)
  expect(screen.getAllByRole('row')).toHaveLength(121)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 200 days' }))
  expect(screen.getAllByRole('row')).toHaveLength(201)
})

test('a change of source stops the line, names both, and no change is counted across it', async () => {
  const points = [100, 110, 120, 900, 910].map((value, at) => ({
    day: `2026-11-${16 + at}`,
    value,
    source: at < 3 ? 'imported' : 'Graph API',
    isBreak: at === 3,
  }))
  const { container } = await draw(<LineChart {...props} points={points} />)
  expect(container.querySelectorAll('path[stroke-linejoin]')).toHaveLength(2)
  expect(container.querySelectorAll('line[stroke-dasharray]')).toHaveLength(1)
  expect(screen.getByText('imported → Graph API')).toBeTruthy()
  expect(screen.queryByText('No data')).toBeNull()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(readAnnouncement()).toBe('Nov 19, Graph API: 900 followers')
})

test('no area is filled, and a scale that does not begin at zero says so', async () => {
  const { container, rerender } = await draw(<LineChart {...props} />)
  expect(screen.queryByText(/The axis starts at/)).toBeNull()
  rerender(<LineChart {...props} points={props.points.slice(0, 3)} />)
  expect(screen.getByText('The axis starts at 100')).toBeTruthy()
  for (const path of container.querySelectorAll('path')) expect(path.getAttribute('fill')).toBe('none')
})

test.each([
  ['one more of 668', [668, 668, 669, 668, 669], 3],
  ['one more of 12', [12, 12, 13], 3],
  ['a tenth of a point', [3.9, 3.9, 4], 5],
  ['33 more of two million', [2_100_000, 2_100_020, 2_100_033], 1],
])('a small line is nearly flat for %s', (_, values, most) => {
  const { container } = render(<Sparkline values={values} />)
  const line = container.querySelector('path')
  expect(line?.getAttribute('fill')).toBe('none')
  const heights = [...(line?.getAttribute('d') ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(values.length)
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(most)
})

test('a small line is dashed without history, grey when it is quiet, and never NaN', () => {
  const { container, rerender } = render(<Sparkline values={[5]} />)
  expect(container.querySelector('[stroke-dasharray]')).toBeTruthy()
  rerender(<Sparkline values={[5, 5, 5]} quiet />)
  expect(container.querySelector('svg')?.getAttribute('class')).toContain('text-ink-3')
  expect(container.innerHTML).not.toContain('NaN')
})
