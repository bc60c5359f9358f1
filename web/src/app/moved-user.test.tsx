/** A user whom an administrator changes while a tab is open. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
// What catches up is fetched at the first gap: loaded before, the test waits for the gap alone.
import '#features/operations/activity/components/refetching.ts'
import { json } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

test('a tab shows the new company of a user who was moved while it was open', async () => {
  const line = eventLine()
  let user = aUser({ role: 'pro', companyName: 'Grove' })
  openApp(
    '/api-tokens',
    {
      'GET /api/events': line.answer,
      'GET /api/auth/status': () => json({ isAuthenticated: true, user, sendsPasswordLinks: false }),
    },
    user,
  )
  expect(await screen.findByText('pro - Grove')).toBeTruthy()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  user = aUser({ role: 'pro', companyId: 9, companyName: 'Orchard' })
  // So the server tells a user who may see other things from now on.
  act(() => line.end())
  expect(await screen.findByText('pro - Orchard')).toBeTruthy()
  expect(screen.queryByText('pro - Grove')).toBeNull()
})
