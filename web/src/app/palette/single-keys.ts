/** Shortcuts of a single key get in the way of dictation and of some screen readers: users may turn them off (WCAG 2.1.4). */

const STORAGE_KEY = 'tangelo.single-keys'

export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(STORAGE_KEY)
    else window.localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Not remembered then: they are on again after the next start.
  }
}
