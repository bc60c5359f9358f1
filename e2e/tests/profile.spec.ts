/** The own profile: where one is signed in, and two-factor sign-in. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { codeFor } from '../support/codes.ts'
import { PASSWORD } from '../support/house.ts'
import { expectToast, openMenu } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

async function enter(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('I end a session elsewhere, turn two-factor sign-in on, and come back with a code and with a recovery code', {
  tag: '@both',
}, async ({ page, house, isPhone, problems }) => {
  test.slow()
  const widths = isPhone ? [320] : [1440]
  const person = await house.addPerson('basic', house.companies.citrus)
  const { token: elsewhere } = await house.signIn(person)
  await page.goto('/login')
  await enter(page, person)
  await expect(page).toHaveURL('/')
  const menu = await openMenu(page, isPhone)
  await menu.getByRole('link', { name: person }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Citrus Studio', { exact: true }).last()).toBeVisible()

  await page.getByRole('button', { name: /^End the session of/ }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expectNoViolations(page, 'end a session', widths)
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expectToast(page, 'Session ended', 'It can no longer be used.')
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  const { status } = await fetch(`${house.address}/api/accounts`, { headers: { authorization: `Bearer ${elsewhere}` } })
  expect(status).toBe(401)

  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('code').textContent()) ?? ''
  await expectNoViolations(page, 'the picture for the app', widths)
  const used = codeFor(key)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(used)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await expectNoViolations(page, 'recovery codes', widths)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText(/10 recovery codes are left/)).toBeVisible()
  await expectNoViolations(page, 'profile', widths)

  problems.expect(/status of 401 .*\/api\/auth\/login\/code/)
  for (const way of ['app', 'recovery code']) {
    const again = await openMenu(page, isPhone)
    await again.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await enter(page, person)
    if (way === 'recovery code') await page.getByRole('button', { name: 'Use a recovery code' }).click()
    else {
      await page.getByLabel('Code').fill(used)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('This code is wrong. Please try again.')).toBeVisible()
      await expectNoViolations(page, 'the two-factor code', widths)
    }
    // No code opens twice, so this is the one of the period to come: the server takes it for a clock that is ahead.
    await page.getByLabel(/^(Code|Recovery code)$/).fill(way === 'app' ? codeFor(key, 1) : recoveryCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/')
  }
  await page.goto('/profile')
  await expect(page.getByText(/9 recovery codes are left/)).toBeVisible()
})
