/** The built screen in the system's Chromium, signed in, headless. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ADMIN, ask, type Product } from './product.ts'

export interface Visitor {
  /** A page of a browser context of its own: nothing is cached, no earlier visit. */
  visit<Result>(look: (page: Page) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export async function visitorOf(product: Product, who = ADMIN): Promise<Visitor> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  const session: { token: string; user: object } = await ask(product.port, null, 'POST', '/api/auth/login', who)
  return {
    async visit(look) {
      const context: BrowserContext = await browser.newContext({
        baseURL: `http://127.0.0.1:${product.port}`,
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        timezoneId: 'UTC',
      })
      try {
        await context.addInitScript(({ token, user }) => {
          localStorage.setItem('auth_user', JSON.stringify(user))
          localStorage.setItem('auth_token', token)
        }, session)
        return await look(await context.newPage())
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

/**
 * Runs before the page's own scripts: `afterPaint` answers the moment right after the next frame was drawn, which is
 * what "on the screen" means here; `paintOnce` that of the change to the page that first makes `isDone` true.
 */
export const withStopwatch = (page: Page) =>
  page.addInitScript(() => {
    window.afterPaint = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage(null)
        })
      })
    window.paintOnce = (isDone) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isDone()) return
          observer.disconnect()
          resolve(window.afterPaint())
        })
        observer.observe(document, { childList: true, subtree: true, attributes: true })
      })
  })

/** Opens the dashboard: from the last byte of the answer at `path` to the frame that shows what `selector` names. */
export async function firstShownMs(page: Page, path: string, selector: string): Promise<number> {
  await withStopwatch(page)
  await page.addInitScript((awaited) => {
    window.firstShownAt = window.paintOnce(() => document.querySelector(awaited) !== null)
  }, selector)
  await page.goto('/')
  return page.evaluate(async (answered) => {
    const paintedAt = (await window.firstShownAt) ?? Number.NaN
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(answered))
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : Number.NaN))
    return paintedAt - Math.min(...answers)
  }, path)
}

declare global {
  interface Window {
    afterPaint(): Promise<number>
    paintOnce(isDone: () => boolean): Promise<number>
    firstShownAt?: Promise<number>
  }
}
