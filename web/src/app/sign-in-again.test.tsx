/** A session that ends while something is not saved: the page stays, and goes on when its person has signed in again. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentSession, endSession, followOtherTabs } from '#lib/session.ts'
import { aCompany, fill, openAdmin } from '../testing/admin.ts'
import { findDialog, press } from '../testing/controls.ts'
import { callsOf, failure, json, pageOf } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser, remember } from '../testing/people.ts'
import { openReports } from '../testing/reports.ts'
import { onLogin } from '../testing/visit.ts'

const TITLE = 'Your session has ended'

let stopFollowing = (): void => undefined
beforeEach(() => {
  stopFollowing = followOtherTabs()
})
afterEach(() => stopFollowing())

/** A company with a name that is being saved when the session turns out to be over. */
async function saveTooLate(handlers: Handlers = {}) {
  const asked = openAdmin('/admin', {
    'POST /api/companies': ({ headers }) =>
      headers.get('authorization') === 'Bearer secret'
        ? failure(401, 'Sign in to continue')
        : json(aCompany({ name: 'Orchard' }), 201),
    'POST /api/auth/login': () => json({ user: aUser(), token: 'newer' }),
    ...handlers,
  })
  await press('Create company')
  const form = await findDialog('Create company')
  await fill(form.getByLabelText('Name'), 'Orchard')
  await userEvent.click(form.getByRole('button', { name: 'Create company' }))
  return { asked, form, again: await findDialog(TITLE) }
}

const otherTab = (): void => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))

test('what was refused is saved, once, when its person has signed in again', async () => {
  const { asked, form, again } = await saveTooLate()
  expect(again.getByText('Sign in as maren to go on. What you have not saved is still here.')).toBeTruthy()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Orchard')
  await fill(again.getByLabelText('Password'), 'citrus-grove')
  await press('Sign in')
  expect(await screen.findByText('Company created')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(asked, 'POST /api/auth/login').map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { username: 'maren', password: 'citrus-grove' },
  ])
  expect(callsOf(asked, 'POST /api/companies').map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer secret',
    'Bearer newer',
  ])
  expect(window.localStorage.getItem('auth_token')).toBe('newer')
})

test('a wrong password is said at its field, and nothing is lost', async () => {
  const { form, again } = await saveTooLate({ 'POST /api/auth/login': () => failure(401, 'no') })
  await press('Sign in')
  expect(again.getByText('Password is required')).toBeTruthy()
  await fill(again.getByLabelText('Password'), 'guess')
  await press('Sign in')
  expect(await again.findByText('Invalid username or password. Please try again.')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Orchard')
})

test('a user with two-factor sign-in enters the code here, too', async () => {
  const { again } = await saveTooLate({
    'POST /api/auth/login': () => json({ secondStep: { challenge: 'c1' } }),
    'POST /api/auth/login/code': () => json({ user: aUser(), token: 'newer' }),
  })
  await fill(again.getByLabelText('Password'), 'citrus-grove')
  await press('Sign in')
  await fill(await again.findByLabelText('Code'), '123456')
  await press('Continue')
  expect(await screen.findByText('Company created')).toBeTruthy()
})

test('discarding leads to the sign-in page, and what was refused is not sent again', async () => {
  const { asked } = await saveTooLate()
  await press('Discard changes')
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('Failed to create company')).toBeNull()
  expect(callsOf(asked, 'POST /api/companies')).toHaveLength(1)
})

test('neither a reload nor the palette takes it along', async () => {
  const { form } = await saveTooLate()
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Search, ask or do something' })).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Orchard')
  expect(await findDialog(TITLE)).toBeTruthy()
})

test('a user who was moved to another company meanwhile no longer sees the one before', async () => {
  // What is saved asks for the companies too: here it is still on its way.
  const { asked, again } = await saveTooLate({
    'POST /api/companies': ({ headers }) =>
      headers.get('authorization') === 'Bearer secret' ? failure(401, 'Sign in to continue') : new Promise(() => {}),
    'POST /api/auth/login': () => json({ user: aUser({ companyId: 9, companyName: 'Orchard' }), token: 'newer' }),
  })
  const before = callsOf(asked, 'GET /api/companies').length
  await fill(again.getByLabelText('Password'), 'citrus-grove')
  await press('Sign in')
  await waitFor(() => expect(callsOf(asked, 'GET /api/companies').length).toBeGreaterThan(before))
})

test('a user who is no longer an administrator no longer sees what administrators see', async () => {
  const asked = openAdmin('/', {
    'GET /api/companies/1/accounts': () => json([]),
    'POST /api/auth/login': () => json({ user: aUser({ role: 'pro' }), token: 'newer' }),
  })
  await press('Add Account')
  await fill(await screen.findByLabelText(/^Username/), 'orchard')
  const before = callsOf(asked, 'GET /api/account-tags').length
  act(() => endSession(currentSession().token ?? undefined))
  const again = await findDialog(TITLE)
  await fill(again.getByLabelText('Password'), 'citrus-grove')
  await press('Sign in')
  await waitFor(() => expect(callsOf(asked, 'GET /api/account-tags').length).toBeGreaterThan(before))
  expect(screen.getByDisplayValue('orchard')).toBeTruthy()
})

test('what was typed into any dialog is kept', async () => {
  openAdmin('/', { 'GET /api/companies/1/accounts': () => json([]) })
  await press('Add Account')
  await fill(await screen.findByLabelText(/^Username/), 'orchard')
  act(() => endSession(currentSession().token ?? undefined))
  await findDialog(TITLE)
  expect(screen.getByDisplayValue('orchard')).toBeTruthy()
})

test('signing in in another tab is enough', async () => {
  await saveTooLate()
  remember('newer')
  otherTab()
  expect(await screen.findByText('Company created')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a sign-out in another tab leaves what is not saved here, until one discards it', async () => {
  openAdmin('/admin')
  await press('Create company')
  const form = await findDialog('Create company')
  await fill(form.getByLabelText('Name'), 'Orchard')
  window.localStorage.clear()
  otherTab()
  expect(await findDialog(TITLE)).toBeTruthy()
  otherTab()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Orchard')
})

test('signing out asks where something is not saved', async () => {
  const asked = openReports('/reports?make=new', { 'POST /api/auth/logout': () => json({ success: true }) })
  await userEvent.click(await screen.findByRole('switch', { name: 'When to post' }))
  await press('Sign out')
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(callsOf(asked, 'POST /api/auth/logout')).toEqual([])
  await press('Sign out')
  const again = within(await screen.findByRole('alertdialog', { name: 'Sign out without saving?' }))
  await userEvent.click(again.getByRole('button', { name: 'Sign out' }))
  await onLogin()
  expect(callsOf(asked, 'POST /api/auth/logout')).toHaveLength(1)
})

test('an API token that is shown only once stays on the screen', async () => {
  openApp(
    '/api-tokens',
    {
      'GET /api/users': () => pageOf([]),
      'POST /api/auth/generate-api-token': () => json({ token: 'tgl_once', expiresAt: '2027-02-01T00:00:00.000Z' }),
      'GET /api/auth/tokens': () => json([]),
    },
    aUser({ role: 'pro' }),
  )
  await press('Generate Token')
  const dialog = await findDialog('Generate API token')
  await userEvent.click(await dialog.findByRole('button', { name: 'Generate Token' }))
  expect(await screen.findByText('tgl_once')).toBeTruthy()
  act(() => endSession(currentSession().token ?? undefined))
  await findDialog(TITLE)
  expect(screen.getByText('tgl_once')).toBeTruthy()
})
