/**
 * `npm run bench -- demo`: the first minute of a new installation, as a newcomer has it, and the demo workspace: how soon charts
 * are on the screen after one click, how soon everything is there, reels included, and how long removing takes. Clicks are
 * counted. Ends with 1 when a bar is missed.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Demo } from '@tangelo/contract'
import { visitorOf } from './lib/browser.ts'
import { withLifetime } from './lib/lifetime.ts'
import { ADMIN, ask, type Product, signIn, startProduct } from './lib/product.ts'
import { aside, atMost, type Figure, reportFigures, say } from './lib/table.ts'

const FILLED_SECONDS_MAX = 20
const CHARTS_SECONDS_MAX = 60
const CLICKS_MAX = 3
const LOOK_EVERY_MS = 50
const GIVE_UP_MS = 5 * 60_000

const since = (start: number) => (performance.now() - start) / 1_000

async function main() {
  await withLifetime(async (life) => {
    const dataFolder = life.folder('demo')
    const begun = performance.now()
    const product = await startProduct(life, { dataFolder, as: 'npm start' })
    try {
      say(`  ready after ${since(begun).toFixed(1)} s`)
      const before = filesIn(dataFolder)
      const clicks = await firstMinute(product, begun)
      const token = await signIn(product.port, ADMIN)
      const figures = [
        ...clicks,
        ...(await filling(product, token)),
        ...(await removing(product, token, dataFolder, before)),
      ]
      reportFigures('200 accounts, 731 days, 60 drafts, 5 reels', figures)
    } finally {
      await product.stop()
    }
  })
}

/** From `npm start` to charts: signing in is typed and one click, then the offer, then the first account. */
async function firstMinute(product: Product, begun: number): Promise<Figure[]> {
  const visitor = await visitorOf(product)
  let clicks = 1
  const click = async (page: Page, name: string | RegExp, role: 'button' | 'link') => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  try {
    return await visitor.visit(async (page) => {
      await page.goto('/')
      await click(page, 'Open the demo workspace', 'button')
      const opened = performance.now()
      const account = page
        .getByRole('main')
        .getByRole('link', { name: /demo\.casaluma/ })
        .first()
      await account.waitFor({ timeout: GIVE_UP_MS })
      const shownAfter = since(opened)
      clicks += 1
      await account.click()
      await page.locator('main figure svg, main svg[role="img"]').first().waitFor({ timeout: GIVE_UP_MS })
      return [
        atMost('`npm start` to a chart of an account', since(begun), CHARTS_SECONDS_MAX, 's'),
        atMost('clicks until then: sign in, open the demo, an account', clicks, CLICKS_MAX, 'clicks'),
        aside('click to the first accounts in the list', `${shownAfter.toFixed(1)} s`),
      ]
    })
  } finally {
    await visitor.close()
  }
}

async function filling({ port }: Product, token: string): Promise<Figure[]> {
  const read = () => ask<Demo>(port, token, 'GET', '/api/demo')
  const within = async (what: string, isThere: (demo: Demo) => boolean): Promise<number> => {
    for (const start = performance.now(); since(start) * 1_000 < GIVE_UP_MS; await pause(LOOK_EVERY_MS)) {
      const demo = await read()
      if (demo.state === 'failed') throw new Error(demo.message ?? 'The demo workspace was not filled')
      if (isThere(demo)) return (Date.now() - Date.parse(demo.openedAt ?? '')) / 1_000
    }
    throw new Error(`There is still no ${what}`)
  }
  const accounts = await within('account', (demo) => demo.accounts.done === demo.accounts.total)
  const filled = await within('draft', ({ state }) => state === 'filled')
  const rendered = await within('reel', ({ reels }) => reels.done === reels.total)
  return [
    aside('200 accounts with two years of figures and posts', `${accounts.toFixed(1)} s`),
    aside('with 60 drafts and their pictures', `${filled.toFixed(1)} s`),
    atMost('demo filled, 5 reels rendered', Math.max(filled, rendered), FILLED_SECONDS_MAX, 's'),
  ]
}

async function removing({ port }: Product, token: string, dataFolder: string, before: string[]): Promise<Figure[]> {
  const start = performance.now()
  await ask<Demo>(port, token, 'DELETE', '/api/demo')
  const seconds = since(start)
  const left = filesIn(dataFolder).filter((name) => !before.includes(name))
  return [aside('removed', `${seconds.toFixed(1)} s`), atMost('files left behind', left.length, 0, 'files')]
}

/** Without the store itself and what the server keeps of its own. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.startsWith('blobs') && statSync(join(folder, name)).isFile(),
  )

await main()
