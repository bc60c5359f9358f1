/** The calendar: days, items, moving them by keys and pointer, what has no date, and the agenda of a phone. */
import type { ContentItem } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aCalendar, aDraft, postPage, recordId } from '../testing/content.ts'
import { type Asked, bodiesOf, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const ID = recordId('X')
const PUT = `PUT /api/airtable/posts/${ID}`
const planned = (part: Partial<ContentItem> = {}) =>
  aDraft({ id: ID, caption: 'Ferry', publishDate: '2026-11-24', ...part })

/** As wide as a desk: a table with the side list. */
function wide(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

function open(handlers: Handlers = {}, search = ''): Asked[] {
  return openApp(
    `/planning?tab=calendar${search}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/calendar': () => aCalendar([planned()]),
      'GET /api/content/unplanned': () =>
        postPage([aDraft({ id: recordId('U'), caption: 'Undated', publishDate: null })]),
      ...handlers,
    },
    aUser({ role: 'basic' }),
  )
}
const calendar = () => screen.findByRole('table', { name: /2026/ })
/** A server that remembers. */
function remembering(first: ContentItem, timeZone = 'UTC'): Handlers {
  let held = first
  return {
    'GET /api/content/calendar': () => aCalendar(held.publishDate === null ? [] : [held], { timeZone }),
    [PUT]: ({ body }) => {
      held = { ...held, ...JSON.parse(body ?? ''), version: held.version + 1 }
      return json(held)
    },
  }
}
const day = (date: string) => document.querySelector(`[data-day="${date}"]`) as HTMLElement
const on = (date: string) =>
  [...day(date).querySelectorAll('[data-item]')].map((item) => item.getAttribute('data-item'))
const grip = () => screen.findByRole('button', { name: 'Move Ferry' })

test('a month in whole weeks, asked for once, with every item on its day', async () => {
  wide()
  const asked = open()
  expect(await screen.findByRole('table', { name: 'November 2026' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
  expect(on('2026-11-24')).toEqual([ID])
  expect(asked.map(({ url }) => url)).toContain('/api/content/calendar?from=2026-10-26&to=2026-12-06')
  expect(day('2026-11-20').querySelector('[aria-current="date"]')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Open .*Ferry.*, Draft$/ }).getAttribute('href')).toBe(
    `/planning?tab=calendar&post=${ID}`,
  )
  expect(within(await screen.findByRole('list', { name: 'No date' })).getByText('Undated')).toBeTruthy()
})

test('an item stands on the day and at the hour of the company', async () => {
  wide()
  const items = [planned({ publishDate: '2026-11-24T23:30:00.000Z' })]
  open({ 'GET /api/content/calendar': () => aCalendar(items, { timeZone: 'Europe/Berlin' }) })
  await calendar()
  expect(on('2026-11-25')).toEqual([ID])
  expect(day('2026-11-25').textContent).toContain('00:30')
  expect(screen.getByText('Berlin time')).toBeTruthy()
})

test('month, week and day stand in the address', async () => {
  wide()
  open()
  const user = userEvent.setup()
  await calendar()
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&date=2026-12-01'))
  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&view=week&date=2026-12-01'))
  expect(await screen.findByRole('list', { name: 'Nov 30 to Dec 6, 2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  await waitFor(() => expect(window.location.search).toContain('date=2026-11-23'))
  await user.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&view=week'))
})

test('two quick presses lead two months on', async () => {
  wide()
  open()
  await calendar()
  const next = screen.getByRole('button', { name: 'Next month' })
  fireEvent.click(next)
  fireEvent.click(next)
  expect(await screen.findByRole('table', { name: 'January 2027' })).toBeTruthy()
  expect(window.location.search).toBe('?tab=calendar&date=2027-01-01')
})

test('more than a day can show is one press away', async () => {
  wide()
  const items = Array.from({ length: 5 }, (_, index) =>
    planned({ id: recordId(index + 1), caption: `Item ${index + 1}` }),
  )
  open({ 'GET /api/content/calendar': () => aCalendar(items) })
  await calendar()
  expect(on('2026-11-24')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: '+3 more on Tuesday, November 24: show all 5' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Tuesday, November 24' }))
  expect(popover.getAllByRole('link')).toHaveLength(5)
})

test('by keys: picked up, carried, dropped, told, and one Undo takes it back', async () => {
  wide()
  const asked = open(remembering(planned()))
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard('{Enter}')
  const picked =
    'Picked up Ferry. Tuesday, November 24. Arrow keys choose the day, Enter drops it, Escape cancels the move.'
  expect(await screen.findByText(picked)).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByText('Wednesday, November 25')).toBeTruthy()
  expect(day('2026-11-25').hasAttribute('data-target')).toBe(true)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('Ferry is planned for Wednesday, December 2.')).toBeTruthy()
  await waitFor(() => expect(on('2026-12-02')).toEqual([ID]))
  await waitFor(async () => expect(document.activeElement).toBe(await grip()))
  expect(await screen.findByText('Planned date changed')).toBeTruthy()
  expect(bodiesOf(asked, PUT)).toEqual([{ publishDate: '2026-12-02', version: 3 }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(bodiesOf(asked, PUT)[1]).toEqual({ publishDate: '2026-11-24', version: 4 }))
})

test('Escape leaves it where it was; so does dropping it there', async () => {
  wide()
  const asked = open(remembering(planned()))
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard(' {ArrowLeft}{Escape}')
  expect(await screen.findByText('Ferry stays where it was.')).toBeTruthy()
  await user.keyboard(' {ArrowLeft}{ArrowRight} ')
  expect(bodiesOf(asked, PUT)).toEqual([])
  expect(on('2026-11-24')).toEqual([ID])
})

test('the keys lead into another month, and the calendar follows', async () => {
  wide()
  open(remembering(planned()))
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard('{Enter}{PageDown}')
  expect(await screen.findByRole('table', { name: 'December 2026' })).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(on('2026-12-24')).toEqual([ID]))
})

test('a move paints at once and rolls back when it is refused', async () => {
  wide()
  let answer = (_: Response): void => undefined
  open({
    [PUT]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  await waitFor(() => expect(on('2026-11-25')).toEqual([ID]))
  answer(failure(502, 'The table did not accept it.'))
  expect(await screen.findByText('Error updating post')).toBeTruthy()
  expect(screen.getByText('There was a problem updating the post. The table did not accept it.')).toBeTruthy()
  await waitFor(() => expect(on('2026-11-24')).toEqual([ID]))
})

test('a move that fails shows a message, also when another item was moved before the answer', async () => {
  wide()
  const other = recordId('Y')
  let answer = (_: Response): void => undefined
  open({
    'GET /api/content/calendar': () =>
      aCalendar([planned(), planned({ id: other, caption: 'Quay', publishDate: '2026-11-26' })]),
    [PUT]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    [`PUT /api/airtable/posts/${other}`]: () => new Promise(() => undefined),
  })
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  ;(await screen.findByRole('button', { name: 'Move Quay' })).focus()
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  answer(failure(502, 'The table did not accept it.'))
  expect(await screen.findByText('Error updating post')).toBeTruthy()
  await waitFor(() => expect(on('2026-11-24')).toEqual([ID]))
})

test('by pointer: onto another day, keeping the hour there, and out of the calendar', async () => {
  wide()
  const asked = open(
    remembering(planned({ publishDate: '2026-10-24T07:00:00.000Z' }), 'Europe/Berlin'),
    '&date=2026-10-20',
  )
  await grip()
  const item = document.querySelector(`[data-item="${ID}"]`) as HTMLElement
  let under: Element = day('2026-10-26')
  Object.assign(document, { elementFromPoint: () => under })
  fireEvent.pointerDown(item, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 12, clientY: 10 })
  expect(item.hasAttribute('data-carried')).toBe(false)
  fireEvent.pointerMove(window, { clientX: 60, clientY: 10 })
  expect(day('2026-10-26').hasAttribute('data-target')).toBe(true)
  fireEvent.pointerUp(window)
  // Nine in the morning in Berlin, before and after the clocks went back.
  await waitFor(() => expect(bodiesOf(asked, PUT)).toEqual([{ publishDate: '2026-10-26T08:00:00.000Z', version: 3 }]))
  await waitFor(() => expect(on('2026-10-26')).toEqual([ID]))

  under = document.querySelector('[data-unplanned]') as Element
  fireEvent.pointerDown(document.querySelector(`[data-item="${ID}"]`) as Element, {
    button: 0,
    clientX: 10,
    clientY: 10,
  })
  fireEvent.pointerMove(window, { clientX: 60, clientY: 10 })
  fireEvent.pointerUp(window)
  await waitFor(() => expect(bodiesOf(asked, PUT)[1]).toMatchObject({ publishDate: null }))
})

test('what is out stays where it is', async () => {
  wide()
  open({ 'GET /api/content/calendar': () => aCalendar([planned({ status: 'Published' })]) })
  expect(await screen.findByRole('link', { name: /^Open .*Ferry, Published$/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Ferry' })).toBeNull()
})

test('a calendar that could not be loaded says why; one that is cut off says so', async () => {
  wide()
  let isBroken = true
  open({
    'GET /api/content/calendar': () =>
      isBroken ? failure(500, 'It broke.') : aCalendar([planned()], { isComplete: false }),
  })
  expect(await screen.findByText('The calendar could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/There are more items than can be shown here/)).toBeTruthy()
})

test('on a phone: the days that hold something, and what has no date in a sheet', async () => {
  open()
  const agenda = within(await screen.findByRole('list', { name: 'November 2026' }))
  expect(agenda.getByRole('link', { name: /^Open .*Ferry.*, Draft$/ })).toBeTruthy()
  expect(screen.queryByRole('table', { name: /2026/ })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'No date (1)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'No date' }))
  expect(await sheet.findByRole('link', { name: 'Open Undated No account yet, Draft' })).toBeTruthy()
})

test('on a phone with nothing planned it says so', async () => {
  open({ 'GET /api/content/calendar': () => aCalendar([]) })
  expect(await screen.findByText('Nothing is planned this month.')).toBeTruthy()
})
