/**
 * Light, dark, or what the system says; remembered, and the same in every tab. The first paint is coloured by the
 * few lines in index.html that read the same key, so that no page flashes.
 */
import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const THEME_KEY = 'theme'
const listeners = new Set<() => void>()

function readStoredChoice(): ThemeChoice {
  try {
    const value = window.localStorage.getItem(THEME_KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function prefersDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

let choice: ThemeChoice = 'system'

function apply(next: ThemeChoice): void {
  choice = next
  document.documentElement.dataset.theme = next === 'system' ? (prefersDark().matches ? 'dark' : 'light') : next
  for (const listener of listeners) listener()
}

/** Paints the remembered theme and follows the system and the other tabs from then on. */
export function startTheme(): void {
  apply(readStoredChoice())
  prefersDark().addEventListener('change', () => apply(choice))
  window.addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY || key === null) apply(readStoredChoice())
  })
}

export function setTheme(next: ThemeChoice): void {
  try {
    window.localStorage.setItem(THEME_KEY, next)
  } catch {
    // Not remembered then; the theme still changes for this page.
  }
  apply(next)
}

const onThemeChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(onThemeChange, () => choice)
}

/** The theme painted now, by user or system: for code that needs colours and cannot read tokens. */
export function usePaintedTheme(): 'light' | 'dark' {
  return useSyncExternalStore(onThemeChange, () =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  )
}
