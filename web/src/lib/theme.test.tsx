import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setTheme, startTheme, useTheme } from './theme.ts'

function Shown() {
  return <p>{useTheme()}</p>
}

function painted(): string | undefined {
  return document.documentElement.dataset.theme
}

test('a choice is painted, remembered and announced', () => {
  startTheme()
  render(<Shown />)
  act(() => setTheme('dark'))
  expect(painted()).toBe('dark')
  expect(window.localStorage.getItem('theme')).toBe('dark')
  expect(screen.getByText('dark')).toBeTruthy()
})

test('another tab is followed', () => {
  startTheme()
  window.localStorage.setItem('theme', 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(painted()).toBe('dark')
})

test('the system decides unless the user chose, and is followed when it changes', () => {
  let systemChanges = (): void => undefined
  const system = { matches: true, addEventListener: (_: string, listener: () => void) => (systemChanges = listener) }
  vi.stubGlobal('matchMedia', () => system)
  startTheme()
  expect(painted()).toBe('dark')
  system.matches = false
  systemChanges()
  expect(painted()).toBe('light')
})
