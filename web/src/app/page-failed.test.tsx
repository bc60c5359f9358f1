import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { PageFailed } from './page-failed.tsx'

test('a page that breaks says so without its inner troubles', () => {
  render(<PageFailed error={new Error('undefined is not a function')} reset={() => undefined} />)
  expect(screen.getByRole('alert').textContent).toContain('This page could not be shown')
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong.')
  expect(screen.queryByText(/undefined/)).toBeNull()
})

test('what the server said is shown, and the page can be tried again', async () => {
  const reset = vi.fn()
  render(<PageFailed error={new ApiError(503, '{"message":"The store is being moved"}')} reset={reset} />)
  expect(screen.getByText('The store is being moved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(reset).toHaveBeenCalledTimes(1)
})

test('a page that breaks while the browser is offline does not blame the network', () => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
  render(<PageFailed error={new TypeError('undefined is not a function')} reset={() => undefined} />)
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong.')
})

test('a page that could not be fetched offline says so, and is fetched again once the network is back', async () => {
  const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  render(<PageFailed error={new TypeError('Failed to fetch dynamically imported module')} reset={() => undefined} />)
  expect(screen.getByRole('alert').textContent).toContain('The server could not be reached')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(reload).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(reload).toHaveBeenCalledTimes(1)
})
