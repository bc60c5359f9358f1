/** Add Account: what it asks for, how it went, and what was typed stays. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount } from '../testing/accounts.ts'
import { aCompany } from '../testing/admin.ts'
import { listUrls, withAccounts } from '../testing/dashboard.ts'
import { failure, json } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'

async function openAdd() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add Account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add Instagram Account' })
  return { user, dialog: within(dialog) }
}

test('Add Account: asks for a username, drops its @, and says that it was added', async () => {
  const asked = openApp('/', {
    ...withAccounts(anAccount()),
    'POST /api/accounts': () => json(anAccount({ id: 9, username: 'ninabakes' }), 201),
  })
  const { user, dialog } = await openAdd()
  expect(dialog.getByText('Enter the Instagram username to start tracking analytics.')).toBeTruthy()
  expect((await dialog.findByRole('combobox', { name: 'Category' })).textContent).toBe('Fitness & Wellness')
  await user.click(dialog.getByRole('button', { name: 'Add Account' }))
  expect(dialog.getByText('Username is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Username')))
  expect(asked.some(({ name }) => name === 'POST /api/accounts')).toBe(false)

  const before = {
    lists: listUrls(asked).length,
    sums: asked.filter(({ name }) => name === 'GET /api/metrics/global').length,
  }
  await user.type(dialog.getByLabelText('Username'), '@ninabakes')
  await user.click(dialog.getByRole('button', { name: 'Add Account' }))
  expect(await screen.findByText('Account added successfully')).toBeTruthy()
  expect(screen.getByText('@ninabakes has been added to your dashboard')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const sent = asked.find(({ name }) => name === 'POST /api/accounts')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ username: 'ninabakes', category: 'Fitness & Wellness' })
  await waitFor(() => {
    expect(listUrls(asked).length).toBeGreaterThan(before.lists)
    expect(asked.filter(({ name }) => name === 'GET /api/metrics/global').length).toBeGreaterThan(before.sums)
  })
  // The form is as new the next time.
  const again = await openAdd()
  expect(again.dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('')
})

test('Add Account on the dashboard of a client adds to that client', async () => {
  const grove = { id: 2, name: 'Grove House' }
  const asked = openApp('/?client=2', {
    ...withAccounts(anAccount({ companyId: 2 })),
    'GET /api/companies': () => json([grove]),
    'POST /api/accounts': () => json(anAccount({ id: 9, username: 'ninabakes', companyId: 2 }), 201),
  })
  const { user, dialog } = await openAdd()
  const company = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Company' })
  await waitFor(() => expect(company.value).toBe('Grove House'))
  await user.type(dialog.getByLabelText('Username'), 'ninabakes')
  await user.click(dialog.getByRole('button', { name: 'Add Account' }))
  expect(await screen.findByText('Account added successfully')).toBeTruthy()
  const sent = asked.find(({ name }) => name === 'POST /api/accounts')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ username: 'ninabakes', companyId: 2 })
})

test('Add Account forgets the company that was picked for another client', async () => {
  const clients = ['Grove House', 'Alder & Sons', 'Zest'].map((name, at) => aCompany({ id: at + 2, name }))
  openApp('/?client=2', {
    ...withAccounts(anAccount({ companyId: 2 })),
    'GET /api/companies': ({ url }) => {
      const ids = new URLSearchParams(url.split('?')[1]).get('ids')
      return json(ids ? clients.filter(({ id }) => ids.split(',').includes(String(id))) : clients)
    },
  })
  const { user, dialog } = await openAdd()
  await user.click(await dialog.findByRole('combobox', { name: 'Company' }))
  await user.click(await screen.findByRole('option', { name: 'Zest' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: /^Client:/ }))
  await user.click(await screen.findByRole('option', { name: /^Alder/ }))
  const again = await openAdd()
  const company = await again.dialog.findByRole<HTMLInputElement>('combobox', { name: 'Company' })
  await waitFor(() => expect(company.value).toBe('Alder & Sons'))
})

test('Add Account: busy while it lasts', async () => {
  openApp('/', { ...withAccounts(anAccount()), 'POST /api/accounts': () => new Promise(() => undefined) })
  const { user, dialog } = await openAdd()
  await user.type(dialog.getByLabelText('Username'), 'ninabakes{Enter}')
  expect(await dialog.findByRole('button', { name: 'Adding Account...' })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
})

test.each([
  ['what the server says', () => failure(409, '@ninabakes is tracked already.'), '@ninabakes is tracked already.'],
  [
    'a sentence of its own',
    () => new TypeError('no network'),
    'There was an error adding this Instagram account. Please try again.',
  ],
])('Add Account failed: %s, and what was typed stays', async (_, answer, description) => {
  openApp('/', { ...withAccounts(anAccount()), 'POST /api/accounts': answer })
  const { user, dialog } = await openAdd()
  await user.type(dialog.getByLabelText('Username'), 'ninabakes{Enter}')
  expect(await screen.findByText('Failed to add account')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('ninabakes')
})
