/** The page of one account, @marasea by default. */
import type { Account, AccountPost } from '@tangelo/contract'
import { screen } from '@testing-library/react'
import { addDays, todayUtc } from '#lib/days.ts'
import { anAccount, anEntry, page } from './accounts.ts'
import { aCalendar } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { stubWidth } from './width.ts'

export const HISTORY = 'GET /api/accounts/4/metrics/history'

interface Given {
  account?: Partial<Account>
  posts?: AccountPost[]
  handlers?: Handlers
  user?: ReturnType<typeof aUser>
  path?: string
}

export function openAccount({
  account = {},
  posts = [],
  handlers = {},
  user = aUser(),
  path = '/account/4',
}: Given = {}): Asked[] {
  stubWidth(560)
  const shown = anAccount(account)
  const today = todayUtc()
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([shown]),
      'GET /api/accounts/4': () => json({ account: shown, metrics: shown.metrics, posts }),
      [HISTORY]: () => json([anEntry(addDays(today, -29), { followers: 192_972 }), anEntry(today)]),
      'GET /api/content/calendar': () => aCalendar([], { today }),
      ...handlers,
    },
    user,
  )
}

export const accountHeading = () => screen.findByRole('heading', { level: 1, name: 'Account Detail: @marasea' })
