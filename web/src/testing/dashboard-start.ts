/** The top of the dashboard for tests: what waits, and which first steps are done. */
import type { AttentionItem } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import { anAccount, page } from './accounts.ts'
import { noDemo } from './demo.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const steps = (done: readonly string[], isHidden = false) => ({
  steps: ['password', 'accounts', 'source', 'reel', 'colleague'].map((name) => ({ name, isDone: done.includes(name) })),
  isHidden,
})

export const waiting = (items: AttentionItem[], put = 0) => json({ items, later: { count: put, until: null } })

export function openDashboard(handlers: Handlers = {}, user = aUser()): Asked[] {
  return openApp(
    '/',
    {
      'GET /api/accounts': () => page([anAccount()]),
      'GET /api/attention': () => waiting([]),
      'GET /api/first-steps': () => json(steps(['password', 'accounts'])),
      'GET /api/demo': () => json(noDemo),
      ...handlers,
    },
    user,
  )
}

export const PATIENCE = { timeout: 20_000 }
export const strip = async () => within(await screen.findByRole('region', { name: 'Needs attention' }, PATIENCE))
