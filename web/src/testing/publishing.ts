/** Publications, connected accounts, slots and rehearsals as the server answers them, and the pages that show them. */
import type { Check, OwnAccount, Publication, PublishingSlots, RouteReply } from '@tangelo/contract'
import { page } from './accounts.ts'
import { postPage, recordId } from './content.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const PUBLICATION_ID = '8d0f6a52-7a0e-4f4c-9a53-0a1b2c3d4e5f'
export const PUBLICATION = `GET /api/publications/${PUBLICATION_ID}`

export const anOwnAccount = (part: Partial<OwnAccount> = {}): OwnAccount => ({
  accountId: 4,
  companyId: 1,
  login: 'facebook',
  username: 'marasea',
  name: 'Mara',
  page: 'Mara at Sea',
  permissions: ['profile', 'publish', 'insights', 'comments', 'pages'],
  missing: [],
  mayPublish: true,
  state: 'connected',
  connectedAt: '2026-11-20T09:00:00.000Z',
  connectedBy: 'pro',
  expiresAt: '2027-01-19T09:00:00.000Z',
  renewsAt: '2026-12-20T09:00:00.000Z',
  problem: null,
  quota: { used: 3, total: 50, readAt: new Date().toISOString() },
  ...part,
})

export const someSlots = (part: Partial<PublishingSlots> = {}): PublishingSlots => ({
  accountId: 4,
  timeZone: 'Europe/Lisbon',
  slots: [{ weekday: 5, time: '19:00' }],
  toleranceMinutes: 60,
  pausedBecause: null,
  next: [hoursAhead(72)],
  ...part,
})

export const hoursAhead = (hours: number): string =>
  new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000).toISOString()

export const aCheck = (part: Partial<Check> = {}): Check => ({
  key: 'caption',
  state: 'passed',
  title: 'Caption',
  detail: '13 of 2,200 characters',
  fix: null,
  ...part,
})

export const aRehearsal = (checks: readonly Check[] = [aCheck()]): RouteReply<'POST /api/publications/rehearsal'> => ({
  kind: 'image',
  text: 'One last swim',
  media: [],
  mayGoOut: checks.every(({ state }) => state !== 'blocked'),
  checks: [...checks],
  slots: [],
  timeZone: 'Europe/Lisbon',
})

export const aPublication = (part: Partial<Publication> = {}): Publication => ({
  id: PUBLICATION_ID,
  itemId: recordId(1),
  accountId: 4,
  account: 'marasea',
  companyId: 1,
  post: { caption: 'One last swim', imageUrl: null, mediaType: 'image' },
  kind: 'image',
  how: 'publish',
  remindedAt: null,
  state: 'planned',
  plannedAt: hoursAhead(48),
  mediaId: null,
  permalink: null,
  publishedAt: null,
  sentence: 'It goes out to @marasea at its time.',
  waitsFor: null,
  waitsUntil: null,
  by: 'pro',
  createdAt: '2026-11-20T09:00:00.000Z',
  endedAt: null,
  options: {},
  steps: [{ at: '2026-11-20T09:00:00.000Z', state: 'planned', title: 'Planned', detail: 'by pro' }],
  candidates: [],
  toCopy: null,
  ...part,
})

export function openPublishing(path: string, handlers: Handlers = {}): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/posts': () => postPage([]),
      'GET /api/own-accounts': () => json({ logins: [], accounts: [anOwnAccount()], lastSignIn: null }),
      'GET /api/accounts/4/publishing': () => json(someSlots({ timeZone: 'UTC' })),
      ...handlers,
    },
    aUser({ role: 'pro', companyId: 1 }),
  )
}

export const openPublication = (publication: Publication, handlers: Handlers = {}): Asked[] =>
  openPublishing(`/planning?publication=${PUBLICATION_ID}`, { [PUBLICATION]: () => json(publication), ...handlers })
