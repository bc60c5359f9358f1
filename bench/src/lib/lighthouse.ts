/** Lighthouse, fetched by `npm exec` when it is asked for, on a browser that is signed in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Lifetime } from './lifetime.ts'
import { ADMIN, ask, type Product } from './product.ts'
import { aside, type Figure, say } from './table.ts'

const PACKAGE = 'lighthouse@13'
const LOOK_EVERY_MS = 100
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** In hundredths, in the order of the categories. */
const FULL = [100, 100, 100]
const BARS = { desktop: [98, 100, 100], mobile: [95, 0, 0] }

/** What most of the score of performance is made of. */
const METRICS = [
  ['largest-contentful-paint', 'LCP'],
  ['total-blocking-time', 'TBT'],
  ['cumulative-layout-shift', 'CLS'],
] as const

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number | null }>>
  readonly audits: Readonly<Record<(typeof METRICS)[number][0], { readonly displayValue?: string }>>
}

interface Scores {
  /** In hundredths, in the order of the categories. */
  readonly scores: readonly number[]
  /** The metrics in words. */
  readonly metrics: string
}

export async function lighthouseFigures(
  life: Lifetime,
  product: Product,
  routes: readonly string[],
  account: string,
): Promise<Figure[]> {
  const port = await findFreePort()
  const folder = life.folder('lighthouse')
  const endBrowser = await startBrowser(life, port, join(folder, 'profile'))
  const address = `http://127.0.0.1:${product.port}`
  const signIn = async (): Promise<void> => {
    const session = await ask<{ token: string; user: object }>(product.port, null, 'POST', '/api/auth/login', ADMIN)
    // Only for this: a page that Playwright is attached to as well stands still as soon as Lighthouse loads it.
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const [page] = browser.contexts().flatMap((context) => context.pages())
    if (!page) throw new Error('The browser has no page')
    await page.goto(`${address}/test`)
    await page.evaluate(({ token, user }) => {
      localStorage.setItem('auth_user', JSON.stringify(user))
      localStorage.setItem('auth_token', token)
    }, session)
    await browser.close()
  }
  const figures: Figure[] = []
  try {
    for (const route of ['/login', ...routes]) {
      if (route !== '/login') await signIn()
      for (const device of ['desktop', 'mobile'] as const) {
        const path = route.replace('$accountId', account)
        const found = await readScores(`${address}${path}`, device, port, join(folder, 'report.json'))
        const figure = judge(route, device, found)
        say(`  ${figure.name}: ${figure.measured}`)
        figures.push(figure)
      }
    }
  } finally {
    await endBrowser()
  }
  return figures
}

/** Waits until it can be asked, and answers how it is ended. */
async function startBrowser(life: Lifetime, port: number, profile: string): Promise<() => Promise<void>> {
  const options = ['--headless', '--no-sandbox', '--no-first-run', '--disable-background-networking']
  const places = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`]
  const child = spawn(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', [...options, ...places, 'about:blank'], {
    stdio: 'ignore',
  })
  const end = life.child(child)
  while (!(await isAnswered(`http://127.0.0.1:${port}/json/version`))) {
    if (child.exitCode !== null) throw new Error(`The browser ended with ${child.exitCode}`)
    await pause(LOOK_EVERY_MS)
  }
  return end
}

const isAnswered = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

function judge(route: string, device: 'desktop' | 'mobile', found: Scores | null): Figure {
  const name = `Lighthouse, ${device}: ${route}`
  if (!found) return aside(name, 'no report')
  const { scores, metrics } = found
  const bars = device === 'desktop' && (route === '/login' || route === '/') ? FULL : BARS[device]
  return {
    name,
    measured: `${scores.join(' / ')} (${metrics})`,
    bar: `≥ ${bars.filter((bar) => bar > 0).join(' / ')}`,
    isMet: scores.every((score, at) => score >= (bars[at] ?? 0)),
  }
}

async function readScores(url: string, device: string, port: number, file: string): Promise<Scores | null> {
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--port=${port}`,
    '--disable-storage-reset',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const child = spawn('npm', ['exec', '--yes', '--', PACKAGE, url, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) return null
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100)),
    metrics: METRICS.map(([audit, name]) => `${name} ${audits[audit].displayValue ?? 'unknown'}`).join(', '),
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
