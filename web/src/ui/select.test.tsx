import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Select } from './select.tsx'
import { keyAction, placeBelow, startingWith } from './select-rules.ts'

const options = [
  { value: 'followers', label: 'Followers (High to Low)' },
  { value: 'engagement', label: 'Engagement Rate' },
  { value: 'recent', label: 'Recently Added' },
] as const

function Sort() {
  const [value, setValue] = useState<(typeof options)[number]['value']>('followers')
  return (
    <>
      <Select label="Sort" hideLabel value={value} onChange={setValue} options={options} />
      <p>sorted by {value}</p>
    </>
  )
}

test('a click opens the list, a click takes an option', async () => {
  render(<Sort />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort' }))
  expect(screen.getByRole('option', { name: 'Followers (High to Low)' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('option', { name: 'Recently Added' }))
  expect(screen.getByText('sorted by recent')).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the keys move, type ahead and take; the button keeps the focus', async () => {
  render(<Sort />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByText('sorted by engagement')).toBeTruthy()
  await user.keyboard('{Enter}r')
  const active = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  expect(document.getElementById(active ?? '')?.textContent).toBe('Recently Added')
  await user.keyboard('{Enter}')
  expect(screen.getByText('sorted by recent')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})

test('Escape and a press outside close without a choice', async () => {
  render(<Sort />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox'))
  await user.keyboard('{ArrowDown}{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByText(/sorted by/))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.getByText('sorted by followers')).toBeTruthy()
})

test('an error is read with the control', () => {
  render(<Select label="Category" value="recent" onChange={() => undefined} options={options} error="Choose another" />)
  const control = screen.getByRole('combobox', { name: 'Category' })
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose another')
})

function toKeyPress(key: string) {
  return { key, ctrlKey: false, metaKey: false, altKey: false }
}

test.each([
  ['ArrowDown', null, { kind: 'move', to: 1 }],
  ['x', null, { kind: 'type' }],
  ['Tab', null, { kind: 'none' }],
  ['ArrowDown', 2, { kind: 'move', to: 2 }],
  ['ArrowUp', 0, { kind: 'move', to: 0 }],
  ['End', 0, { kind: 'move', to: 2 }],
  ['Home', 2, { kind: 'move', to: 0 }],
  ['Tab', 1, { kind: 'choose' }],
  [' ', 1, { kind: 'choose' }],
])('key %s at %s', (key, active, action) => {
  expect(keyAction(toKeyPress(key), { active, chosen: 1, count: 3, isTyping: false })).toEqual(action)
})

test('a space in a name that is being typed chooses nothing', () => {
  expect(keyAction(toKeyPress(' '), { active: 1, chosen: 1, count: 3, isTyping: true })).toEqual({ kind: 'type' })
})

test('typing finds by beginning; the same letter again goes on', () => {
  const fruit = ['Apple', 'Apricot', 'Banana'].map((label) => ({ label }))
  expect(startingWith(fruit, 'b', 0)).toBe(2)
  expect(startingWith(fruit, 'apr', 0)).toBe(1)
  expect(startingWith(fruit, 'a', 0)).toBe(1)
  expect(startingWith(fruit, 'aa', 1)).toBe(0)
  expect(startingWith(fruit, 'z', 0)).toBeNull()
})

test('the list opens upwards where there is more room', () => {
  const view = { innerHeight: 600 }
  expect(placeBelow({ left: 10, top: 100, bottom: 132, width: 200 }, 120, view)).toEqual({
    left: 10,
    top: 136,
    minWidth: 200,
    maxHeight: 120,
  })
  expect(placeBelow({ left: 10, top: 540, bottom: 572, width: 200 }, 120, view)).toEqual({
    left: 10,
    top: 416,
    minWidth: 200,
    maxHeight: 120,
  })
})

test('what is in the address is shown from the press on, and what may be refused once it holds', async () => {
  const asked: string[] = []
  const shared = {
    hideLabel: true,
    none: 'Tag',
    value: '',
    options: [
      { value: '', label: 'All tags' },
      { value: 'launch', label: 'launch' },
    ],
    onChange: (value: string) => void asked.push(value),
  }
  render(
    <>
      <Select {...shared} label="In the address" isInAddress />
      <Select {...shared} label="On the server" />
    </>,
  )
  const [address, server] = screen.getAllByRole('combobox')
  expect([address?.textContent, server?.textContent]).toEqual(['Tag', 'Tag'])
  for (const name of ['In the address', 'On the server']) {
    await userEvent.click(screen.getByRole('combobox', { name }))
    await userEvent.click(screen.getByRole('option', { name: 'launch' }))
  }
  expect(asked).toEqual(['launch', 'launch'])
  expect([address?.textContent, server?.textContent]).toEqual(['launch', 'Tag'])
})
