/** Every screen, dialog and face is free of accessibility violations: light and dark, wide, on a phone, and at 320 px. */
import { expectNoViolations } from '../support/accessibility.ts'
import { daysAgo } from '../support/figures.ts'
import { chooseOption, cutOff, fileNamed, holdBack, rowOf, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

// A scan is work: half a second for each theme and width.
test.slow()

const widthsOf = (isPhone: boolean) => (isPhone ? [390, 320] : [1440])

test.describe('for strangers', () => {
  test('signing in, also with complaints and a refusal', { tag: '@both' }, async ({ page, isPhone, problems }) => {
    problems.expect(/status of 401 .*\/api\/auth\/login/)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expectNoViolations(page, 'login', widthsOf(isPhone))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await page.getByLabel('Username').fill('missing')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(toastOf(page)).toBeVisible()
    await toastOf(page).hover()
    await expectNoViolations(page, 'login refused', widthsOf(isPhone))
  })

  test('choosing a new password', { tag: '@both' }, async ({ page, emptyServer, isPhone }) => {
    const server = await emptyServer()
    await page.goto(`${server.address}/login`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(server.readOutput().match(/Password\s+(\S+)/)?.[1] ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Current password is required')).toBeVisible()
    await expectNoViolations(page, 'new password', widthsOf(isPhone))
  })
})

test.describe('for admins', () => {
  test.use({ viewer: 'admin' })

  test('the dashboard, its sort list and its dialogs', { tag: '@both' }, async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expectNoViolations(page, 'dashboard', widthsOf(isPhone))

    await page.getByRole('combobox', { name: 'Sort' }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await expectNoViolations(page, 'sort list', widthsOf(isPhone))
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Instagram Account' })
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(dialog.getByText('Username is required')).toBeVisible()
    await expectNoViolations(page, 'add account', widthsOf(isPhone))
  })

  test('importing: the choice, a failure, a result', { tag: '@both' }, async ({ page, isPhone, problems }) => {
    problems.expect(/status of 422 .*\/api\/accounts\/import-previews/)
    // Held back by the test, the file is not known to the server when the screen asks how far it is.
    problems.expect(/status of 404 .*\/api\/accounts\/import-previews\//)
    await page.goto('/')
    await page.getByRole('button', { name: 'Import data' }).click()
    const input = page.getByRole('dialog').locator('input[type=file]')
    await input.setInputFiles(fileNamed('nothing.csv', ''))
    await expect(page.getByText('This file is empty. Choose another one.')).toBeVisible()
    await expectNoViolations(page, 'import', widthsOf(isPhone))

    const release = await holdBack(page, /\/api\/accounts\/import-previews\?/)
    await input.setInputFiles(fileNamed('broken.json', '[{"username": "nasa", '))
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectNoViolations(page, 'import running', widthsOf(isPhone))
    release()
    await expect(page.getByRole('heading', { name: 'The file could not be imported' })).toBeVisible()
    await expectNoViolations(page, 'import failed', widthsOf(isPhone))

    await page.getByRole('button', { name: 'Import another file' }).click()
    await input.setInputFiles(fileNamed('names.csv', 'who,when\nseen.by.axe,2026-01-01\n'))
    await expect(page.getByRole('heading', { name: 'Choose the missing columns' })).toBeVisible()
    await expectNoViolations(page, 'import columns', widthsOf(isPhone))
    await page.getByRole('button', { name: 'Choose another' }).click()
    const rows = Array.from({ length: 30 }, () => `seen.by.axe,${daysAgo(1)},-1`)
    const table = ['username,date,followers', `seen.by.axe,${daysAgo(1)},10`, ...rows].join('\n')
    await input.setInputFiles(fileNamed('refused.csv', table))
    await page.getByRole('button', { name: 'Show rows' }).click()
    await expectNoViolations(page, 'import preview', widthsOf(isPhone))
    await page.getByRole('button', { name: 'Import 1 reading' }).click()
    await expect(page.getByRole('heading', { name: '30 rows were refused' })).toBeVisible()
    await expectNoViolations(page, 'import result', widthsOf(isPhone))
  })

  test("an account's page, as charts and as tables", { tag: '@both' }, async ({ page, house, isPhone }) => {
    const id = await house.accountId('citrus.daily')
    await page.goto(`/account/${id}?range=custom&from=${daysAgo(40)}&to=${daysAgo(0)}`)
    await expect(page.getByRole('application').first()).toBeVisible()
    await expectNoViolations(page, 'account', widthsOf(isPhone))
    await page.getByRole('application').first().focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Show as table' }).last().click()
    await expectNoViolations(page, 'account as table', widthsOf(isPhone))
    await page.getByRole('button', { name: 'From: open calendar' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectNoViolations(page, 'the calendar of a date field', widthsOf(isPhone))
  })

  test("an account's dialogs", { tag: '@both' }, async ({ page, house, isPhone }) => {
    const quiet = await house.accountId('quiet_corner')
    await page.goto(`/account/${quiet}`)
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible()
    await expectNoViolations(page, 'account without data', widthsOf(isPhone))

    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'refresh', widthsOf(isPhone))
    await page.getByRole('dialog').getByRole('button', { name: 'Type in figures' }).click()
    await page.getByRole('button', { name: 'Save figures' }).click()
    await expect(page.getByText('Followers is required')).toBeVisible()
    await expectNoViolations(page, 'type in', widthsOf(isPhone))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'edit', widthsOf(isPhone))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page, 'delete', widthsOf(isPhone))
  })

  test('news, and the 404 and test pages', { tag: '@both' }, async ({ page, house, isPhone }) => {
    const id = await house.addAccount(`axe.edits.${isPhone ? 'phone' : 'desk'}`)
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await chooseOption(page, 'Category', 'Other')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toastOf(page)).toBeVisible()
    await toastOf(page).hover()
    await expectNoViolations(page, 'toast', widthsOf(isPhone))
    for (const path of ['/no/such/page', '/test']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page, path, widthsOf(isPhone))
    }
  })
})

test.describe('for planners', () => {
  test.use({ viewer: 'pro' })

  test('the drafts, a selection, and a new draft', { tag: '@both' }, async ({ page, house, isPhone }) => {
    await house.addDraft({ caption: 'Seen by axe', location: 'Valencia', hashtags: ['a', 'b', 'c', 'd'] })
    await house.addDraft({})
    await page.goto('/')
    // Rows that are far from the screen are not drawn yet.
    await page.getByRole('list', { name: 'Draft posts' }).scrollIntoViewIfNeeded()
    await page.locator('.post-card').first().getByRole('checkbox').check()
    await expect(page.getByRole('toolbar', { name: 'Selected drafts' })).toBeVisible()
    await expectNoViolations(page, 'drafts', widthsOf(isPhone))
    await page.getByRole('button', { name: 'New draft' }).click()
    await expect(page.getByRole('dialog', { name: 'New draft' })).toBeVisible()
    await expectNoViolations(page, 'new draft', widthsOf(isPhone))
  })

  test('a post, with its history, and with two versions', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
    problems,
  }) => {
    problems.expect(/status of 409 .*\/api\/airtable\/posts\//)
    const { id } = await house.addDraft({ caption: 'Seen by axe', taggedUsers: ['nina'], hashtags: ['a'] })
    await page.goto(`/?post=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
    await dialog.getByText('History').click()
    await expect(dialog.getByRole('list', { name: 'History' })).toBeVisible()
    await expectNoViolations(page, 'post', widthsOf(isPhone))
    await dialog.getByLabel('Caption').fill(`${'Mine '.repeat(500)}#a #b #c #d #e #f`)
    await house.changePost(id, { caption: 'Theirs' })
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(dialog.getByText(/while you were writing/)).toBeVisible()
    await expectNoViolations(page, 'two versions', widthsOf(isPhone))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page, 'unsaved', widthsOf(isPhone))
  })

  test('the calendar as a month and a week, a full day, and what has no date', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    for (let hour = 10; hour < 15; hour += 1)
      await house.addDraft({ caption: `Hour ${hour}`, publishDate: `${daysAgo(0)}T${hour}:00:00Z`, mediaType: 'reel' })
    await house.addDraft({ caption: 'Undated' })
    await page.goto('/planning?tab=calendar')
    await expect(page.getByText('Hour 10').first()).toBeVisible()
    await expectNoViolations(page, 'month', widthsOf(isPhone))
    if (isPhone) await page.getByRole('button', { name: /^No date/ }).click()
    else await page.getByRole('button', { name: /more on .*: show all/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'a day or the sheet', widthsOf(isPhone))
    await page.goto('/planning?tab=calendar&view=week')
    await expect(page.getByText('Hour 10').first()).toBeVisible()
    await expectNoViolations(page, 'week', widthsOf(isPhone))
  })
})

test.describe('for those with programs', () => {
  test.use({ viewer: 'other' })

  test('an API token from its making to its end, and a call that is tried with it', { tag: '@both' }, async ({
    page,
    isPhone,
    problems,
  }) => {
    problems.expect(/status of 401 .*\/api\/accounts/)
    await page.goto('/api-tokens')
    await expect(page.getByText(/^No API tokens yet/)).toBeVisible()
    await page.getByRole('button', { name: 'Generate Token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Generate Token' }).click()
    await expect(dialog.getByText('Copy it now: it is shown only this once.')).toBeVisible()
    await expectNoViolations(page, 'token shown once', widthsOf(isPhone))
    const token = (await dialog.getByRole('region', { name: 'API token' }).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()

    await page.getByLabel('API token', { exact: true }).fill(token)
    await page.getByLabel('limit').fill('2')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('200 OK')).toBeVisible()
    await expect(page.getByText('RateLimit-Remaining', { exact: true })).toBeVisible()
    await expectNoViolations(page, 'API tokens', widthsOf(isPhone))

    await page.getByRole('button', { name: /^Delete tangelo_/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete token' }).click()
    await expect(toastOf(page).getByText('API token deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('401 Unauthorized')).toBeVisible()
  })
})

test.describe('for others', () => {
  test.use({ viewer: 'newcomer' })

  test('the empty, the waiting and the failed dashboard, and the drawer', { tag: '@both' }, async ({
    page,
    isPhone,
    problems,
  }) => {
    problems.expect(/\/api\/accounts\?/)
    await page.goto('/')
    await expect(page.getByText(/No accounts found/)).toBeVisible()
    await expectNoViolations(page, 'dashboard empty', widthsOf(isPhone))
    if (isPhone) {
      await page.getByRole('button', { name: 'More' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await expectNoViolations(page, 'drawer', widthsOf(isPhone))
    }
    const mend = await cutOff(page, /\/api\/accounts\?/, 'all')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The accounts could not be loaded' })).toBeVisible()
    await expectNoViolations(page, 'dashboard failed', widthsOf(isPhone))
    mend()
    const release = await holdBack(page, /\/api\/accounts\?/)
    await page.reload()
    await expect(page.locator('main .skeleton').first()).toBeVisible()
    await expectNoViolations(page, 'dashboard waiting', widthsOf(isPhone))
    release()
  })
})
