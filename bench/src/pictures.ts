/**
 * `npm run pictures`: the pictures of README, made of the demo workspace in a new installation: screenshots, and an animation of
 * 20 seconds from the empty dashboard to reels. Nothing in them is drawn by hand.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Demo } from '@tangelo/contract'
import sharp from 'sharp'
import { visitorOf } from './lib/browser.ts'
import { withLifetime } from './lib/lifetime.ts'
import { ADMIN, ask, type Product, repository, signIn, startProduct } from './lib/product.ts'
import { say } from './lib/table.ts'

const FOLDER = join(repository, 'docs/pictures')
const ANIMATION_WIDTH = 960
const ANIMATION_BYTES_MAX = 2_000_000
const SETTLE_MS = 1_500
const FILLING_FRAMES = 10
const GIVE_UP_MS = 10 * 60_000

interface Frame {
  png: Uint8Array
  milliseconds: number
}

async function main() {
  await withLifetime(async (life) => {
    const product = await startProduct(life, { dataFolder: life.folder('pictures') })
    const visitor = await visitorOf(product)
    try {
      await visitor.visit(async (page) => {
        const frames: Frame[] = []
        const hold = async (seconds: number) => {
          frames.push({ png: await page.screenshot(), milliseconds: seconds * 1_000 })
        }
        await open(page, '/')
        await hold(2.5)
        await fill(page, product, hold)
        for (const { path, name, seconds } of SCENES) {
          say(`  ${name}`)
          await open(page, await path(product))
          await hold(seconds)
          await keep(await page.screenshot(), `${name}.png`)
        }
        await animate(frames)
      })
    } finally {
      await visitor.close()
    }
  })
}

/** The animation looks at the filling a few times, however long it takes on this machine. */
async function fill(page: Page, product: Product, hold: (seconds: number) => Promise<void>): Promise<void> {
  const token = await signIn(product.port, ADMIN)
  const read = () => ask<Demo>(product.port, token, 'GET', '/api/demo')
  await page.getByRole('button', { name: 'Open the demo workspace' }).click()
  let shown = 0
  for (const start = Date.now(); ; await pause(200)) {
    const { state, progress, reels } = await read()
    if (state === 'failed' || Date.now() - start > GIVE_UP_MS) throw new Error('The demo workspace was not filled')
    if (state === 'filling' && shown < FILLING_FRAMES && progress * FILLING_FRAMES >= shown) {
      await hold(0.25)
      shown += 1
    }
    if (state === 'filled' && reels.done === reels.total) return
  }
}

async function accountNamed({ port }: Product, username: string): Promise<number> {
  const token = await signIn(port, ADMIN)
  const accounts = await ask<{ id: number; username: string }[]>(port, token, 'GET', `/api/accounts?q=${username}`)
  const found = accounts.find((account) => account.username === username)
  if (!found) throw new Error(`The demo has no account ${username}`)
  return found.id
}

const SCENES = [
  { name: 'dashboard', path: async () => '/', seconds: 3.5 },
  {
    name: 'account',
    path: async (product: Product) => `/account/${await accountNamed(product, 'demo.sixlemons')}`,
    seconds: 3,
  },
  {
    name: 'analysis',
    path: async (product: Product) => `/account/${await accountNamed(product, 'demo.harbour.kitchen')}/analysis`,
    seconds: 3,
  },
  { name: 'planning', path: async () => '/planning?tab=calendar', seconds: 3 },
  { name: 'reel-maker', path: async () => '/reel-maker', seconds: 2.5 },
] as const

/** Until nothing is on its way any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main .skeleton'), null, { timeout: GIVE_UP_MS })
  await pause(SETTLE_MS)
  if (!path.startsWith('/reel-maker')) return
  await page.getByRole('main').locator('.reel-open').first().click()
  await pause(SETTLE_MS)
}

async function keep(png: Uint8Array, name: string): Promise<void> {
  await sharp(png).png({ palette: true, colours: 256, effort: 8 }).toFile(join(FOLDER, name))
}

/** As small as it has to be. */
async function animate(frames: readonly Frame[]): Promise<void> {
  const pages = await Promise.all(
    frames.map(({ png }) => sharp(png).resize({ width: ANIMATION_WIDTH }).png().toBuffer()),
  )
  const delay = frames.map(({ milliseconds }) => milliseconds)
  for (const quality of [82, 72, 60, 45]) {
    const made = await sharp(pages, { join: { animated: true } })
      .webp({ quality, effort: 5, delay, loop: 0 })
      .toBuffer()
    if (made.length > ANIMATION_BYTES_MAX) continue
    await writeFile(join(FOLDER, 'tour.webp'), made)
    const seconds = delay.reduce((sum, one) => sum + one, 0) / 1_000
    say(`  tour.webp: ${seconds.toFixed(1)} s, ${Math.round(made.length / 1_000)} kB`)
    return
  }
  throw new Error('The animation is too large')
}

await main()
