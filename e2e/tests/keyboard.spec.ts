/** The product without a pointer: everything is reached with Tab, seen where the focus is, and works with keys. */
import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/house.ts'
import { expectToast, locateAccountNames } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

/** Presses Tab until the focus is on what has this name; every stop on the way must show where it is. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press(key)
    const { label, isShown } = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return { label: '', isShown: true }
      const named =
        element.getAttribute('aria-label') ??
        ('labels' in element ? document.querySelector(`label[for="${element.id}"]`)?.textContent : null)
      const rings = [element, element.parentElement, element.closest('tr, li, label')].map((part) =>
        part ? getComputedStyle(part) : null,
      )
      const isShown = rings.some(
        (style) =>
          style && ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none'),
      )
      return { label: (named ?? element.textContent ?? '').trim(), isShown }
    })
    passed.push(label)
    expect(isShown, `the focus on "${label}" is visible`).toBe(true)
    if (name.test(label)) return
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(' | ')}`)
}

test('I sign in, filter, open an account, change the days, read a chart and sign out with keys alone', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('pro')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')

  await tabTo(page, /^Skip to content$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Filter accounts$/)
  await page.keyboard.type('tea')
  await expect(locateAccountNames(page)).toHaveText(['@green.tea'])
  await tabTo(page, /^View @green\.tea$/)
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Account Detail: @green.tea' })
  await expect(heading).toBeFocused()

  await tabTo(page, /^Date Range$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '90 days' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Last 90 days' })).toBeVisible()
  await expect(page).toHaveURL(/\?range=90$/)
  await tabTo(page, /^Followers Growth, last 90 days/)
  await page.keyboard.press('End')
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: '48,200 followers, −40 since the day before' }),
  ).toBeAttached()

  await tabTo(page, /^Sign out$/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expectToast(page, 'Logged out successfully', 'You have been logged out of your account')
})

test.describe('signed in', () => {
  test.use({ viewer: 'admin' })

  test('a dialog opens, keeps the focus, closes with Escape and gives the focus back', async ({ page, house }) => {
    await page.goto('/')
    await expect(locateAccountNames(page).first()).toBeVisible()
    for (const name of ['Add Account', 'Import data']) {
      const opener = page.getByRole('button', { name })
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press('Tab')
        expect(await dialog.evaluate((element) => element.contains(document.activeElement)), name).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(opener, `${name} has the focus again`).toBeFocused()
    }
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    for (const name of ['Refresh', 'Edit Account', 'Type in figures', 'Delete account']) {
      const opener = page.getByRole('button', { name })
      // Until the account has come the buttons are there, but do nothing.
      await expect(opener).toBeEnabled()
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
      await expect(opener, `${name} has the focus again`).toBeFocused()
    }
  })

  test('the sort list is used with arrows, letters, Enter and Escape', async ({ page }) => {
    await page.goto('/')
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await sort.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(sort).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await expect(sort).toContainText('Recently Added')
    await expect(page).toHaveURL('/?sort=recent')
  })

  test('F8 leads to the news, which then stays until it is read', async ({ page, house }) => {
    const id = await house.accountId('slow.lens')
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await page.getByRole('dialog').getByLabel('Notes').fill('pressed F8')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const region = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect(region.getByText('Account updated', { exact: true })).toBeVisible()
    // As long as it is there, a dialog keeps the focus.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('F8')
    await expect.poll(() => region.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(region.getByRole('listitem')).toHaveCount(0)
  })
})
