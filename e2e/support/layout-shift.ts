/** How much moves on a page by itself, and answers that come one after the other. */
import type { Page, Route } from '@playwright/test'
import { expect } from './test.ts'

export const SHIFT_MAX = 0.02
/** Longer than a screen waits before it shows grey shapes. */
const LATE_MS = 200
/** All but the stream of events. */
const ANSWERS = /\/api\/(?!events)/

export interface LayoutShift {
  /** How much of what was in view has moved since the page was opened, as browsers count it. */
  readonly sum: number
  /** What has moved: element, classes and text, from which height to which. */
  readonly moved: readonly string[]
}

export function layoutShiftOf(page: Page): Promise<LayoutShift> {
  return page.evaluate(
    () =>
      new Promise<LayoutShift>((resolve) => {
        let sum = 0
        const moved: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            readonly value: number
            readonly hadRecentInput: boolean
            readonly sources: readonly { readonly node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
          })[]) {
            if (entry.hadRecentInput) continue
            sum += entry.value
            for (const { node, previousRect, currentRect } of entry.sources) {
              const name = node instanceof Element ? `${node.tagName} ${node.className}` : 'text'
              moved.push(`${name} "${node?.textContent?.slice(0, 40)}" ${previousRect.y} → ${currentRect.y}`)
            }
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames: the buffered entries and those of the last drawing have come.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, moved })))
      }),
  )
}

/**
 * Opens a page whose answers are all held back, and let go one by one, the last that was asked for first, each after grey shapes
 * had time to show; until nothing is awaited any more. The page's clock must be installed.
 */
export async function openOneByOne(page: Page, path: string): Promise<void> {
  const held: Route[] = []
  await page.route(ANSWERS, (route) => {
    held.push(route)
  })
  await page.goto(path)
  await expect(async () => {
    for (let route = held.pop(); route; route = held.pop()) {
      await page.clock.runFor(LATE_MS)
      await route.fulfill({ response: await route.fetch() })
    }
    await page.clock.runFor(LATE_MS)
    await expect(page.getByRole('main')).toBeVisible({ timeout: 100 })
    expect(await page.locator('main [aria-busy="true"]').count()).toBe(0)
    expect(held).toHaveLength(0)
  }, path).toPass({ intervals: [100] })
  await page.unroute(ANSWERS)
}
