/** Moving items on the calendar, by keys and by pointer, and moves that fail. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCalendar, recordId } from '../testing/content.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import { aPlannedItem, day, grip, ID, on, openCalendar, PUT, remembering, wide } from '../testing/planning-calendar.ts'

test('by keys: picked up, carried, dropped, announced, and one Undo takes it back', async () => {
  wide()
  const asked = openCalendar(remembering(aPlannedItem()))
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
  const asked = openCalendar(remembering(aPlannedItem()))
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
  openCalendar(remembering(aPlannedItem()))
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
  openCalendar({
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
  openCalendar({
    'GET /api/content/calendar': () =>
      aCalendar([aPlannedItem(), aPlannedItem({ id: other, caption: 'Quay', publishDate: '2026-11-26' })]),
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

test('moved again before the answer, it goes on from there', async () => {
  wide()
  const answers: ((answer: Response) => void)[] = []
  const asked = openCalendar({ [PUT]: () => new Promise((resolve) => answers.push(resolve)) })
  const user = userEvent.setup()
  ;(await grip()).focus()
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  await waitFor(() => expect(on('2026-11-25')).toEqual([ID]))
  ;(await grip()).focus()
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  await waitFor(() => expect(on('2026-11-26')).toEqual([ID]))
  answers[0]?.(json(aPlannedItem({ publishDate: '2026-11-25', version: 4 })))
  await waitFor(() =>
    expect(bodiesOf(asked, PUT)).toEqual([
      { publishDate: '2026-11-25', version: 3 },
      { publishDate: '2026-11-26', version: 4 },
    ]),
  )
  expect(on('2026-11-26')).toEqual([ID])
  answers[1]?.(json(aPlannedItem({ publishDate: '2026-11-26', version: 5 })))
  expect(await screen.findByText(/^Ferry is planned for Nov 26, 2026/)).toBeTruthy()
})

test('by pointer: onto another day, keeping the hour there, and out of the calendar', async () => {
  wide()
  const asked = openCalendar(
    remembering(aPlannedItem({ publishDate: '2026-10-24T07:00:00.000Z' }), 'Europe/Berlin'),
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
  openCalendar({ 'GET /api/content/calendar': () => aCalendar([aPlannedItem({ status: 'Published' })]) })
  expect(await screen.findByRole('link', { name: /^Open .*Ferry, Published$/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Ferry' })).toBeNull()
})
