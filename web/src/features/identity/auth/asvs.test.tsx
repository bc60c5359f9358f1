/** OWASP ASVS 5.0: what its rows ask of the screen, each test named after its row. The table is docs/asvs.md. */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { App } from '../../../app/app.tsx'
import { json, network } from '../../../testing/network.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { verifySession } from './queries/session.ts'

const AUTOCOMPLETE = ['current-password', 'new-password']

async function openProfile(): Promise<void> {
  openApp('/profile', {
    'GET /api/accounts': () => json([]),
    'GET /api/auth/profile': () =>
      json({
        username: 'maren',
        role: 'basic',
        companyName: null,
        timeZone: null,
        memberSince: null,
        hasWebhook: false,
      }),
    'GET /api/auth/two-factor': () => json({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false }),
    'GET /api/sessions': () => json([]),
  })
  await screen.findByRole('heading', { name: 'Profile' })
}

test('ASVS 6.2.6 what is typed into a password field is hidden, until one asks to see it', async () => {
  await openProfile()
  for (const label of ['Current password', 'New password']) {
    const field = screen.getByLabelText(label)
    expect(field).toHaveProperty('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: `Show ${label.toLowerCase()}` }))
    expect(field).toHaveProperty('type', 'text')
  }
})

test('ASVS 6.2.7 passwords can be pasted, and password managers know the fields', async () => {
  await openProfile()
  const fields = AUTOCOMPLETE.map((kind) => document.querySelector(`input[autocomplete="${kind}"]`))
  for (const field of fields) {
    if (!(field instanceof HTMLInputElement)) throw new Error('A field is missing')
    await userEvent.click(field)
    await userEvent.paste('quincetrees, seven')
    expect(field.value).toBe('quincetrees, seven')
  }
})

test('ASVS 6.2.7 the same holds for signing in', async () => {
  window.history.replaceState(null, '', '/login')
  network({})
  void verifySession()
  render(<App />)
  const field = await screen.findByLabelText('Password')
  expect(field).toHaveProperty('autocomplete', 'current-password')
  await userEvent.click(field)
  await userEvent.paste('quincetrees, seven')
  expect(field).toHaveProperty('value', 'quincetrees, seven')
})

test('ASVS 7.4.4 the way out is in the frame of every page', async () => {
  await openProfile()
  const sidebar = document.querySelector('.sidebar')
  if (!(sidebar instanceof HTMLElement)) throw new Error('The sidebar is missing')
  expect(within(sidebar).getByRole('button', { name: 'Sign out' })).toBeDefined()
})
