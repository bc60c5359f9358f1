/** As an administrator would (spec §2, §6): a company, its people and an account; each signs in and sees what is theirs. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { chooseOption, expectToast, openMenu } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const ADMIN_PASSWORD = 'a ripe tangelo in March'
const PASSWORD = 'plum jam, two jars'

async function signIn(page: Page, address: string, username: string, password = PASSWORD): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
}

async function signOut(page: Page, isPhone: boolean): Promise<void> {
  await (await openMenu(page, isPhone)).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

async function addUser(page: Page, username: string, role: 'Pro' | 'Basic'): Promise<void> {
  await page.getByRole('button', { name: 'Create user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create user' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  if (role !== 'Basic') await chooseOption(page, 'Role', role)
  await dialog.getByRole('combobox', { name: 'Company' }).fill('orch')
  await page.getByRole('option', { name: 'Orchard & Sons' }).click()
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expectToast(page, 'User created', `${username} can sign in now.`)
}

test('a company, its people and an account are made, and each sees what is theirs', { tag: '@both' }, async ({
  page,
  emptyServer,
  isPhone,
}) => {
  test.slow()
  const { address } = await emptyServer({ ADMIN_PASSWORD })
  const widths = isPhone ? [390, 320] : [1440]
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const scan = async (screen: string): Promise<void> => {
    await expectNoViolations(page, screen, widths)
    await page.setViewportSize(size)
  }
  const chooseAction = async (row: string, action: string): Promise<void> => {
    if (isPhone) await page.getByRole('button', { name: `Actions for ${row}` }).click()
    await page.getByRole('button', { name: action }).click()
  }
  await signIn(page, address, 'admin', ADMIN_PASSWORD)
  await (await openMenu(page, isPhone)).getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  await page.getByRole('button', { name: 'Create company' }).click()
  const company = page.getByRole('dialog', { name: 'Create company' })
  await expect(company.getByRole('button', { name: 'Create company' })).toBeDisabled()
  await company.getByLabel('Name').fill('Orchard & Sons')
  await company.getByRole('button', { name: 'Create company' }).click()
  await expectToast(page, 'Company created', 'Orchard & Sons has been created.')

  await page.getByRole('tab', { name: 'Users' }).click()
  await addUser(page, 'paula', 'Pro')
  await addUser(page, 'ben', 'Basic')
  await expect(page.getByText('3 of 3 users')).toBeVisible()
  await chooseAction('paula', 'Edit paula')
  await page.getByRole('combobox', { name: 'Company' }).click()
  await expect(page.getByRole('option', { name: 'My company' })).toBeVisible()
  await scan('edit user with its companies')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Instagram Accounts' }).click()
  await page.getByRole('button', { name: 'Create account' }).first().click()
  const account = page.getByRole('dialog', { name: 'Add Instagram Account' })
  await expect(account.getByRole('combobox', { name: 'Company' })).toHaveValue('My company')
  await account.getByLabel('Username').fill('@orchard.daily')
  await account.getByRole('combobox', { name: 'Company' }).fill('orch')
  await page.getByRole('option', { name: 'Orchard & Sons' }).click()
  await account.getByRole('button', { name: 'Add Account' }).click()
  await expectToast(page, 'Account added successfully', '@orchard.daily has been added to your dashboard')
  await expect(page.getByRole('main').getByText('Orchard & Sons')).toBeVisible()
  await expect(page.getByRole('main').getByText('0.00%')).toBeVisible()
  await scan('accounts')

  await page.getByRole('tab', { name: 'Companies' }).click()
  await chooseAction('Orchard & Sons', 'Delete Orchard & Sons')
  await expect(page.getByText('It still has 2 users and 1 account. Move or delete them first.')).toBeVisible()
  await page.getByRole('link', { name: 'Show its users' }).click()
  await expect(page.getByText('2 of 2 users')).toBeVisible()
  await expect(page).toHaveURL(/\?tab=users&company=2$/)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await signOut(page, isPhone)

  for (const [username, role] of [
    ['paula', 'pro'],
    ['ben', 'basic'],
  ] as const) {
    await signIn(page, address, username)
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Content Planning' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Account' })).toHaveCount(0)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByText(`${role} - Orchard & Sons`)).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Reel Maker' })).toHaveCount(role === 'pro' ? 1 : 0)
    await expect(menu.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
    await page.goto(`${address}/admin`)
    await expectToast(page, 'Access Denied', "You don't have permission to access admin features")
    await expect(page).toHaveURL(`${address}/`)
    await signOut(page, isPhone)
  }
  // A page that follows live would go on asking while its server ends.
  await page.goto('about:blank')
})
