/** What links in mails lead to, and a forgotten password, as they are used without a session. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { App } from '../app/app.tsx'
import { type Asked, bodiesOf, failure, json, network } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'

function open(address: string, handlers: Handlers): Asked[] {
  window.history.replaceState(null, '', address)
  const asked = network(handlers)
  render(<App />)
  return asked
}

describe('a link in a mail', () => {
  test('sets a password, and leads to signing in', async () => {
    const answers = [
      failure(400, 'This password is too common', { fields: { newPassword: 'is too common' } }),
      json({ username: 'maren' }),
    ]
    const asked = open('/mail/password#the-token', {
      'POST /api/auth/password-reset/complete': () => answers.shift() ?? new Error('asked too often'),
    })
    const field = await screen.findByLabelText('New password')
    await userEvent.type(field, 'short{Enter}')
    expect(screen.getByText('Passwords have at least 8 characters')).toBeDefined()
    await userEvent.type(field, ' and longer{Enter}')
    expect(await screen.findByText('This password is too common')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('The password of maren is set.')).toBeDefined()
    expect(bodiesOf(asked, 'POST /api/auth/password-reset/complete')[0]).toEqual({
      token: 'the-token',
      newPassword: 'short and longer',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByLabelText('Username')).toBeDefined()
    expect(window.location.hash).toBe('')
  })

  test('to set a password that is over leads to signing in, where another one is asked for', async () => {
    open('/mail/password#old', {
      'POST /api/auth/password-reset/complete': () =>
        failure(404, 'This link is over: it was used', { error: 'link_over' }),
    })
    await userEvent.type(await screen.findByLabelText('New password'), 'long enough{Enter}')
    expect(await screen.findByText('This link is over: it was used')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('button', { name: 'Forgot your password?' })).toBeDefined()
  })

  test('confirms an address only with the button', async () => {
    const asked = open('/mail/address#the-token', {
      'POST /api/mail/confirm': () => json({ address: 'maren@client.example' }),
    })
    const button = await screen.findByRole('button', { name: 'Confirm this address' })
    expect(asked).toEqual([])
    await userEvent.click(button)
    expect(await screen.findByText('maren@client.example is confirmed.')).toBeDefined()
    expect(bodiesOf(asked, 'POST /api/mail/confirm')).toEqual([{ token: 'the-token' }])
  })

  test('that is over says so', async () => {
    open('/mail/address#old', {
      'POST /api/mail/confirm': () => failure(404, 'This link is over: it was used', { error: 'link_over' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This link is over: it was used')
  })

  test('stops what it names, and nothing before the button is pressed', async () => {
    const asked = open('/mail/stop#secret.alerts+weekly-digest', {
      'POST /api/mail/unsubscribe/secret.alerts%2Bweekly-digest': () => json({ success: true }),
    })
    await screen.findByText('Stop alerts, the weekly digest? Other mails stay as they are.')
    expect(asked).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Stop these mails' }))
    expect(await screen.findByText('You no longer receive alerts, the weekly digest.')).toBeDefined()
  })

  test.each(['/mail/password', '/mail/address', '/mail/stop#secret.everything'])(
    '%s is not complete',
    async (address) => {
      open(address, {})
      expect(await screen.findByText(/^This link is not complete/)).toBeDefined()
      expect(screen.queryByRole('button', { name: /Save|Confirm|Stop/ })).toBeNull()
    },
  )
})

describe('a forgotten password', () => {
  const forget = async () => {
    await userEvent.type(await screen.findByLabelText('Username'), 'maren')
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  }

  test('asks for a link, and says the same for everyone', async () => {
    const asked = open('/login', {
      'GET /api/auth/status': () => json({ isAuthenticated: false, user: null, sendsPasswordLinks: true }),
      'POST /api/auth/password-reset': () => json({ success: true }),
    })
    await forget()
    expect(await screen.findByLabelText<HTMLInputElement>('Username')).toHaveProperty('value', 'maren')
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(/^If this user has a confirmed mail address/)).toBeDefined()
    expect(bodiesOf(asked, 'POST /api/auth/password-reset')).toEqual([{ username: 'maren' }])
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Password')).toBeDefined()
  })

  test('is for an administrator where the server sends no mail', async () => {
    open('/login', {
      'GET /api/auth/status': () => json({ isAuthenticated: false, user: null, sendsPasswordLinks: false }),
    })
    await forget()
    expect(await screen.findByText(/Ask an administrator to set a new password/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull()
  })
})
