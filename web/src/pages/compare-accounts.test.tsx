/** The accounts that are compared: found by name, ticked, and removed. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { ACCOUNTS, findComparedList, openCompare } from '../testing/comparison.ts'
import { json } from '../testing/network.ts'

test('a removed account leaves the address, and the last one leaves an empty page with a way back', async () => {
  openCompare('/compare?accounts=1,2')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove @lemons' }))
  expect(window.location.search).toBe('?accounts=1')
  expect(await screen.findByText(/Add another account to compare it with/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove @harbour' }))
  expect(window.location.search).toBe('?accounts=none')
  await userEvent.click(await screen.findByRole('button', { name: 'Compare the largest' }))
  await waitFor(async () => expect(within(await findComparedList()).getAllByRole('listitem')).toHaveLength(3))
})

test('two accounts removed at once are both gone', async () => {
  openCompare('/compare?accounts=1,2,3')
  await findComparedList()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove @lemons' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove @stair' }))
  await waitFor(async () => expect(within(await findComparedList()).getAllByRole('listitem')).toHaveLength(1))
  expect(window.location.search).toBe('?accounts=1')
})

test('accounts are found by name and added, five at most', async () => {
  const asked = openCompare('/compare?accounts=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accounts to compare' })
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: '@stair' }))
  expect(window.location.search).toBe('?accounts=1,3')
  await userEvent.type(within(dialog).getByRole('searchbox'), 'lem')
  await waitFor(() => expect(asked.some(({ url }) => url.includes('q=lem'))).toBe(true))
})

test('an account is ticked from the press on, and the layer stays while one that no list holds is read', async () => {
  const far = anAccount({ id: 4, username: 'far.away' })
  const reading = Promise.withResolvers<void>()
  openCompare('/compare?accounts=1', {
    'GET /api/accounts': ({ url }) => page(url.includes('q=far') ? [far] : ACCOUNTS),
    'GET /api/accounts/4': async () => {
      await reading.promise
      return json({ account: far, metrics: far.metrics, posts: [] })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accounts to compare' })
  await userEvent.type(within(dialog).getByRole('searchbox'), 'far')
  const box = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: '@far.away' })
  fireEvent.click(box)
  expect(box.checked).toBe(true)
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4'))
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: '@far.away' }).checked).toBe(true)
  reading.resolve()
  await waitFor(async () => expect(within(await findComparedList()).getAllByRole('listitem')).toHaveLength(2))
  expect(box.isConnected && box.checked).toBe(true)
})

test('accounts that are ticked while others are still read stay ticked, and are all compared', async () => {
  const far = [4, 5, 6].map((id) => anAccount({ id, username: `far${id}` }))
  const readings = new Map(far.map(({ id }) => [id, Promise.withResolvers<void>()]))
  const detail = (id: number) => async () => {
    await readings.get(id)?.promise
    const account = far.find((one) => one.id === id)
    return json({ account, metrics: account?.metrics, posts: [] })
  }
  const asked = openCompare('/compare?accounts=1', {
    'GET /api/accounts': ({ url }) => page(url.includes('q=far') ? far : ACCOUNTS),
    'GET /api/accounts/4': detail(4),
    'GET /api/accounts/5': detail(5),
    'GET /api/accounts/6': detail(6),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accounts to compare' }))
  await userEvent.type(dialog.getByRole('searchbox'), 'far')
  const box = (id: number) => dialog.findByRole<HTMLInputElement>('checkbox', { name: `@far${id}` })
  fireEvent.click(await box(4))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4'))
  fireEvent.click(await box(5))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4,5'))
  readings.get(4)?.resolve()
  await waitFor(async () => expect(within(await findComparedList()).getAllByRole('listitem')).toHaveLength(2))
  expect((await box(5)).checked).toBe(true)
  fireEvent.click(await box(6))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4,5,6'))
  for (const { resolve } of readings.values()) resolve()
  await waitFor(async () => expect(within(await findComparedList()).getAllByRole('listitem')).toHaveLength(4))
  expect(asked.filter(({ name }) => /^GET .api.accounts.\d$/.test(name))).toHaveLength(3)
})
