/** A slow machine far away, and how long the browser itself says it took from a press to the paint that follows. */
import type { Page } from '@playwright/test'

const CPU_SLOWDOWN = 4
const ROUND_TRIP_MS = 150
/** The browser names events from 16 ms on; a quicker one counts as this. */
const QUICK_MS = 16

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

export const watchEvents = (page: Page) =>
  page.evaluate(() => {
    window.longestEvent = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number }
        if (interactionId > 0) window.longestEvent = Math.max(window.longestEvent ?? 0, duration)
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** Entries come after the paint; the next measurement begins anew. */
export async function readLongest(page: Page): Promise<number> {
  await page.waitForTimeout(400)
  return page.evaluate((quick) => {
    const longest = Math.max(quick, window.longestEvent ?? 0)
    window.longestEvent = 0
    return longest
  }, QUICK_MS)
}

declare global {
  interface Window {
    longestEvent?: number
  }
}
