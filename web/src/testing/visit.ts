/** A visit to an installation without accounts: its first two pages, and signing in by hand. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { json, pageOf, silence } from './network.ts'
import type { Handlers } from './open-app.tsx'
import { aUser } from './people.ts'

export const noAccounts: Handlers = {
  'GET /api/activity': () => json([]),
  'GET /api/events': (_, signal) => silence(signal),
  'GET /api/accounts': () => pageOf([]),
  'GET /api/metrics/global': () =>
    json({ accounts: 0, followers: 0, followerChange: null, posts: 0, averageEngagementRate: null, lastUpdated: null }),
}

export const statusOf = (user = aUser()): Handlers => ({
  'GET /api/auth/status': () => json({ isAuthenticated: true, user }),
})

export const onDashboard = () => screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
export const onLogin = () => screen.findByRole('button', { name: 'Sign in' })

export async function signIn(username: string, password: string): Promise<void> {
  await onLogin()
  const user = userEvent.setup()
  if (username) await user.type(screen.getByLabelText('Username'), username)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}
