import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setTheme, startTheme, useTheme } from './theme.ts'

function Shown() {
  return <p>{useTheme()}</p>
}

function readTheme(): string | undefined {
  return document.documentElement.dataset.theme
}

test('a choice is painted, remembered and announced', () => {
  startTheme()
  render(<Shown />)
  act(() => setTheme('dark'))
  expect(readTheme()).toBe('dark')
  expect(window.localStorage.getItem('theme')).toBe('dark')
  expect(screen.getByText('dark')).toBeTruthy()
})

test('another tab is followed', () => {
  startTheme()
  window.localStorage.setItem('theme', 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(readTheme()).toBe('dark')
})

test('the system decides unless the user chose, and is followed when it changes', () => {
  let systemChanges = (): void => undefined
  const system = { matches: true, addEventListener: (_: string, listener: () => void) => (systemChanges = listener) }
  vi.stubGlobal('matchMedia', () => system)
  startTheme()
  expect(readTheme()).toBe('dark')
  system.matches = false
  systemChanges()
  expect(readTheme()).toBe('light')
})
