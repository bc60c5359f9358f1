/** Opens the whole product at an address, signed in, with the network answered by the test. */
import { render } from '@testing-library/react'
import { verifySession } from '#features/identity/index.ts'
import { App } from '../app/app.tsx'
import { aClient, aRefreshState, sums } from './accounts.ts'
import { aCalendar, aSync, counts, postPage } from './content.ts'
import { type Asked, json, network, silence } from './network.ts'
import { aUser, remember } from './people.ts'
import { reelPage, someCredits } from './reels.ts'

export type Handlers = Parameters<typeof network>[0]

export function openApp(path: string, handlers: Handlers, user = aUser()): Asked[] {
  remember('secret', user)
  const asked = network({
    'GET /api/auth/status': () => json({ isAuthenticated: true, user, sendsPasswordLinks: false }),
    'GET /api/metrics/global': () => sums(),
    'GET /api/metrics/clients': () => json([aClient()]),
    'GET /api/account-tags': () => json([]),
    'GET /api/events': (_, signal) => silence(signal),
    'GET /api/activity': () => json([]),
    'GET /api/alert-rules': (_, signal) => silence(signal),
    'GET /api/alerts/unread': () => json({ count: 0 }),
    'GET /api/content/counts': () => counts(),
    'GET /api/content/sync': () => json(aSync()),
    'GET /api/content/calendar': () => aCalendar([]),
    'GET /api/content/unplanned': () => postPage([]),
    'GET /api/airtable/draft-posts': () => postPage([]),
    'GET /api/companies/1/credits': () => someCredits(),
    'GET /api/companies': () => json([{ id: 1, name: 'Citrus Studio' }]),
    'GET /api/airtable/reels': () => reelPage([]),
    'GET /api/own-accounts': () => json({ logins: [], accounts: [], lastSignIn: null }),
    'GET /api/publications': () => json([]),
    'GET /api/accounts/4/refresh': () => json(aRefreshState()),
    ...handlers,
  })
  startApp(path)
  return asked
}

/** Draws it at an address, for the user whom the browser remembers. */
export function startApp(path: string): void {
  window.history.replaceState(null, '', path)
  void verifySession()
  render(<App />)
}
