import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Toaster, toast } from './toast.tsx'

async function region(): Promise<HTMLElement> {
  return screen.findByRole('region', { name: /F8/ })
}

test('one toast at a time: the next takes the place of the last', async () => {
  render(<Toaster />)
  act(() => toast({ title: 'First', description: 'One' }))
  expect(await within(await region()).findByText('First')).toBeTruthy()
  act(() => toast({ title: 'Second' }))
  expect(within(await region()).getByText('Second')).toBeTruthy()
  expect(within(await region()).queryByText('First')).toBeNull()
})

test('it goes by itself after 5 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<Toaster />)
  act(() => toast({ title: 'Short news' }))
  const shown = within(await region())
  expect(shown.getByText('Short news')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(shown.queryByText('Short news')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(shown.queryByText('Short news')).toBeNull()
})

test('F8 moves the focus to the region, where the time stands still', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<Toaster />)
  act(() => toast({ title: 'Stay' }))
  const shown = within(await region())
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect((await region()).contains(document.activeElement)).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(shown.queryByText('Stay')).not.toBeNull()
})

test('it can be closed, and its action is taken once', async () => {
  const onAction = vi.fn()
  render(<Toaster />)
  act(() => toast({ title: 'Gone', action: { label: 'Undo', onAction } }))
  await userEvent.click(within(await region()).getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  act(() => toast({ title: 'Again' }))
  await userEvent.click(within(await region()).getByRole('button', { name: 'Close' }))
  expect(within(await region()).queryByText('Again')).toBeNull()
})
