/** What may be changed about an account: edited, deleted, and its figures typed in. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accountHeading, HISTORY, openAccount } from '../testing/account-page.ts'
import { anAccount, aRefreshState, page, someMetrics } from '../testing/accounts.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

test('Edit Account sends only what was touched', async () => {
  const changed = anAccount({ notes: 'Ask for the press kit', category: null })
  const calls = openAccount({ handlers: { 'PUT /api/accounts/4': () => json(changed) } })
  await accountHeading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  await user.type(await dialog.findByLabelText('Notes'), 'Ask for the press kit')
  await user.click(dialog.getByRole('combobox', { name: 'Category' }))
  await user.click(screen.getByRole('option', { name: 'Not categorized' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Account updated')).toBeTruthy()
  const sent = callsOf(calls, 'PUT /api/accounts/4')[0]?.body ?? ''
  expect(JSON.parse(sent)).toEqual({ category: null, notes: 'Ask for the press kit' })
  // Lists of a category gain or lose it.
  await waitFor(() => expect(callsOf(calls, 'GET /api/accounts')).toHaveLength(2))
  expect(within(screen.getByRole('main')).getByText('Not categorized')).toBeTruthy()
})

test('only administrators may change the name', async () => {
  openAccount({ user: aUser({ role: 'pro' }) })
  await accountHeading()
  await userEvent.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  expect(dialog.queryByLabelText('Username')).toBeNull()
  expect(await dialog.findByLabelText('Notes')).toBeTruthy()
})

test.each([
  ['what the server says', () => failure(409, '@nasa is tracked already.'), '@nasa is tracked already.'],
  [
    'a sentence of its own',
    () => new TypeError('no network'),
    'There was an error updating this Instagram account. Please try again.',
  ],
])('a change that failed: %s', async (_, answer, description) => {
  openAccount({ handlers: { 'PUT /api/accounts/4': answer } })
  await accountHeading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  await user.type(await dialog.findByLabelText('Username'), '2')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Failed to update account')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
})

test('an interval that is saved late leaves the dialog open that was opened since', async () => {
  const saved = Promise.withResolvers<Response>()
  openAccount({
    handlers: {
      'GET /api/accounts/4/refresh': () => json(aRefreshState({ source: 'apify' })),
      'PUT /api/accounts/refresh-interval': () => saved.promise,
    },
  })
  await accountHeading()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Interval' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Account' })
  await user.type(await within(dialog).findByLabelText('Notes'), 'Ask for the press kit')
  saved.resolve(json([{ accountId: 4, interval: 'daily', everyDays: 1 }]))
  expect(await screen.findByText('Refresh interval changed')).toBeTruthy()
  expect(dialog.isConnected).toBe(true)
})

async function askToDelete() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete @marasea' }))
  expect(dialog.getByText('Are you sure you want to delete this account? This action cannot be undone.')).toBeTruthy()
  return { user, dialog }
}

test('deleting asks first, then leads to the dashboard and says so', async () => {
  let isThere = true
  const calls = openAccount({
    handlers: {
      'GET /api/accounts': () => page(isThere ? [anAccount()] : []),
      'DELETE /api/accounts/4': () => {
        isThere = false
        return json({ success: true })
      },
    },
  })
  await accountHeading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Account deleted')).toBeTruthy()
  expect(screen.getByText('The account has been deleted successfully')).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(callsOf(calls, 'DELETE /api/accounts/4')).toHaveLength(1)
  expect(await screen.findByText('No accounts yet')).toBeTruthy()
})

test('while it is deleted the button shows the wheel and cannot be pressed', async () => {
  openAccount({ handlers: { 'DELETE /api/accounts/4': () => new Promise(() => undefined) } })
  await accountHeading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const busy = await dialog.findByRole('button', { name: 'Deleting...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  expect(busy.querySelector('.wheel')).toBeTruthy()
})

test('a deletion that failed says so and leaves the account', async () => {
  openAccount({ handlers: { 'DELETE /api/accounts/4': () => failure(500, 'no') } })
  await accountHeading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete account')).toBeTruthy()
  expect(screen.getByText('There was an error deleting the account')).toBeTruthy()
  expect(window.location.pathname).toBe('/account/4')
})

test('figures typed in are kept, and the page and the lists are asked again', async () => {
  const calls = openAccount({ handlers: { 'POST /api/accounts/4/metrics': () => json(someMetrics(), 201) } })
  await accountHeading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Type in figures' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Type in figures' }))
  await user.click(dialog.getByRole('button', { name: 'Save figures' }))
  expect(dialog.getByText('Followers is required')).toBeTruthy()
  await user.type(await dialog.findByLabelText('Followers'), '205,100')
  await user.type(dialog.getByLabelText('Engagement rate in percent'), '6.8')
  await user.click(dialog.getByRole('button', { name: 'Save figures' }))
  expect(await screen.findByText('Figures saved')).toBeTruthy()
  const sent = callsOf(calls, 'POST /api/accounts/4/metrics')[0]?.body ?? ''
  expect(JSON.parse(sent)).toEqual({ followers: 205_100, engagementRate: 6.8 })
  await waitFor(() => expect(callsOf(calls, 'GET /api/accounts/4')).toHaveLength(2))
  await waitFor(() => expect(callsOf(calls, HISTORY).length).toBeGreaterThan(1))
  await waitFor(() => expect(callsOf(calls, 'GET /api/accounts')).toHaveLength(2))
})
