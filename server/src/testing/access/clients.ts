/** Reports, their schedules, links and approvals for clients: the status of each route by actor. */
import { type Case, company, everybody, IDS, perObject as perOwnObject, reelMakers, signedIn } from './actors.ts'
import { POSTS } from './objects.ts'

/** A link of each company has its id. */
const LINKS = { own: String(IDS.own), foreign: String(IDS.foreign), missing: String(IDS.missing) }

const content = (id: number) => ({
  title: 'Report',
  subject: { kind: 'company', id },
  sections: [{ kind: 'figures' }],
})
const settings = (id: number) => ({ ...content(id), from: '2026-10-01', to: '2026-10-31' })

const perSubject = (url: string, status: number, body: (id: number) => object): Case[] => [
  { url, body: body(IDS.own), expected: company(1, status) },
  { url, body: body(IDS.foreign), expected: company(2, status) },
  { url, body: body(IDS.missing), expected: company(null, status) },
]

const perObject = (path: string, status: number, body?: object): Case[] => [
  { url: path.replace(':id', String(IDS.own)), expected: company(1, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.foreign)), expected: company(2, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.missing)), expected: company(null, status), ...(body && { body }) },
]

/** No token here is one, and a session opens no link. */
const perToken = (path: string, body: object): Case[] =>
  ['1', 'x'.repeat(43)].map((token) => ({ url: `/api/s/${token}/${path}`, body, expected: everybody(404) }))

export const clientsAccess: Record<string, Case[]> = {
  'reports.list': [{ url: '/api/reports', expected: signedIn(200) }],
  'reports.create': perSubject('/api/reports', 201, settings),
  'reports.preview': perSubject('/api/reports/preview', 200, settings),
  'reports.read': perObject('/api/reports/:id', 200),
  'reports.view': perObject('/api/reports/:id/view', 200, {}),
  'reports.file': perObject('/api/reports/:id/file', 200),
  'reports.remove': perObject('/api/reports/:id', 200),
  'reportSchedules.list': [{ url: '/api/report-schedules', expected: signedIn(200) }],
  'reportSchedules.create': perSubject('/api/report-schedules', 201, (id) => ({
    every: 'monthly',
    hour: 8,
    content: content(id),
  })),
  'reportSchedules.update': perObject('/api/report-schedules/:id', 200, { hour: 9 }),
  'reportSchedules.remove': perObject('/api/report-schedules/:id', 200),
  'links.list': [{ url: '/api/links', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'links.create': (
    [
      [IDS.own, 1],
      [IDS.foreign, 2],
      [IDS.missing, null],
    ] as const
  ).map(([targetId, owner]) => ({
    url: '/api/links',
    body: { kind: 'calendar', targetId, name: 'For the client', expiresInDays: 30 },
    expected: reelMakers(owner, 201),
  })),
  'links.remove': perOwnObject(LINKS, '/api/links/:id', 200),
  'approvals.list': [{ url: '/api/approvals', expected: signedIn(200) }],
  'approvals.ofPosts': [{ url: `/api/approvals/posts?ids=${POSTS.own},${POSTS.foreign}`, expected: signedIn(200) }],
  'approvals.create': (
    [
      [POSTS.own, 1],
      [POSTS.foreign, 2],
      [POSTS.missing, null],
    ] as const
  ).map(([post, owner]) => ({
    url: '/api/approvals',
    body: { posts: [post], clientName: 'Ana', timeZone: 'UTC' },
    expected: reelMakers(owner, 201),
  })),
  'approvals.remove': perOwnObject(LINKS, '/api/approvals/:id', 200),
  'approvals.answer': perToken('answers', { item: '1', nonce: 'none', answer: 'approved', name: 'Ana' }),
  'approvals.undo': perToken('undo', { item: '1', nonce: 'none' }),
}
