/** Dialogs open with the press, also the first time. */
import type { Page } from '@playwright/test'
import { rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

/** The page's clock stands still from here on: what waits for a timer does not come. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

test.describe('as an administrator', () => {
  test.use({ viewer: 'admin' })

  for (const [button, dialog] of [
    ['Add Account', 'Add Instagram Account'],
    ['Import data', 'Import data'],
  ] as const) {
    test(`"${button}" opens its dialog without waiting for a timer`, async ({ page }) => {
      await page.clock.install()
      await page.goto('/')
      await expect(rowOf(page, 'citrus.daily')).toBeVisible()
      await stopClock(page)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    })
  }

  test('a layer stands beside its button: below it, and above it where only there is room', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1000 })
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    const button = page.getByRole('button', { name: 'Columns', exact: true })
    const layer = page.getByRole('dialog', { name: 'Columns' })
    const edgesOf = async (): Promise<{ button: number[]; layer: number[] }> => {
      const [own, beside] = [await button.boundingBox(), await layer.boundingBox()]
      if (!own || !beside) throw new Error('The button and its layer are not both on the screen')
      const edges = ({ x, y, width, height }: typeof own) => [y, y + height, x + width].map(Math.round)
      return { button: edges(own), layer: edges(beside) }
    }
    await button.click()
    await expect.poll(async () => (await edgesOf()).layer[0]).toBe(((await edgesOf()).button[1] ?? 0) + 8)
    expect((await edgesOf()).layer[2]).toBe((await edgesOf()).button[2])
    await page.setViewportSize({ width: 1440, height: ((await edgesOf()).button[1] ?? 0) + 60 })
    await expect.poll(async () => (await edgesOf()).layer[1]).toBe(((await edgesOf()).button[0] ?? 0) - 8)
  })
})

test.describe('as a planner', () => {
  test.use({ viewer: 'pro' })

  test('"New draft" opens its dialog without waiting for a timer', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'New draft' }).first()).toBeVisible()
    await stopClock(page)
    await page.getByRole('button', { name: 'New draft' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('the file of a dialog is fetched when the pointer first moves, before anything is pressed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'New draft' }).first()).toBeVisible()
    const fetched = page.waitForResponse(/\/assets\/new-draft-dialog-.*\.js$/)
    await page.mouse.move(700, 300)
    await fetched
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
