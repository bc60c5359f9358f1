/** Three accounts beside each other, with their peers and their group. */
import type { AccountGroup, MetricHistoryEntry, Peers } from '@tangelo/contract'
import { screen } from '@testing-library/react'
import { addDays, todayUtc } from '#lib/days.ts'
import { anAccount, anEntry, page, someMetrics } from './accounts.ts'
import { aCalendar } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { stubWidth } from './width.ts'

export const ACCOUNTS = ['harbour', 'lemons', 'stair'].map((username, index) =>
  anAccount({ id: index + 1, username, metrics: someMetrics({ followers: 20_000 - index }) }),
)

export function aGrowth(growth: number, days = 180): MetricHistoryEntry[] {
  const today = todayUtc()
  return Array.from({ length: days }, (_, index) =>
    anEntry(addDays(today, index - days + 1), { followers: Math.round(1_000 * (1 + (growth * index) / (days - 1))) }),
  )
}

export function somePeers(count: number, part: Partial<Peers> = {}): Peers {
  const figures = { growth: 0.029, postsPerWeek: 3.5, likes: 1.34, comments: null }
  const place = {
    own: 0.029,
    median: 0.02,
    low: 40,
    high: 75,
    peers: count,
    sentence: 'Between the 40th and 75th percentile of 9 similar accounts.',
  }
  return {
    basis: {
      kind: 'similar',
      groupId: null,
      factor: 2,
      sentence: `${count} accounts of this company: Travel, 10,000 to 40,000 followers.`,
    },
    sentence: 'Its posts get more likes than most.',
    own: figures,
    places: (['growth', 'postsPerWeek', 'likes', 'comments'] as const).map((measure) => ({ ...place, measure })),
    peers: Array.from({ length: count }, (_, index) => ({
      ...figures,
      accountId: 20 + index,
      username: `peer${index}`,
      followers: 18_000,
      growth: index / 100,
      isExcluded: false,
    })),
    ...part,
  }
}

export const GROUP: AccountGroup = {
  id: 5,
  companyId: 1,
  name: 'Cafés',
  accountIds: [1, 2, 3],
  createdAt: '2026-11-01T00:00:00.000Z',
}

export function openCompare(path: string, handlers: Handlers = {}, user = aUser()): Asked[] {
  stubWidth(800)
  return openApp(
    path,
    {
      'GET /api/accounts': () => page(ACCOUNTS),
      'GET /api/accounts/1/metrics/history': () => json(aGrowth(0.184)),
      'GET /api/accounts/2/metrics/history': () => json(aGrowth(0.261)),
      'GET /api/accounts/3/metrics/history': () => json(aGrowth(-0.024)),
      'GET /api/groups': () => json([GROUP]),
      'GET /api/content/calendar': () => aCalendar([], { today: todayUtc() }),
      'GET /api/accounts/1/peers': () => json(somePeers(9)),
      'GET /api/accounts/2/peers': () => json(somePeers(9)),
      ...handlers,
    },
    user,
  )
}

export const findComparedList = () => screen.findByRole('list', { name: 'Accounts compared' })
export const findPanel = (name: RegExp) => screen.findByRole('region', { name })
