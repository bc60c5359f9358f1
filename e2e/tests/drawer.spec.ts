/** The menu of a phone: the same places as the sidebar, in a drawer that gives the focus back. */
import { holdBack, rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'pro' })

test('the drawer lists my accounts, leads to one, and closes', { tag: '@phone' }, async ({ page, house }) => {
  await page.goto('/')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('heading', { name: 'Your Accounts', exact: true })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect(drawer.getByRole('list', { name: 'Your accounts' }).getByRole('link')).toHaveCount(11)
  await drawer.getByRole('link', { name: '@green.tea' }).tap()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(`/account/${await house.accountId('green.tea')}`)
  await expect(page.getByRole('heading', { name: 'Account Detail: @green.tea' })).toBeVisible()

  await page.getByRole('button', { name: 'More' }).tap()
  await expect(drawer.getByRole('link', { name: '@green.tea' })).toHaveAttribute('aria-current', 'page')
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current', 'page')
  await drawer.getByRole('link', { name: 'Dashboard' }).tap()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('the open drawer keeps the focus inside, and gives it back when it closes', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(rowOf(page, 'citrus.daily')).toBeVisible()
  const opener = page.getByRole('button', { name: 'More' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: '@citrus.daily' })).toBeVisible()
  const stops = await drawer.locator('a[href], button').count()
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a touch beside the drawer, or its cross, closes it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'More' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await opener.tap()
  await expect(drawer).toBeVisible()
  await page.touchscreen.tap(375, 500)
  await expect(drawer).toHaveCount(0)
  await opener.tap()
  await drawer.getByRole('button', { name: 'Close menu' }).tap()
  await expect(drawer).toHaveCount(0)
})

test('the drawer says that the accounts are on their way', { tag: '@phone' }, async ({ page }) => {
  const release = await holdBack(page, /\/api\/accounts\?/)
  await page.goto('/')
  await page.getByRole('button', { name: 'More' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByText('Loading accounts...', { exact: true })).toBeVisible()
  release()
  await expect(drawer.getByRole('link', { name: '@citrus.daily' })).toBeVisible()
})
