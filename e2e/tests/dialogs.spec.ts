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
