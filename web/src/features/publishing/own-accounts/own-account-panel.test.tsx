/** What a person meets on the page of an account: not connected, connected, ending, ended, and a sign-in that connected nothing. */
import type { OwnAccounts } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../../../testing/accounts.ts'
import { type Asked, failure, json } from '../../../testing/network.ts'
import { type Handlers, openApp } from '../../../testing/open-app.tsx'
import { aUser } from '../../../testing/people.ts'
import { anOwnAccount } from '../../../testing/publishing.ts'

const logins: OwnAccounts['logins'] = [
  {
    name: 'instagram',
    title: 'Instagram Login',
    takesUploads: false,
    permissions: ['profile', 'publish', 'insights', 'comments'],
  },
  {
    name: 'facebook',
    title: 'Facebook Login',
    takesUploads: true,
    permissions: ['profile', 'publish', 'insights', 'comments', 'pages'],
  },
]

function open(own: Partial<OwnAccounts>, handlers: Handlers = {}, role: 'pro' | 'basic' = 'pro'): Asked[] {
  const shown = anAccount()
  return openApp(
    '/account/4',
    {
      'GET /api/accounts': () => page([shown]),
      'GET /api/accounts/4': () => json({ account: shown, metrics: shown.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': () => json([]),
      'GET /api/own-accounts': () => json({ logins, accounts: [], lastSignIn: null, ...own }),
      ...handlers,
    },
    aUser({ role }),
  )
}

const section = async () => within(await screen.findByRole('region', { name: "Owner's access" }))

test('an account that is not connected offers both ways, each with what is asked for and why', async () => {
  const asked = open({}, { 'GET /api/instagram/auth': () => failure(409, 'Not set up') })
  const user = userEvent.setup()
  await user.click((await section()).getByRole('button', { name: 'Connect' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect @marasea' }))
  expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['instagram', 'facebook'])
  expect(dialog.queryByText('Your Pages')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /Facebook Login/ }))
  expect(dialog.getByText('Your Pages')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Continue to Facebook' }))
  expect(await dialog.findByRole('alert')).toHaveProperty('textContent', 'The page could not be opened: Not set up')
  const begun = asked.filter(({ name }) => name === 'GET /api/instagram/auth')
  expect(begun.map(({ url }) => new URL(url, 'http://here').search)).toEqual(['?login=facebook&accountId=4'])
})

test('coming back from the page of the service by the Back button, the dialog leads there again', async () => {
  open({}, { 'GET /api/instagram/auth': () => json({ url: '#the-service' }) })
  const user = userEvent.setup()
  await user.click((await section()).getByRole('button', { name: 'Connect' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect @marasea' }))
  await user.click(dialog.getByRole('button', { name: 'Continue to Instagram' }))
  await waitFor(() => expect(window.location.hash).toBe('#the-service'))
  expect(dialog.getByRole('button', { name: 'Opening...' })).toBeTruthy()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await dialog.findByRole('button', { name: 'Continue to Instagram' })).toBeTruthy()
})

test('a connected account says by whom, until when, what was granted and how many posts the day has left', async () => {
  open({ accounts: [anOwnAccount()] })
  const shown = await section()
  expect(shown.getByText('Connected through Facebook')).toBeTruthy()
  expect(
    shown.getByText(/^By pro on Nov 20, 2026, good until Jan 19, 2027, renewed by itself from Dec 20/),
  ).toBeTruthy()
  expect(shown.getByText('Profile, Publishing, Insights, Comments, Your Pages')).toBeTruthy()
  expect(shown.getByText(/3 of 50/)).toBeTruthy()
  expect(shown.queryByText('Not granted')).toBeNull()
})

test('what was refused, a role that is too small and an end are said with what to do', async () => {
  open({ accounts: [anOwnAccount({ missing: ['insights'], mayPublish: true })] })
  expect((await section()).getByText('Not granted')).toBeTruthy()
})

test('an access that has ended says why, and offers to connect again', async () => {
  const problem = 'The password of the account was changed, which ends the access. Connect the account again.'
  open({ accounts: [anOwnAccount({ state: 'ended', mayPublish: false, renewsAt: null, problem })] })
  const shown = await section()
  expect(shown.getByRole('status').textContent).toBe(problem)
  expect(shown.getByRole('button', { name: 'Connect again' })).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Check now' })).toBeNull()
})

test('a sign-in that connected nothing says so where the owner comes back', async () => {
  const problem = 'Access was not granted: nothing was connected.'
  open({ lastSignIn: { at: '2026-11-20T09:00:00.000Z', problem } })
  expect((await section()).getByText(problem)).toBeTruthy()
})

test('disconnecting asks first, and then says where the application is removed', async () => {
  let accounts = [anOwnAccount()]
  open(
    {},
    {
      'GET /api/own-accounts': () => json({ logins, accounts, lastSignIn: null }),
      'DELETE /api/own-accounts/4': () => {
        accounts = []
        return json({ success: true, removalPage: 'https://www.facebook.com/settings?tab=business_tools' })
      },
    },
  )
  const user = userEvent.setup()
  await user.click((await section()).getByRole('button', { name: 'Disconnect' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Disconnect' }))
  const link = await screen.findByRole('link', { name: 'Remove the application at Facebook' })
  expect(link.getAttribute('href')).toBe('https://www.facebook.com/settings?tab=business_tools')
  expect(await screen.findByText('@marasea is not connected by its owner')).toBeTruthy()
})

test('where nothing is set up, and for a basic user, there is nothing to see', async () => {
  const asked = open({}, {}, 'basic')
  await screen.findByRole('heading', { level: 1, name: 'Account Detail: @marasea' })
  expect(screen.queryByRole('region', { name: "Owner's access" })).toBeNull()
  expect(asked.some(({ name }) => name === 'GET /api/own-accounts')).toBe(false)
})
