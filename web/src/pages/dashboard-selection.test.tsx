/** Several accounts of the dashboard at once: chosen, compared, tagged and refreshed. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount } from '../testing/accounts.ts'
import { GROUP } from '../testing/comparison.ts'
import { accountTable, withAccounts } from '../testing/dashboard.ts'
import { bodiesOf, failure, json, lastBodyOf } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'

const weekly = [4, 5].map((accountId) => ({ accountId, interval: 'weekly', everyDays: 7 }))

/** Of both accounts. */
async function openInterval() {
  await accountTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Interval' }))
  return within(await screen.findByRole('dialog', { name: 'Refresh interval' }))
}

test('rows are chosen by box, by Space and with Shift; Escape empties the choice', async () => {
  openApp(
    '/',
    withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma' }), anAccount({ id: 6, username: 'tides' })),
  )
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select @marasea' }))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' })
  expect(within(bar).getByText('1 selected')).toBeTruthy()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select @tides' }))
  await user.keyboard('{/Shift}')
  expect(await within(bar).findByText('3 selected')).toBeTruthy()
  screen.getByRole('link', { name: 'View @casaluma' }).focus()
  await user.keyboard(' ')
  expect(await within(bar).findByText('2 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('chosen accounts are compared, tagged and refreshed together', async () => {
  const asked = openApp('/', {
    ...withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma', tags: ['paid'] })),
    'PUT /api/account-tags': () => json({ changed: 2, tags: [] }),
    'POST /api/accounts/refresh': () => json({ started: [4], alreadyRefreshed: [], noSource: [5] }, 202),
    'GET /api/accounts/4': () => failure(404, 'No'),
  })
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' })
  await user.click(within(bar).getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Refresh started')).toBeTruthy()
  await user.click(within(bar).getByRole('button', { name: 'Tag' }))
  await user.type(await screen.findByLabelText('New tag'), 'launch{Enter}')
  await waitFor(() => expect(asked.some(({ name }) => name === 'PUT /api/account-tags')).toBe(true))
  const sent = asked.find(({ name }) => name === 'PUT /api/account-tags')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ accountIds: [4, 5], add: ['launch'], remove: [] })
  await user.keyboard('{Escape}')
  await user.click(await within(bar).findByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/compare?accounts=4,5'))
})

test('the interval that was saved is the chosen one when it is opened again', async () => {
  const asked = openApp('/', {
    ...withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma' })),
    'PUT /api/accounts/refresh-interval': () => json(weekly),
  })
  const choice = await openInterval()
  expect(choice.getByRole<HTMLInputElement>('radio', { name: /^Every day/ }).checked).toBe(true)
  await userEvent.click(choice.getByRole('radio', { name: /^Every 7 days/ }))
  await userEvent.click(choice.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refresh interval' })).toBeNull())
  expect(lastBodyOf(asked, 'PUT /api/accounts/refresh-interval')).toEqual({ accountIds: [4, 5], interval: 'weekly' })
  await userEvent.click(screen.getByRole('button', { name: 'Interval' }))
  const again = within(await screen.findByRole('dialog', { name: 'Refresh interval' }))
  expect(again.getByRole<HTMLInputElement>('radio', { name: /^Every 7 days/ }).checked).toBe(true)
})

test('accounts that are no longer chosen when their interval is saved stay so', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  openApp('/', {
    ...withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma' })),
    'PUT /api/accounts/refresh-interval': () => promise,
  })
  const choice = await openInterval()
  await userEvent.click(choice.getByRole('radio', { name: /^Every 7 days/ }))
  await userEvent.click(choice.getByRole('button', { name: 'Save' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select @casaluma' }))
  resolve(json(weekly))
  expect(await screen.findByText('Refresh interval changed')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('a tag that is typed in another case is the one that is there', async () => {
  const asked = openApp('/', {
    ...withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma', tags: ['VIP'] })),
    'PUT /api/account-tags': () => json({ changed: 2, tags: [] }),
  })
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  await user.click(await screen.findByRole('button', { name: 'Tag' }))
  const tags = within(await screen.findByRole('dialog', { name: 'Tags' }))
  const readTags = () =>
    tags
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked, indeterminate, labels }) => [labels?.[0]?.textContent, checked, indeterminate])
  expect(readTags()).toEqual([['VIP1 of 2', false, true]])
  await user.type(tags.getByLabelText('New tag'), 'vip{Enter}')
  await waitFor(() => expect(readTags()).toEqual([['VIP', true, false]]))
  await user.click(tags.getByRole('checkbox', { name: 'VIP' }))
  await waitFor(() => expect(tags.queryByRole('checkbox')).toBeNull())
  expect(bodiesOf(asked, 'PUT /api/account-tags')).toEqual([
    { accountIds: [4, 5], add: ['vip'], remove: [] },
    { accountIds: [4, 5], add: [], remove: ['VIP'] },
  ])
})

test('chosen accounts join a group as it is by then: what a colleague has changed of it stays', async () => {
  let members = [7, 8]
  const asked = openApp('/', {
    ...withAccounts(anAccount({ companyId: GROUP.companyId })),
    'GET /api/groups': () => json([{ ...GROUP, accountIds: members }]),
    'PUT /api/groups/5': () => json({ ...GROUP, accountIds: members }),
  })
  await accountTable()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select @marasea' }))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' })
  await user.click(within(bar).getByRole('button', { name: 'Group' }))
  const choice = await screen.findByRole('button', { name: /^Cafés/ })
  members = [8, 9]
  await user.click(choice)
  expect(await screen.findByText('Added to the group')).toBeTruthy()
  expect(lastBodyOf(asked, 'PUT /api/groups/5')).toEqual({ accountIds: [8, 9, 4] })
})

test('up and down move between the rows', async () => {
  openApp('/', withAccounts(anAccount(), anAccount({ id: 5, username: 'casaluma' })))
  await accountTable()
  screen.getByRole('link', { name: 'View @marasea' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View @casaluma' }))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View @marasea' }))
})
