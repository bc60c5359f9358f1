/** Signing in: what is missing, what is wrong, and where a person arrives. */

import { PASSWORD } from '../support/house.ts'
import { cutOff, expectToast, readStoredValue, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test('empty fields say what is required, and the first of them has the focus', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText('Instagram Analytics Dashboard', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Username is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Username').fill('admin')
  await expect(page.getByText('Username is required', { exact: true })).toHaveCount(0)
  await page.getByLabel('Username').press('Enter')
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('a wrong password is refused in plain words, the right one leads to the dashboard', { tag: '@both' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 401 .*\/api\/auth\/login/)
  await page.goto('/login')
  await page.getByLabel('Username').fill('pro')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectToast(page, 'Login failed', 'Invalid username or password. Please try again.')
  expect(await readStoredValue(page, 'auth_token')).toBeNull()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard', level: 1 })).toBeVisible()
})

test('a failed sign-in is shown at the form until something is typed, and its toast does not outlive a success', {
  tag: '@both',
}, async ({ page, problems }) => {
  problems.expect(/status of 401 .*\/api\/auth\/login/)
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  const atForm = page.locator('form').getByRole('alert')
  await page.getByLabel('Username').fill('pro')
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(atForm).toHaveText('Invalid username or password. Please try again.')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Invalid username or password. Please try again.')
  await password.press('Delete')
  await expect(atForm).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(1)
  // The time of a toast stands still under the pointer: it does not go by itself.
  await toastOf(page).hover()
  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(toastOf(page)).toHaveCount(0)
})

test('the browser keeps the token and five plain facts about me, nothing else', async ({ page, house }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('pro')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/')
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored).sort()).toEqual(['auth_token', 'auth_user'])
  expect(String(stored.auth_token)).toMatch(/^[\w-]{43,}$/)
  expect(JSON.parse(String(stored.auth_user))).toEqual({
    id: expect.any(Number),
    username: 'pro',
    role: 'pro',
    companyId: house.companies.citrus,
    companyName: 'Citrus Studio',
  })
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /auth|token|user/i.test(key)))).toEqual(
    [],
  )
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('the password can be looked at while typing', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a ripe')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('a ripe')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('after too many wrong passwords the door says how long it stays shut, also to the right one', async ({
  page,
  house,
  problems,
}) => {
  problems.expect(/status of 401 .*\/api\/auth\/login/)
  problems.expect(/status of 429 .*\/api\/auth\/login/)
  const username = await house.addPerson('basic', house.companies.seedling)
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`guess number ${attempt}`)
    const answered = page.waitForResponse('**/api/auth/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect((await answered).status()).toBe(401)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  }
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(toastOf(page).getByText('Login failed', { exact: true })).toBeVisible()
  await expect(toastOf(page).getByText(/^Too many failed attempts\. Try again in \d+ seconds\.$/)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('when the server cannot be reached, signing in says so and keeps what was typed', async ({ page, problems }) => {
  problems.expect(/\/api\/auth\/login/)
  await page.goto('/login')
  await cutOff(page, '**/api/auth/login')
  await page.getByLabel('Username').fill('pro')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectToast(page, 'Login failed', 'The server cannot be reached right now. Please try again.')
  await expect(page.getByLabel('Username')).toHaveValue('pro')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test.describe('already signed in', () => {
  test.use({ viewer: 'basic' })

  test('the login page leads straight to the dashboard', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveURL('/')
  })
})
