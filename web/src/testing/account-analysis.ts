/** The Analysis tab of an account for tests: its page, one panel of it, and what was asked. */
import { screen } from '@testing-library/react'
import { todayUtc } from '#lib/days.ts'
import { aFollowerHistory } from './account-history.ts'
import { anAccount, page } from './accounts.ts'
import { anAnalysis } from './analysis.ts'
import { aCalendar } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const ANALYSIS = 'GET /api/accounts/4/analysis'

export function openAnalysis(handlers: Handlers = {}, path = '/account/4/analysis', user = aUser()): Asked[] {
  const account = anAccount({ username: 'harbour.kitchen' })
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': ({ url }) => {
        const { searchParams } = new URL(url, 'http://host')
        const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
        return json(aFollowerHistory(todayUtc(), 700).filter(({ date }) => date >= from && date <= to))
      },
      'GET /api/accounts/4/posts/history': () => json([]),
      'GET /api/content/calendar': () => aCalendar([], { today: todayUtc() }),
      [ANALYSIS]: () => json(anAnalysis(todayUtc())),
      ...handlers,
    },
    user,
  )
}

export const panel = (name: string) => screen.findByRole('region', { name })
