/** Adding, editing and deleting accounts, as the people who may. */
import { chooseOption, cutOff, expectToast, holdBack, openMenu, rowOf, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const QUESTION = 'Are you sure you want to delete this account? This action cannot be undone.'

/** Names of one test at one size: both sizes may share a server. */
const nameFor = (isPhone: boolean, name: string): string => `${name}.${isPhone ? 'phone' : 'desk'}`

test.describe('as an admin', () => {
  test.use({ viewer: 'admin' })

  test('adding an account says what is wrong with its name before anything is sent', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Instagram Account' })
    await expect(
      dialog.getByText('Enter the Instagram username to start tracking analytics.', { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toContainText('Fitness & Wellness')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const username = dialog.getByLabel('Username')
    for (const [typed, complaint] of [
      ['', 'Username is required'],
      ['@', 'Username is required'],
      ['two words', 'Instagram usernames hold only letters, digits, dots and underscores'],
      ['citrus🍊', 'Instagram usernames hold only letters, digits, dots and underscores'],
      ['a'.repeat(31), 'Instagram usernames have at most 30 characters'],
    ] as const) {
      await username.fill(typed)
      await dialog.getByRole('button', { name: 'Add Account' }).click()
      await expect(dialog.getByText(complaint, { exact: true })).toBeVisible()
      await expect(username).toBeFocused()
    }
    expect(sent).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('a new account is in the table and in the sidebar at once, without its @', { tag: '@both' }, async ({
    page,
    isPhone,
  }) => {
    const name = nameFor(isPhone, 'fresh.press')
    await page.goto('/?grouped=no')
    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Instagram Account' })
    await dialog.getByLabel('Username').fill(`@${name}`)
    await chooseOption(page, 'Category', 'Travel & Photography')
    await dialog.getByLabel('Notes').fill('Met at the fair')
    const release = await holdBack(page, /\/api\/accounts$/)
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(dialog.getByRole('button', { name: 'Adding Account...' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    release()
    await expect(dialog).toHaveCount(0)
    await expectToast(page, 'Account added successfully', `@${name} has been added to your dashboard`)
    await expect(rowOf(page, name).getByText('Travel & Photography')).toHaveCount(1)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByRole('link', { name: `@${name}` })).toHaveCount(1)
    if (isPhone) await menu.getByRole('button', { name: 'Close menu' }).click()

    await page.getByRole('button', { name: 'Add Account' }).click()
    await expect(dialog.getByLabel('Username')).toHaveValue('')
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toContainText('Fitness & Wellness')
    await expect(dialog.getByLabel('Notes')).toHaveValue('')
  })

  test('a name that is tracked already, in other case, is refused in the words of the server', async ({
    page,
    house,
    isPhone,
    problems,
  }) => {
    problems.expect(/status of 409 .*\/api\/accounts/)
    const name = nameFor(isPhone, 'only.once')
    await house.addAccount(name)
    await page.goto('/')
    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Instagram Account' })
    await dialog.getByLabel('Username').fill(name.toUpperCase())
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(toastOf(page).getByText('Failed to add account', { exact: true })).toBeVisible()
    await expect(toastOf(page)).toContainText(/already/)
    await expect(toastOf(page)).toContainText(new RegExp(name.replaceAll('.', '\\.'), 'i'))
    await expect(dialog.getByLabel('Username'), 'what was typed stays').toHaveValue(name.toUpperCase())
  })

  test('an addition that cannot reach the server says so and keeps the form', async ({ page, problems }) => {
    problems.expect(/\/api\/accounts/)
    await page.goto('/')
    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Instagram Account' })
    await dialog.getByLabel('Username').fill('never.arrives')
    await cutOff(page, /\/api\/accounts$/)
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expectToast(
      page,
      'Failed to add account',
      'There was an error adding this Instagram account. Please try again.',
    )
    await expect(dialog.getByLabel('Username')).toHaveValue('never.arrives')
  })

  test('deleting asks first, and cancelling keeps the account', async ({ page, house, isPhone }) => {
    const name = nameFor(isPhone, 'kept.safe')
    const id = await house.addAccount(name)
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Delete @${name}` })
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: `Account Detail: @${name}` })).toBeVisible()
  })

  test('a deleted account is gone from the table and the sidebar', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    const name = nameFor(isPhone, 'let.go')
    const id = await house.addAccount(name)
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Delete @${name}` })
    const release = await holdBack(page, `**/api/accounts/${id}`)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/')
    await expectToast(page, 'Account deleted', 'The account has been deleted successfully')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expect(rowOf(page, name)).toHaveCount(0)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByRole('link', { name: '@citrus.daily' })).toHaveCount(1)
    await expect(menu.getByRole('link', { name: `@${name}` })).toHaveCount(0)
  })

  test('a deletion that fails says so and keeps the account', async ({ page, house, isPhone, problems }) => {
    problems.expect(/\/api\/accounts\/\d+/)
    const name = nameFor(isPhone, 'not.gone')
    const id = await house.addAccount(name)
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await cutOff(page, `**/api/accounts/${id}`)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Failed to delete account', 'There was an error deleting the account')
    await expect(page.getByRole('heading', { name: `Account Detail: @${name}` })).toBeVisible()
  })

  test('I can correct the name of an account', async ({ page, house, isPhone }) => {
    const id = await house.addAccount(nameFor(isPhone, 'wrogn.name'))
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Account' })
    await dialog.getByLabel('Username').fill('')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('Username is required', { exact: true })).toBeVisible()
    await dialog.getByLabel('Username').fill(nameFor(isPhone, 'right.name'))
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      page.getByRole('heading', { name: `Account Detail: @${nameFor(isPhone, 'right.name')}` }),
    ).toBeVisible()
  })
})

test.describe('as a basic user', () => {
  test.use({ viewer: 'basic' })

  test('I change category and notes of an account of my company, and may not delete it', async ({
    page,
    house,
    isPhone,
  }) => {
    const id = await house.accountId('tidepool.studio')
    const notes = `Asked on a ${isPhone ? 'phone' : 'desktop'}: répondre à Zoë <b>soon</b>`
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Account' })
    await expect(dialog.getByLabel('Username')).toHaveCount(0)
    await chooseOption(page, 'Category', isPhone ? 'Fashion & Style' : 'Technology & Gadgets')
    await dialog.getByLabel('Notes').fill(notes)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(toastOf(page).getByText('Account updated', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(isPhone ? 'Fashion & Style' : 'Technology & Gadgets')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Type in figures' })).toHaveCount(0)

    await page.reload()
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue(notes)
    await dialog.getByLabel('Notes').fill('changed my mind')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await expect(dialog.getByLabel('Notes'), 'cancelling changes nothing').toHaveValue(notes)
  })

  test('a change that cannot be saved says so and keeps the form', async ({ page, house, problems }) => {
    problems.expect(/\/api\/accounts\/\d+/)
    const id = await house.accountId('paper_cranes')
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Account' })
    await dialog.getByLabel('Notes').fill('unsaved')
    await cutOff(page, `**/api/accounts/${id}`)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(
      page,
      'Failed to update account',
      'There was an error updating this Instagram account. Please try again.',
    )
    await expect(dialog.getByLabel('Notes')).toHaveValue('unsaved')
  })
})
