/** Two-factor sign-in at the login: a code, or a recovery code. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { currentSession } from '#lib/session.ts'
import { type Asked, failure, json, lastBodyOf, network } from '../testing/network.ts'
import { type Handlers, startApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { NOW } from '../testing/profile.ts'
import { signIn } from '../testing/visit.ts'

describe('signing in with a two-factor code', () => {
  function openLogin(handlers: Handlers): Asked[] {
    const asked = network({
      'POST /api/auth/login': () => json({ secondStep: { challenge: 'half-way', expiresAt: NOW } }),
      ...handlers,
    })
    startApp('/login')
    return asked
  }

  test('takes a code; a wrong one is named at the field', async () => {
    const answers = [
      failure(401, 'This code is wrong. Please try again.', { error: 'wrong_code' }),
      json({ user: aUser(), token: 'secret' }),
    ]
    const asked = openLogin({ 'POST /api/auth/login/code': () => answers.shift() ?? new Error('asked too often') })
    await signIn('maren', 'citrus-grove')
    const field = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('This code is wrong. Please try again.')).toBeDefined()
    expect(currentSession().state).not.toBe('authenticated')
    await userEvent.clear(field)
    await userEvent.type(field, '123456{Enter}')
    await waitFor(() => expect(currentSession().state).toBe('authenticated'))
    expect(lastBodyOf(asked, 'POST /api/auth/login/code')).toEqual({ challenge: 'half-way', code: '123456' })
  })

  test('takes a recovery code, and goes back to the password when it took too long', async () => {
    const asked = openLogin({
      'POST /api/auth/login/code': () =>
        failure(401, 'Signing in took too long. Enter your password again.', { error: 'second_step_over' }),
    })
    await signIn('maren', 'citrus-grove')
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Signing in took too long. Enter your password again.')).toBeDefined()
    expect(lastBodyOf(asked, 'POST /api/auth/login/code')).toEqual({ challenge: 'half-way', code: 'abcde-fghjk' })
    expect(await screen.findByLabelText('Password')).toHaveProperty('value', '')
  })
})
