import { vi } from 'vitest'

/** A window to which these media queries apply: jsdom knows none. */
export function stubMedia(applies: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: applies(media),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
