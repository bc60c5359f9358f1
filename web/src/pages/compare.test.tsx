/** Accounts beside each other as a person meets them: ranked, as a chart and a table, saved as a group. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aGrowth, findComparedList, findPanel, GROUP, openCompare, somePeers } from '../testing/comparison.ts'
import { failure, json, lastBodyOf } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

test('the largest accounts are compared, and the sentence names who grew fastest', async () => {
  openCompare('/compare', {}, aUser({ role: 'basic' }))
  const chips = within(await findComparedList()).getAllByRole('listitem')
  expect(chips.map((chip) => chip.textContent)).toEqual(['@harbour', '@lemons', '@stair'])
  const panel = await findPanel(/^Followers/)
  await waitFor(() => expect(panel.textContent).toContain(`@lemons grew fastest since`))
  expect(panel.textContent).toContain(`by 26.1%. @harbour is second with 18.4%.`)
  expect(within(panel).getByRole('application').getAttribute('aria-label')).toContain('@stair 97.6')
})

test('an administrator who works for a client compares the largest accounts of that client', async () => {
  const companies = [1, 7].map((id) => ({ id, name: `Company ${id}` }))
  const asked = openCompare('/compare?client=7', { 'GET /api/companies': () => json(companies) })
  await findComparedList()
  const lists = asked.filter(({ name, url }) => name === 'GET /api/accounts' && url.includes('limit='))
  expect(lists.some(({ url }) => url.includes('companyId=7'))).toBe(true)
  expect(lists.filter(({ url }) => !url.includes('companyId='))).toEqual([])
})

test('the arrow keys read every account of a day', async () => {
  openCompare('/compare?accounts=1,2')
  const chart = within(await findPanel(/^Followers/)).findByRole('application')
  ;(await chart).focus()
  await userEvent.keyboard('{End}')
  expect(await screen.findByText(/: @lemons 126.1, @harbour 118.4$/)).toBeTruthy()
})

test('what a finger has read stays when it is lifted', async () => {
  openCompare('/compare?accounts=1,2')
  const target = await within(await findPanel(/^Followers/)).findByRole('application')
  await userEvent.pointer({ keys: '[TouchA]', target, coords: { clientX: 300 } })
  expect(await screen.findByText(/: @lemons [\d.]+, @harbour [\d.]+$/)).toBeTruthy()
})

test('the table says the same days in figures', async () => {
  openCompare('/compare?accounts=1,2&scale=absolute')
  const panel = await findPanel(/^Followers/)
  await userEvent.click(await within(panel).findByRole('button', { name: 'Show as a table' }))
  const rows = within(panel).getAllByRole('row')
  expect(rows[0]?.textContent).toBe('Date@harbour@lemons')
  expect(rows[1]?.textContent).toContain('1,1841,261')
})

test('the accounts are saved as a group; a name that is taken is said at the field', async () => {
  const names = ['taken', 'new']
  const asked = openCompare('/compare?accounts=1,2', {
    'POST /api/groups': () =>
      names.shift() === 'taken'
        ? failure(409, 'A group named Cafés already exists', { error: 'group_exists' })
        : json({ ...GROUP, id: 6 }, 201),
    'GET /api/accounts/1/peers': () => json(somePeers(9)),
  })
  // It is there before the accounts are, and can be pressed once they are there.
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save as group' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Save as group' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Save group' }))
  expect(within(dialog).getByText('Name is required')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Cafés')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save group' }))
  expect(await within(dialog).findByText('A group named Cafés already exists')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), ' two')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save group' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,2&group=6'))
  const sent = asked.findLast(({ name }) => name === 'POST /api/groups')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Cafés two', accountIds: [1, 2] })
})

test('a new name of a group does not undo a change of its accounts by another user', async () => {
  const asked = openCompare('/compare?accounts=1&group=5', {
    'PUT /api/groups/5': () => json({ ...GROUP, name: 'Bars' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await userEvent.clear(await screen.findByDisplayValue('Cafés'))
  await userEvent.type(screen.getByLabelText('Name'), 'Bars')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/groups/5')).toEqual({ name: 'Bars' }))
})

test('a group that is saved unchanged is not sent', async () => {
  const asked = openCompare('/compare?accounts=1&group=5', {})
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await screen.findByDisplayValue('Cafés')
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
})

test('a member that cannot be read stays in its group when others change', async () => {
  const asked = openCompare('/compare?accounts=1&group=5', {
    'GET /api/groups': () => json([{ ...GROUP, accountIds: [1, 7] }]),
    'GET /api/accounts/7': () => failure(503, 'The server is busy'),
    'PUT /api/groups/5': () => json(GROUP),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: '@lemons' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/groups/5')).toEqual({ accountIds: [1, 7, 2] }))
})

test('a change of members does not undo one that a colleague has saved meanwhile', async () => {
  const stored = [
    [1, 3],
    [3, 8],
  ]
  const asked = openCompare('/compare?accounts=1&group=5', {
    'GET /api/groups': () => json([{ ...GROUP, accountIds: stored[0] }]),
    'PUT /api/groups/5': () => failure(503, 'The server is busy'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: '@lemons' }))
  stored.shift()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/groups/5')).toEqual({ accountIds: [3, 8, 2] }))
  expect(await screen.findByText('The server is busy')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '@lemons' }).checked).toBe(true)
})

test('a name that is typed while the accounts of a group are still read stays typed', async () => {
  const member = Promise.withResolvers<Response>()
  openCompare('/compare?accounts=1&group=5', {
    'GET /api/groups': () => json([{ ...GROUP, accountIds: [1, 7] }]),
    'GET /api/accounts/7': () => member.promise,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit group' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' and bars')
  const grove = anAccount({ id: 7, username: 'grove' })
  member.resolve(json({ account: grove, metrics: grove.metrics, posts: [] }))
  expect(await dialog.findByRole('checkbox', { name: '@grove' })).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Cafés and bars')
})

test('groups are those of the client whose accounts are compared, which lists of all clients may leave out', async () => {
  const asked = openCompare('/compare?accounts=1&group=5')
  expect(await screen.findByRole('button', { name: 'Edit group' })).toBeTruthy()
  const urls = asked.filter(({ name }) => name === 'GET /api/groups').map(({ url }) => url)
  expect(new Set(urls)).toEqual(new Set(['/api/groups?companyId=1']))
})

test('a group is deleted after a question', async () => {
  openCompare('/compare?accounts=1&group=5', { 'DELETE /api/groups/5': () => json({ success: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete group' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Cafés?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete group' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1'))
})

test('without accounts the page says so, and what comes next', async () => {
  openCompare('/compare', { 'GET /api/accounts': () => page([]) })
  expect(await screen.findByText(/^Two accounts with figures can be compared/)).toBeTruthy()
})

test('figures that cannot be loaded say why, with another try', async () => {
  const answers = [failure(503, 'The server is busy'), json(aGrowth(0.1))]
  openCompare('/compare?accounts=1', {
    'GET /api/accounts/1/metrics/history': () => answers.shift() ?? json([]),
  })
  expect(await screen.findByText('The followers could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/Add another account/)).toBeTruthy()
})
