/** Connections as an administrator meets them: one service that works, and room for more accounts. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import { page } from './accounts.ts'
import { type Asked, json, pageOf } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { minutesAgo } from './time.ts'

export type Connection = RouteReply<'GET /api/connections'>[number]
type Capacity = RouteReply<'GET /api/connections/capacity'>

export function aConnection(part: Partial<Connection> = {}): Connection {
  return {
    name: 'graph',
    title: 'Instagram Graph API',
    state: 'connected',
    explanation: 'Reads business and creator profiles.',
    nextStep: null,
    settings: [
      { name: 'GRAPH_ACCESS_TOKEN', isSet: true },
      { name: 'GRAPH_IG_USER_ID', isSet: false },
    ],
    usedPercent: 83,
    pausedUntil: null,
    lastSucceededAt: minutesAgo(2),
    lastFailedAt: null,
    ...part,
  }
}

export const aSource = (part: Partial<Capacity['sources'][number]> = {}): Capacity['sources'][number] => ({
  name: 'graph',
  perDay: 4_800,
  perDayAtBest: 4_800,
  connections: 0,
  accounts: 17,
  lastReadAt: minutesAgo(12),
  testAccount: 'quaybakes',
  ...part,
})

export const aCapacity = (part: Partial<Capacity> = {}): Capacity => ({
  accounts: 24,
  readLately: 23,
  perDay: 4_800,
  duePerDay: 24,
  waiting: 0,
  sources: [
    aSource(),
    aSource({ name: 'apify', perDay: 0, perDayAtBest: null, accounts: 0, lastReadAt: null }),
    aSource({ name: 'import', perDay: null, perDayAtBest: null, accounts: 2, testAccount: null }),
  ],
  ...part,
})

export const openConnections = (handlers: Handlers = {}, user = aUser()): Asked[] =>
  openApp(
    '/connections',
    {
      'GET /api/accounts': () => page([]),
      'GET /api/connections': () => json([aConnection()]),
      'GET /api/connections/capacity': () => json(aCapacity()),
      'GET /api/source-connections': () => json([]),
      'GET /api/refreshes/failing': () => pageOf([]),
      ...handlers,
    },
    user,
  )

export const serviceCard = async (name: string) => within(await screen.findByRole('article', { name }))
