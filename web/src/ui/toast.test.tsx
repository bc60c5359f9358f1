import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Toaster, toast } from './toast.tsx'

/** The region is fetched with the first touch. From here on a test may stop the clock. */
async function open(): Promise<HTMLElement> {
  render(<Toaster />)
  fireEvent.pointerDown(window)
  return screen.findByRole('region', { name: /F8/ })
}

test('one toast at a time: the next takes the place of the last', async () => {
  const region = within(await open())
  act(() => toast({ title: 'First', description: 'One' }))
  expect(region.getByText('First')).toBeTruthy()
  act(() => toast({ title: 'Second' }))
  expect(region.getByText('Second')).toBeTruthy()
  expect(region.queryByText('First')).toBeNull()
})

test('the first news of all is shown, also before anybody touched the page', async () => {
  render(<Toaster />)
  act(() => toast({ title: 'Early' }))
  const region = await screen.findByRole('region', { name: /F8/ })
  expect(within(region).getByText('Early')).toBeTruthy()
})

test('it goes by itself after 5 seconds', async () => {
  const region = within(await open())
  vi.useFakeTimers()
  act(() => toast({ title: 'Short news' }))
  await act(() => vi.advanceTimersByTimeAsync(4_999))
  expect(region.queryByText('Short news')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(region.queryByText('Short news')).toBeNull()
})

test('F8 moves the focus to the region, where the time stands still', async () => {
  const region = await open()
  vi.useFakeTimers()
  act(() => toast({ title: 'Stay' }))
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(region.contains(document.activeElement)).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(within(region).queryByText('Stay')).not.toBeNull()
})

test('over a dialog it leaves Escape to the dialog', async () => {
  const onClose = vi.fn()
  render(
    <Dialog title="A question" onClose={onClose}>
      <input aria-label="A field" />
    </Dialog>,
  )
  const region = within(await open())
  act(() => toast({ title: 'It failed' }))
  expect(region.getByText('It failed')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('A field'), '{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('it can be closed, and its action is taken once', async () => {
  const onAction = vi.fn()
  const region = within(await open())
  act(() => toast({ title: 'Gone', action: { label: 'Undo', onAction } }))
  await userEvent.click(region.getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  act(() => toast({ title: 'Again' }))
  await userEvent.click(region.getByRole('button', { name: 'Close' }))
  expect(region.queryByText('Again')).toBeNull()
})
