/** A phone, and the narrowest one: nothing is cut off, and everything to touch is large enough. */
import type { Page } from '@playwright/test'
import { daysAgo } from '../support/figures.ts'
import { fileNamed, rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const WIDTHS = [390, 320]

/** Once everything stands: lists open in steps. */
async function expectToFit(page: Page, screen: string): Promise<void> {
  await expect.poll(() => findMisfits(page), { message: screen }).toEqual({ wide: [], small: [] })
}

/** What is wider than the page, and what is too small to touch. */
function findMisfits(page: Page): Promise<{ wide: string[]; small: string[] }> {
  return page.evaluate(() => {
    const nameOf = (element: Element): string =>
      element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? element.tagName
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const width = document.documentElement.clientWidth
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    const wide = [
      document.documentElement,
      ...(dialog ? [dialog, ...dialog.querySelectorAll('button, h2, p, input')] : []),
    ]
      .filter((element) => {
        const { right, left } = element.getBoundingClientRect()
        return right > width + 0.5 || left < -0.5
      })
      .concat(document.documentElement.scrollWidth > width ? [document.body] : [])
      .map(nameOf)
    const small = [...(dialog ?? document).querySelectorAll('button, a')]
      .filter((element) => isShown(element) && !element.closest('p') && !element.classList.contains('skip-link'))
      .filter((element) => element.getBoundingClientRect().height < 24)
      .map(nameOf)
    return { wide, small }
  })
}

test.describe('as an admin', () => {
  test.use({ viewer: 'admin' })

  for (const width of WIDTHS) {
    test(`every page fits a screen of ${width} px`, { tag: '@phone' }, async ({ page, house }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      // Only the first client is open, and which one that is depends on what other tests have added.
      const client = page.getByRole('button', { name: /^Citrus Studio/ })
      if ((await client.getAttribute('aria-expanded')) === 'false') await client.click()
      await expect(rowOf(page, 'citrus.daily')).toBeVisible()
      await expectToFit(page, 'dashboard')
      const id = await house.accountId('citrus.daily')
      for (const range of ['', '?range=all', `?range=custom&from=${daysAgo(40)}&to=${daysAgo(0)}`]) {
        await page.goto(`/account/${id}${range}`)
        await expect(page.getByRole('application').first()).toBeVisible()
        await expectToFit(page, `account ${range}`)
      }
      await page.goto(`/account/${await house.accountId('a_name_of_thirty_letters_long1')}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('thirty')
      await expectToFit(page, 'account with a long name')
      for (const path of ['/test', '/no/such/page']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectToFit(page, path)
      }
    })

    test(`every dialog fits a screen of ${width} px`, { tag: '@phone' }, async ({ page, house }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await page.getByRole('button', { name: 'Add Account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectToFit(page, 'add account')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Import data' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectToFit(page, 'import')
      await page
        .locator('input[type=file]')
        .setInputFiles(
          fileNamed(
            'bad.csv',
            `username,date,followers\nfits.in.${width},${daysAgo(0)},1\ntwo words,${daysAgo(0)},1\n`,
          ),
        )
      await page.getByRole('button', { name: 'Show rows' }).click()
      await expectToFit(page, 'import preview')
      await page.getByRole('button', { name: 'Import 1 reading' }).click()
      await expect(page.getByRole('heading', { name: '1 row was refused' })).toBeVisible()
      await expectToFit(page, 'import finished')

      await page.goto(`/account/${await house.accountId('a_name_of_thirty_letters_long1')}`)
      for (const name of ['Refresh', 'Edit Account', 'Type in figures', 'Delete account']) {
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
        await expectToFit(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
      }
    })
  }
})
