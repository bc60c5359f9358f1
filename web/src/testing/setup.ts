/** Before and after each test: a browser without memory, without a network, and with what jsdom lacks. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { endSession } from '#lib/session.ts'

// A page fetches its parts as it goes; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', () => {
    throw new TypeError('A test reached for the network without saying what it answers')
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  endSession()
  window.localStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// What jsdom does not have: pointers to capture (Radix asks), and a top layer.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
  showPopover(this: Element) {
    this.removeAttribute('popover')
  },
})
globalThis.Worker ??= class extends EventTarget implements Worker {
  onmessage = null
  onmessageerror = null
  onerror = null
  postMessage(): void {}
  terminate(): void {}
}
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
