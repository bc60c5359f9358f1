import { vi } from 'vitest'

/** Whatever is observed is this wide: jsdom lays nothing out. It is reported after the code that observes, as by a browser. */
export function stubWidth(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: { contentRect: { width: number } }[]) => void
      constructor(tell: (entries: { contentRect: { width: number } }[]) => void) {
        this.#tell = tell
      }
      observe(): void {
        queueMicrotask(() => this.#tell([{ contentRect: { width } }]))
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  )
}
