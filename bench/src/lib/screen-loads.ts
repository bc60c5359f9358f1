/** What each page makes a browser fetch by itself, and how far its content moves while it arrives. */
import type { Page } from '@playwright/test'
import type { Visitor } from './browser.ts'
import { aside, atMost, type Figure, say } from './table.ts'

const HOME_SCRIPT_KB_MAX = 130
const HOME_FILES_MAX = 20
const PLANNER_MB_MAX = 1.2
const SHIFT_MAX = 0.02
/** After the load event: lists, pictures and what the frame fetches by itself. */
const REST_MS = 4_000

interface Load {
  readonly scriptFiles: number
  readonly scriptBytes: number
  readonly bytes: number
  readonly shift: number
}

/** The first visit of a page, until it has come to rest. Bytes are those on the wire, headers included. */
async function loadPage(page: Page, path: string): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  let [scriptBytes, bytes] = [0, 0]
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(REST_MS)
  const shift = await page.evaluate(() => window.shifted ?? 0)
  return { scriptFiles: scripts.size, scriptBytes, bytes, shift }
}

export async function loadsFigures(visitor: Visitor, routes: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of routes) {
    say(`  ${path}`)
    const load = await visitor.visit((page) => loadPage(page, path))
    if (path === '/') {
      figures.push(
        atMost('JS of /, on the wire', load.scriptBytes / 1_000, HOME_SCRIPT_KB_MAX, 'kB'),
        atMost('JS files of /', load.scriptFiles, HOME_FILES_MAX, 'files'),
      )
    }
    figures.push(
      atMost(`layout shift of ${path}`, load.shift, SHIFT_MAX, 'CLS'),
      aside(`${path} loads`, `${Math.round(load.bytes / 1_000)} kB, JS ${Math.round(load.scriptBytes / 1_000)} kB`),
    )
  }
  return figures
}

export async function plannerFigures(planner: Visitor): Promise<Figure[]> {
  const { bytes, shift } = await planner.visit((page) => loadPage(page, '/planning'))
  return [
    atMost("the planner's first view, all in all", bytes / 1_000_000, PLANNER_MB_MAX, 'MB'),
    atMost("layout shift of the planner's first view", shift, SHIFT_MAX, 'CLS'),
  ]
}

declare global {
  interface Window {
    shifted?: number
  }
}
