/** The guard of every page, and the end of a session: here, in the other tab, and on the server. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { cutOff, expectToast, holdBack, openMenu, readStoredValue, rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test('a link to a page inside leads a stranger to the login', async ({ page, house }) => {
  const id = await house.accountId('citrus.daily')
  for (const path of ['/', `/account/${id}`, `/account/${id}?range=90`, '/profile']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
})

test('an unknown address is the 404 page also for a stranger', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '404 Page Not Found', exact: true })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/login')
})

test('the test page is there for a stranger too', async ({ page }) => {
  await page.goto('/test')
  await expect(page.getByRole('main').getByRole('heading')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  await expect(page).toHaveURL('/test')
})

test('a dead token leads to the login and is forgotten', async ({ page, problems }) => {
  problems.expect(/status of 401 .*\/api\/auth\/status/)
  await page.goto('/login')
  await page.evaluate(() => {
    localStorage.setItem('auth_token', 'a-token-that-was-never-given-to-anybody-000')
    localStorage.setItem(
      'auth_user',
      JSON.stringify({ id: 1, username: 'admin', role: 'admin', companyId: 1, companyName: 'My company' }),
    )
  })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  expect(await readStoredValue(page, 'auth_token')).toBeNull()
  expect(await readStoredValue(page, 'auth_user')).toBeNull()
})

test.describe('signed in', () => {
  test.use({ viewer: 'basic' })

  test('nothing of a page shows before the session is verified', async ({ page }) => {
    const release = await holdBack(page, '**/api/auth/status')
    await page.goto('/')
    await expect(page.getByText('Verifying session...', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
  })

  test('a network failure at the start keeps me signed in', async ({ page, problems }) => {
    problems.expect(/\/api\/auth\/status/)
    await cutOff(page, '**/api/auth/status')
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    expect(await readStoredValue(page, 'auth_token')).not.toBeNull()
  })

  test('going elsewhere while the answer about my session is half here keeps me signed in', async ({ page }) => {
    const halting = createServer((_, answer) => void answer.writeHead(200).write('{')).listen(0, '127.0.0.1')
    await once(halting, 'listening')
    const url = `http://127.0.0.1:${(halting.address() as AddressInfo).port}/`
    await page.route('**/api/auth/status', (route) => route.continue({ url }), { times: 1 })
    const begun = page.waitForResponse(url)
    await page.goto('/profile')
    await begun
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    expect(await readStoredValue(page, 'auth_token')).not.toBeNull()
    halting.close()
  })

  test('signing out says so, forgets me, and leads to the login', { tag: '@both' }, async ({
    page,
    house,
    session,
    isPhone,
  }) => {
    await page.goto('/profile')
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    const menu = await openMenu(page, isPhone)
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await expectToast(page, 'Logged out successfully', 'You have been logged out of your account')
    expect(await readStoredValue(page, 'auth_token')).toBeNull()
    expect(await readStoredValue(page, 'auth_user')).toBeNull()
    const { status } = await fetch(`${house.address}/api/accounts`, {
      headers: { authorization: `Bearer ${session?.token}` },
    })
    expect(status, 'the token is dead on the server too').toBe(401)
    await page.goBack()
    await expect(page, 'the way back is shut').toHaveURL('/login')
  })

  test('while the server signs out, the button turns, the browser has forgotten, and nothing asks on', {
    tag: '@both',
  }, async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    const release = await holdBack(page, '**/api/auth/logout')
    const menu = await openMenu(page, isPhone)
    const button = menu.getByRole('button', { name: 'Sign out' })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button.locator('.wheel[data-spinning]')).toBeVisible()
    expect(await readStoredValue(page, 'auth_token')).toBeNull()
    release()
    await expect(page).toHaveURL('/login')
    await expectToast(page, 'Logged out successfully', 'You have been logged out of your account')
  })

  test('a server that does not answer keeps a person who signs out for three seconds at most', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await holdBack(page, '**/api/auth/logout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(3_000)
    await expect(page).toHaveURL('/login')
  })

  test('signing out without a network still signs out here, and says that it failed', async ({
    page,
    isPhone,
    problems,
  }) => {
    problems.expect(/\/api\/auth\/logout/)
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await cutOff(page, '**/api/auth/logout')
    const menu = await openMenu(page, isPhone)
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await expectToast(page, 'Error logging out', 'An error occurred while logging out')
    expect(await readStoredValue(page, 'auth_token')).toBeNull()
  })

  test('signing out in one tab signs out the other', async ({ page, context, isPhone }) => {
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await expect(rowOf(other, 'citrus.daily')).toBeVisible()
    const menu = await openMenu(page, isPhone)
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(other).toHaveURL('/login')
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('a session that ends on the server leads to the login at the next question', async ({
    page,
    house,
    session,
    problems,
  }) => {
    problems.expect(/status of 401 .*\/api\//)
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    // Ended while the question is on its way: the page's stream of events would tell it before the click.
    await page.route(/\/api\/accounts\/\d+/, async (asked) => {
      await fetch(`${house.address}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session?.token}` },
      })
      await asked.continue()
    })
    await rowOf(page, 'citrus.daily').getByRole('link').last().click()
    await expect(page).toHaveURL('/login')
    expect(await readStoredValue(page, 'auth_token')).toBeNull()
  })
})

test.describe('with something unsaved', () => {
  test.use({ viewer: 'admin' })

  test('the end of a session asks to sign in again, and saves then what it refused', { tag: '@both' }, async ({
    page,
    house,
    session,
    isPhone,
    problems,
  }) => {
    problems.expect(/status of 401 .*\/api\//)
    await page.goto(isPhone ? '/admin' : '/')
    if (!isPhone) await page.getByRole('link', { name: 'Admin Panel' }).click()
    await page.getByRole('button', { name: 'Create company' }).click()
    const form = page.getByRole('dialog', { name: 'Create company' })
    const name = `Signed in again ${isPhone ? 'by phone' : 'at a desk'}`
    await form.getByLabel('Name').fill(name)
    // Ended while the change is on its way, so that the server refuses it.
    const end = async (asked: Route) => {
      await fetch(`${house.address}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session?.token}` },
      })
      await asked.continue()
    }
    await page.route('**/api/companies', end, { times: 1 })
    await form.getByRole('button', { name: 'Create company' }).click()
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again).toBeVisible()
    await page.keyboard.press('Escape')
    if (!isPhone) await page.evaluate(() => window.history.back())
    await expect(page).toHaveURL(/\/admin/)
    await expectNoViolations(page, 'signing in again', isPhone ? [390, 320] : [1440])
    await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Company created', `${name} has been created.`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
