/** An account against its peers: in the list, as dots, and without those that were excluded. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aRefreshState } from '../testing/accounts.ts'
import { ACCOUNTS, findPanel, openCompare, somePeers } from '../testing/comparison.ts'
import { callsOf, json, silence } from '../testing/network.ts'
import { eventLine } from '../testing/work.ts'

test('two peers excluded at once are both left out', async () => {
  openCompare('/compare?accounts=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Exclude @peer3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Exclude @peer4' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1&exclude=23,24'))
})

test('one click excludes a peer, which stays in the list', async () => {
  const asked = openCompare('/compare?accounts=1', {
    'GET /api/accounts/1/peers': ({ url }) => {
      const all = somePeers(9)
      const isLeftOut = url.includes('exclude=28')
      return json({
        ...all,
        peers: all.peers.map((peer) => ({ ...peer, isExcluded: isLeftOut && peer.accountId === 28 })),
      })
    },
  })
  const panel = await findPanel(/against its peers/)
  await userEvent.click(await within(panel).findByRole('button', { name: 'Exclude @peer8' }))
  expect(window.location.search).toBe('?accounts=1&exclude=28')
  expect(await within(panel).findByRole('button', { name: 'Include @peer8 again' })).toBeTruthy()
  expect(within(panel).getByText('1 excluded by you')).toBeTruthy()
  expect(asked.at(-1)?.url).toContain('exclude=28')
})

test('every peer is a dot with a name that the keyboard reaches', async () => {
  openCompare('/compare?accounts=1')
  const growth = await screen.findByRole('application', { name: /^Growth: 2.9/ })
  growth.focus()
  await userEvent.keyboard('{End}')
  expect(await screen.findByText(/^@peer8, 8\.0/)).toBeTruthy()
  await userEvent.keyboard('{ArrowLeft}{Delete}')
  expect(window.location.search).toBe('?accounts=1&exclude=27')
})

test('fewer than eight peers are too few to compare', async () => {
  openCompare('/compare?accounts=1', { 'GET /api/accounts/1/peers': () => json(somePeers(5)) })
  const panel = await findPanel(/against its peers/)
  expect(await within(panel).findByText('Too few similar accounts to compare.')).toBeTruthy()
  expect(panel.textContent).toContain('5 of the 8 needed')
  expect(within(panel).queryByRole('application')).toBeNull()
})

test('the peers of one account are never shown as those of another', async () => {
  openCompare('/compare?accounts=1,2', { 'GET /api/accounts/2/peers': (_, signal) => silence(signal) })
  const panel = within(await findPanel(/against its peers/))
  await panel.findByText(/^Its posts get/)
  await userEvent.click(panel.getByRole('combobox', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('option', { name: '@lemons' }))
  expect(await panel.findByRole('heading', { name: /@lemons/ })).toBeTruthy()
  await waitFor(() => expect(panel.queryByText(/^Its posts get/)).toBeNull())
})

test('an account with another category is compared with the accounts of that one', async () => {
  const [harbour] = ACCOUNTS
  const asked = openCompare('/compare?accounts=1', {
    'GET /api/accounts/1': () => json({ account: harbour, metrics: harbour?.metrics, posts: [] }),
    'GET /api/accounts/1/refresh': () => json(aRefreshState()),
    'PUT /api/accounts/1': () => json(harbour),
  })
  await screen.findByText(/^Its posts get/)
  await userEvent.click(screen.getByRole('link', { name: '@harbour' }))
  await screen.findByRole('heading', { level: 1, name: 'Account Detail: @harbour' })
  await userEvent.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Category' }))
  await userEvent.click(screen.getByRole('option', { name: 'Food & Recipes' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Account updated')).toBeTruthy()
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Pages' })).getByRole('link', { name: 'Compare' }),
  )
  await screen.findByText(/^Its posts get/)
  await waitFor(() => expect(callsOf(asked, 'GET /api/accounts/1/peers')).toHaveLength(2))
})

test('new figures of an account are those it is compared by, too', async () => {
  const events = eventLine()
  const asked = openCompare('/compare?accounts=1', { 'GET /api/events': events.answer })
  await screen.findByText(/^Its posts get/)
  await waitFor(() => expect(events.isHeard()).toBe(true))
  events.say('refresh-done', 1)
  await waitFor(() => expect(callsOf(asked, 'GET /api/accounts/1/peers')).toHaveLength(2))
})
