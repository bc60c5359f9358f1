/** Pages that open without an account, side by side with the page of sign-in: their first content, and what they load of scripts. */
import { type Browser, chromium } from '@playwright/test'
import { ask, type Product } from './product.ts'
import { median } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

const SCRIPT_BYTES_MAX = 60_000
/** Two medians of the same page differ by so much. */
const NOISE = 1.1

interface Look {
  ms: number
  scriptBytes: number
}

export async function linkFigures(product: Product, token: string, rounds: number): Promise<Figure[]> {
  const share = async (kind: string, targetId: number): Promise<string> => {
    const body = { kind, targetId, name: 'Bench', expiresInDays: 1 }
    const { url }: { url: string } = await ask(product.port, token, 'POST', '/api/links', body)
    return new URL(url).pathname
  }
  const pages = { account: await share('account', 1), calendar: await share('calendar', 1) }
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const first = await lookAt(browser, product, pages.account)
    const login = await medianOf(browser, product, '/login', rounds)
    const figures = [
      aside('first content of /login', `${formatNumber(login.ms)} ms`),
      aside("an account's link, opened first after a change", `${formatNumber(first.ms)} ms`),
    ]
    for (const [kind, path] of Object.entries(pages)) {
      const { ms, scriptBytes } = await medianOf(browser, product, path, rounds)
      figures.push(
        atMost(`first content of a link, ${kind}`, ms, login.ms * NOISE, 'ms'),
        atMost(`its scripts, ${kind}`, scriptBytes / 1_000, SCRIPT_BYTES_MAX / 1_000, 'kB'),
      )
    }
    for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
    return figures
  } finally {
    await browser.close()
  }
}

async function medianOf(browser: Browser, product: Product, path: string, rounds: number): Promise<Look> {
  const looks: Look[] = []
  for (let round = 0; round < rounds; round += 1) looks.push(await lookAt(browser, product, path))
  return { ms: median(looks.map(({ ms }) => ms)), scriptBytes: Math.max(...looks.map((look) => look.scriptBytes)) }
}

/** Nothing is cached: a context of its own. */
async function lookAt(browser: Browser, { port }: Product, path: string): Promise<Look> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'load' })
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    let ms = await page.evaluate(paint)
    while (ms === 0) {
      await page.waitForTimeout(10)
      ms = await page.evaluate(paint)
    }
    const scriptBytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    )
    return { ms, scriptBytes }
  } finally {
    await context.close()
  }
}
