/** Before and after each test: a browser without memory, without a network, and with what jsdom lacks. */
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { endSession } from '#lib/session.ts'
// The list of a select is fetched when it is near; here it is as near as in a browser.
import '#ui/option-list.tsx'
import { stubMedia } from './media.ts'

// A page fetches its parts as it goes; on a busy machine that takes longer than the usual second.
const { asyncWrapper } = getConfig()
configure({
  asyncUtilTimeout: 15_000,
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work()
      await settle()
      return result
    }),
})

const { setTimeout: later } = globalThis
const FRAME_MS = 16
/** What a layer holds is drawn right after its frame: a test that found the frame goes on when both are there. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => later(resolve))
}
const waiting = new Set<ReturnType<typeof later>>()

const frames = new Map<number, ReturnType<typeof later>>()
let lastFrame = 0
// Those of jsdom stop for good when fake timers are taken back in the middle of one, and their numbers begin anew with each file.
globalThis.requestAnimationFrame = (draw) => {
  lastFrame += 1
  const frame = lastFrame
  frames.set(
    frame,
    later(() => {
      frames.delete(frame)
      draw(performance.now())
    }, FRAME_MS),
  )
  return frame
}
globalThis.cancelAnimationFrame = (frame) => {
  clearTimeout(frames.get(frame))
  frames.delete(frame)
}

beforeEach(() => {
  vi.stubGlobal('setTimeout', (...handlerAndDelay: Parameters<typeof later>) => {
    const timer = later(...handlerAndDelay)
    // What is due at once tidies up (the end of a swallowed click, of a focus): it is let do so.
    if (Number(handlerAndDelay[1]) > 0) waiting.add(timer)
    return timer
  })
  stubMedia(() => false)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', () => {
    throw new TypeError('A test reached for the network without saying what it answers')
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  // What a page meant to do later, it would do in the middle of the next test: its news would replace that one's.
  for (const timer of waiting) clearTimeout(timer)
  waiting.clear()
  for (const frame of frames.keys()) cancelAnimationFrame(frame)
  endSession()
  window.localStorage.clear()
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// A part of a page may still be on its way. Cut off with the file that asked for it, it would be missing for all later ones of this worker.
afterAll(() => vi.dynamicImportSettled())

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
