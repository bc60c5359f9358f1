/** Accounts beside each other: chosen by search, kept in the address, against their peers, saved as a group; with axe. */
import { expectNoViolations } from '../support/accessibility.ts'
import { daysAgo, tableOf } from '../support/figures.ts'
import { chooseOption, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

// A scan is work: half a second for each theme and width.
test.slow()
test.use({ viewer: 'other' })

const widthsOf = (isPhone: boolean) => (isPhone ? [390, 320] : [1440])
const KIND = 'peer'

/** Twelve accounts of one kind, with 120 days each: the last one grew most. */
const PEERS = Array.from({ length: 12 }, (_, index) => ({
  username: `${KIND}.${String(index + 1).padStart(2, '0')}`,
  followers: 3_000 + index * 40,
  perDay: index * 2,
  following: 120,
  posts: 90,
  rate: 4,
  rateBefore: 4,
  days: 120,
}))

test('accounts are compared, kept in the address, and saved as a group of peers', { tag: '@both' }, async ({
  page,
  house,
  isPhone,
}) => {
  await house.importFile('peers.csv', tableOf(PEERS), house.companies.grove)
  const [slow, fast] = [await house.accountId('peer.01'), await house.accountId('peer.12')]

  await page.goto(`/account/${slow}`)
  await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(`/compare?accounts=${slow}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Add another account to compare it with.')).toBeVisible()

  await main.getByRole('button', { name: 'Add account' }).click()
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('peer.12')
  await page.getByRole('checkbox', { name: '@peer.12' }).check()
  await expect(page).toHaveURL(`/compare?accounts=${slow},${fast}`)
  await expectNoViolations(page, 'choosing accounts', widthsOf(isPhone))
  await page.keyboard.press('Escape')
  const lines = page.getByRole('region', { name: 'Followers, indexed to 100' })
  await expect(lines.getByText(/^@peer\.12 grew fastest since/)).toBeVisible()

  await lines.getByRole('application').focus()
  await page.keyboard.press('End')
  await expect(lines.getByText(/: @peer\.12 \d+\.\d, @peer\.01 100\.0$/)).toBeAttached()
  await lines.getByRole('radio', { name: '90 days' }).click()
  await expect(page).toHaveURL(/period=90/)
  await lines.getByRole('button', { name: 'Show as a table' }).click()
  await expect(lines.getByRole('columnheader', { name: '@peer.12' })).toBeVisible()
  await expect(lines.getByRole('rowheader').first()).toContainText(new Date(daysAgo(0)).getUTCFullYear().toString())
  await expectNoViolations(page, 'followers as a table', widthsOf(isPhone))

  const peers = page.getByRole('region', { name: '@peer.01 against its peers' })
  const rows = peers.getByRole('list').getByRole('listitem')
  await expect(peers.getByRole('application', { name: /^Growth/ })).toBeVisible()
  await peers.getByRole('button', { name: 'Exclude @peer.12' }).click()
  await expect(page).toHaveURL(new RegExp(`exclude=${fast}`))
  await expect(rows.last()).toContainText('@peer.12')
  await expect(peers.getByRole('button', { name: 'Include @peer.12 again' })).toBeFocused()
  await expectNoViolations(page, 'against its peers', widthsOf(isPhone))

  await main.getByRole('button', { name: 'Save as group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as group' })
  await dialog.getByLabel('Name', { exact: true }).fill(isPhone ? 'Two peers' : 'Pair of peers')
  await expectNoViolations(page, 'saving a group', widthsOf(isPhone))
  await dialog.getByRole('button', { name: 'Save group' }).click()
  await expect(toastOf(page).getByText('Group saved')).toBeVisible()
  await expect(peers.getByText('Too few accounts in this group to compare.')).toBeVisible()
  await expectNoViolations(page, 'too few peers', widthsOf(isPhone))

  await peers.getByRole('button', { name: 'Edit group' }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
  await expect(page).not.toHaveURL(/group=/)
  await expect(peers.getByRole('application', { name: /^Growth/ })).toBeVisible()
  await chooseOption(page, 'Account', '@peer.12')
  await expect(page).toHaveURL(new RegExp(`accounts=${fast},${slow}`))
})
