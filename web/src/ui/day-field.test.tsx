import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DayField } from './day-field.tsx'
import { TimeInput } from './time-input.tsx'

interface KeptProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: (field: { value: string; onChange: (value: string) => void }) => ReactNode
}

/** A form keeps what its field says. */
function Kept({ value: first, onChange, children }: KeptProps) {
  const [value, setValue] = useState(first)
  const change = (next: string): void => {
    onChange(next)
    setValue(next)
  }
  return children({ value, onChange: change })
}

function open({ value = '2026-11-24', min, max }: { value?: string; min?: string; max?: string } = {}) {
  const onChange = vi.fn()
  render(
    <Kept value={value} onChange={onChange}>
      {(field) => <DayField label="From" {...field} min={min} max={max} today="2026-11-23" />}
    </Kept>,
  )
  return { onChange, field: screen.getByLabelText<HTMLInputElement>('From'), user: userEvent.setup() }
}

const readFocusedDay = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null

async function openCalendar(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'From: open calendar' }))
  return within(await screen.findByRole('dialog', { name: 'From' }))
}

test('a day reads as everywhere, and what is typed is one as soon as it is complete', async () => {
  const { field, onChange, user } = open()
  expect(field.value).toBe('Nov 24, 2026')
  await user.clear(field)
  expect(onChange).toHaveBeenLastCalledWith('')
  await user.type(field, '2026-12-05')
  expect(onChange.mock.calls).toEqual([[''], ['2026-12-05']])
  await user.tab()
  expect(field.value).toBe('Dec 5, 2026')
})

test('words are a day once the field is left; what is no day is passed on as it is', async () => {
  const { field, onChange, user } = open()
  await user.clear(field)
  await user.type(field, '3 jan')
  expect(onChange).toHaveBeenCalledTimes(1)
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith('2027-01-03')
  await user.clear(field)
  await user.type(field, 'soon{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('soon')
  expect(field.value).toBe('soon')
})

test('the calendar opens at the chosen day, and every key of a date picker moves in it', async () => {
  const { onChange, user } = open()
  const calendar = await openCalendar(user)
  expect(calendar.getByRole('grid', { name: 'November 2026' })).toBeTruthy()
  expect(readFocusedDay()).toBe('Tuesday, November 24')
  expect(calendar.getByRole('button', { name: 'Monday, November 23' }).getAttribute('aria-current')).toBe('date')
  const moves = [
    ['{ArrowRight}', 'Wednesday, November 25'],
    ['{ArrowDown}', 'Wednesday, December 2'],
    ['{ArrowUp}', 'Wednesday, November 25'],
    ['{ArrowLeft}', 'Tuesday, November 24'],
    ['{Home}', 'Monday, November 23'],
    ['{End}', 'Sunday, November 29'],
    ['{PageDown}', 'Tuesday, December 29'],
    ['{PageUp}', 'Sunday, November 29'],
    ['{Shift>}{PageDown}{/Shift}', 'Monday, November 29'],
  ]
  for (const [keys = '', day] of moves) {
    await user.keyboard(keys)
    expect(readFocusedDay()).toBe(day)
  }
  expect(calendar.getByRole('grid', { name: 'November 2027' })).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['2027-11-29']])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape closes the calendar without a choice, and gives the focus back', async () => {
  const { field, onChange, user } = open()
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('dialog', { name: 'From' })
  await user.keyboard('{ArrowRight}{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field)
})

test('days out of reach cannot be chosen or moved to', async () => {
  const { onChange, user } = open({ value: '', min: '2026-11-20', max: '2026-11-25' })
  const calendar = await openCalendar(user)
  expect(readFocusedDay()).toBe('Monday, November 23')
  await user.keyboard('{PageDown}')
  expect(readFocusedDay()).toBe('Wednesday, November 25')
  await user.click(calendar.getByRole('button', { name: 'Thursday, November 26' }))
  expect(onChange).not.toHaveBeenCalled()
  expect(calendar.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true)
  await user.click(calendar.getByRole('button', { name: 'Today' }))
  expect(onChange.mock.calls).toEqual([['2026-11-23']])
})

function openTime() {
  const onChange = vi.fn()
  render(
    <Kept value="" onChange={onChange}>
      {(field) => <TimeInput label="Time" {...field} />}
    </Kept>,
  )
  return { onChange, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Time' }), user: userEvent.setup() }
}

test('a time is typed as it comes', async () => {
  const { field, onChange, user } = openTime()
  await user.type(field, '9 pm')
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  expect(field.value).toBe('21:00')
  fireEvent.change(field, { target: { value: '09:15' } })
  expect(onChange.mock.calls).toEqual([['21:00'], ['09:15']])
})

test('or chosen among half hours, from nine o’clock on or from what is there', async () => {
  const { field, onChange, user } = openTime()
  await user.click(field)
  expect(await screen.findByRole('listbox', { name: 'Time' })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChange.mock.calls).toEqual([['09:30']])
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{ArrowUp}{ArrowDown}{Escape}')
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(field.value).toBe('09:30')
})
