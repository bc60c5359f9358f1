/** Several accounts of the dashboard moved to another company, or deleted, at once. */
import type { AccountUses } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount } from '../testing/accounts.ts'
import { findDialog } from '../testing/controls.ts'
import { accountTable, withAccounts } from '../testing/dashboard.ts'
import { callsOf, failure, json, lastBodyOf } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const ACCOUNTS = [
  anAccount(),
  anAccount({ id: 5, username: 'casaluma' }),
  anAccount({ id: 6, username: 'tides' }),
] as const
const TWO_COMPANIES = () =>
  json([
    { id: 1, name: 'Citrus Studio' },
    { id: 3, name: 'Grove Agency' },
  ])
const USES: AccountUses = {
  companyId: 1,
  companyName: 'Citrus Studio',
  groups: 1,
  emptyGroups: 0,
  emptyGroupLinks: 0,
  emptyGroupSchedules: 0,
  calendars: 0,
  links: 2,
  reportSchedules: 0,
  connections: 0,
}

/** All three are chosen. */
async function chooseAll(handlers: Handlers) {
  const asked = openApp('/', {
    ...withAccounts(...ACCOUNTS),
    'GET /api/companies': TWO_COMPANIES,
    'GET /api/accounts/uses': () => json([USES]),
    ...handlers,
  })
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected accounts' }))
  return { asked, user, bar }
}

async function chooseGrove(user: ReturnType<typeof userEvent.setup>) {
  const dialog = await findDialog('Move 3 accounts to another company')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
  await user.click(dialog.getByRole('combobox', { name: 'Company' }))
  await user.click(await screen.findByRole('option', { name: 'Grove Agency' }))
  return dialog
}

test('accounts are moved after what they leave was said, and are chosen no more', async () => {
  const { asked, user, bar } = await chooseAll({
    'PUT /api/accounts/company': () => json({ done: [4, 5, 6], failed: [] }),
  })
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const dialog = await chooseGrove(user)
  expect(dialog.getByText('@marasea, @casaluma, @tides.')).toBeTruthy()
  expect(
    await dialog.findByText(
      'They take their history, posts and tags along. Drafts stay with Citrus Studio but lose their account; finished reports stay.',
    ),
  ).toBeTruthy()
  expect(dialog.getByText('They leave 1 group of Citrus Studio.')).toBeTruthy()
  expect(dialog.getByText('2 links to them no longer open.')).toBeTruthy()
  expect(dialog.queryByText(/schedule|connected/)).toBeNull()
  const before = callsOf(asked, 'GET /api/accounts').length
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('3 accounts moved')).toBeTruthy()
  expect(lastBodyOf(asked, 'PUT /api/accounts/company')).toEqual({ accountIds: [4, 5, 6], companyId: 3 })
  expect(callsOf(asked, 'GET /api/accounts').length).toBeGreaterThan(before)
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe('accounts-heading'))
})

test('accounts that cannot be moved are named with the reason, and stay chosen', async () => {
  const { user, bar } = await chooseAll({
    'PUT /api/accounts/company': () =>
      json({
        done: [4, 6],
        failed: [{ accountId: 5, error: 'account_exists', message: '@casaluma is already tracked in this company' }],
      }),
  })
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const dialog = await chooseGrove(user)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 of 3 accounts moved')).toBeTruthy()
  expect(screen.getByText('@casaluma: @casaluma is already tracked in this company')).toBeTruthy()
  expect(await bar.findByText('1 selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select @casaluma' }).checked).toBe(true)
})

test('an account that is gone is named, and chosen no more', async () => {
  const { user, bar } = await chooseAll({
    'PUT /api/accounts/company': () =>
      json({
        done: [4],
        failed: [
          { accountId: 5, error: 'account_exists', message: '@casaluma is already tracked in this company' },
          { accountId: 6, error: 'not_found', message: 'Account not found' },
        ],
      }),
  })
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const dialog = await chooseGrove(user)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('1 of 3 accounts moved')).toBeTruthy()
  expect(
    screen.getByText('@casaluma: @casaluma is already tracked in this company; @tides: Account not found'),
  ).toBeTruthy()
  expect(await bar.findByText('1 selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select @casaluma' }).checked).toBe(true)
})

test('accounts are deleted after a question that says how many, and what goes with them', async () => {
  const { asked, user, bar } = await chooseAll({
    'POST /api/accounts/delete': () => json({ done: [4, 5, 6], failed: [] }),
  })
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 3 accounts' }))
  expect(
    await question.findByText(
      '@marasea, @casaluma, @tides. Their history, posts and tags are deleted with them. Drafts stay but lose their account; finished reports stay. They leave 1 group of Citrus Studio. 2 links to them no longer open. This action cannot be undone.',
    ),
  ).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete 3 accounts' }))
  expect(await screen.findByText('3 accounts deleted')).toBeTruthy()
  expect(lastBodyOf(asked, 'POST /api/accounts/delete')).toEqual({ accountIds: [4, 5, 6] })
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('a button that is pressed twice at once moves or deletes once', async () => {
  const { asked, user, bar } = await chooseAll({
    'PUT /api/accounts/company': () => json({ done: [4], failed: [] }),
    'POST /api/accounts/delete': () => json({ done: [5, 6], failed: [] }),
  })
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const move = (await chooseGrove(user)).getByRole('button', { name: 'Move' })
  act(() => {
    move.click()
    move.click()
  })
  await screen.findByText('1 of 3 accounts moved')
  expect(callsOf(asked, 'PUT /api/accounts/company')).toHaveLength(1)
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const remove = await screen.findByRole('button', { name: 'Delete 2 accounts' })
  act(() => {
    remove.click()
    remove.click()
  })
  await screen.findByText('2 accounts deleted')
  expect(callsOf(asked, 'POST /api/accounts/delete')).toHaveLength(1)
})

test('a deletion whose answer is lost says so, reads the list again and can be repeated', async () => {
  let tries = 0
  const { asked, user, bar } = await chooseAll({
    'POST /api/accounts/delete': () => {
      tries += 1
      return tries === 1 ? new TypeError('no network') : json({ done: [4, 5, 6], failed: [] })
    },
    'GET /api/accounts/uses': () => failure(500, 'no'),
  })
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 3 accounts' }))
  expect(await question.findByText(/could not be read/)).toBeTruthy()
  const before = callsOf(asked, 'GET /api/accounts').length
  await user.click(question.getByRole('button', { name: 'Delete 3 accounts' }))
  expect(await screen.findByText('It is not known which accounts were deleted')).toBeTruthy()
  expect(screen.getByText('The answer did not arrive. Delete them again: only those that are left go.')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/accounts').length).toBeGreaterThan(before)
  await user.click(await question.findByRole('button', { name: 'Delete 3 accounts' }))
  expect(await screen.findByText('3 accounts deleted')).toBeTruthy()
})

test('a move whose answer is lost claims nothing; one that the server has refused says why', async () => {
  let tries = 0
  const { user, bar } = await chooseAll({
    'PUT /api/accounts/company': () => {
      tries += 1
      return tries === 1 ? new TypeError('no network') : failure(400, 'There is no such company')
    },
  })
  await user.click(bar.getByRole('button', { name: 'Move' }))
  const dialog = await chooseGrove(user)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('It is not known which accounts were moved')).toBeTruthy()
  expect(screen.getByText('The answer did not arrive. Move them again: those that have moved stay.')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Move' }))
  expect(await screen.findByText('The accounts were not all moved')).toBeTruthy()
  expect(screen.getByText('There is no such company')).toBeTruthy()
})

test('only administrators move and delete', async () => {
  openApp('/', withAccounts(...ACCOUNTS), aUser({ role: 'pro' }))
  await accountTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected accounts' }))
  expect(bar.getByRole('button', { name: 'Group' })).toBeTruthy()
  expect(bar.queryByRole('button', { name: 'Move' })).toBeNull()
  expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull()
})
