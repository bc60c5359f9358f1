/** The first minutes with a new installation: the printed password opens the door once, then one's own does. */
import { expectToast, openMenu } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const OWN_PASSWORD = 'seven segments of fruit'

test('the password printed at the first start signs in, and is replaced by one of my own', { tag: '@both' }, async ({
  page,
  emptyServer,
  isPhone,
  problems,
}) => {
  const server = await emptyServer()
  const printed = server.readOutput().match(/Password\s+(\S+)/)?.[1] ?? ''
  expect(server.readOutput()).toMatch(/Username\s+admin\n/)
  expect(printed.length).toBeGreaterThanOrEqual(12)

  await page.goto(`${server.address}/`)
  await expect(page).toHaveURL(`${server.address}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(printed)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(printed)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Passwords have at least 8 characters')).toBeVisible()

  problems.expect(/status of 400 .*\/api\/auth\/password/)
  await page.getByLabel('New password', { exact: true }).fill('password123')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(/choose another one/)).toBeVisible()

  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
  await expectToast(page, 'Password changed', 'Other sessions of yours have ended.')
  await expect(
    page.getByText('No accounts found. Add your first Instagram account to get started.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Import data' }).last()).toBeVisible()

  const menu = await openMenu(page, isPhone)
  await expect(menu.getByText('No accounts yet')).toBeVisible()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.address}/login`)

  problems.expect(/status of 401 .*\/api\/auth\/login/)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(printed)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectToast(page, 'Login failed', 'Invalid username or password. Please try again.')

  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
})

test('until the printed password is replaced, no address leads past the question for a new one', async ({
  page,
  emptyServer,
}) => {
  const server = await emptyServer()
  const printed = server.readOutput().match(/Password\s+(\S+)/)?.[1] ?? ''
  await page.goto(`${server.address}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(printed)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  await page.goto(`${server.address}/account/1`)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.address}/login`)
})
