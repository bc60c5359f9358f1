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
 * what "on the screen" means here.
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
  })

declare global {
  interface Window {
    afterPaint(): Promise<number>
    firstRowsAt?: Promise<number>
    sortedAt?: Promise<number>
    mostRows?: number
  }
}
