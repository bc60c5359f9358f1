/**
 * The authorization matrix (D6): every route of the contract, asked by everybody, for an own, a foreign and a missing
 * object. A route without a row here fails, and so does one that the application does not serve.
 */
import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { type RouteRow, routes } from '@tangelo/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownFolder } from '#features/drive/index.ts'
import { newSecret } from '#platform/secrets.ts'
import { itemsIn } from './content-items.ts'
import { aPixel } from './reels.ts'
import { testEngine } from './test-store.ts'
import { formWith, PASSWORD, PEOPLE, type Person, START, type World, world } from './world.ts'

type Actor = Person | 'stranger' | 'garbage' | 'expired'
const ACTORS: Actor[] = ['stranger', 'garbage', 'expired', ...(Object.keys(PEOPLE) as Person[])]

/** Statuses by who asks; `own` and `foreign` are seen from company 1. */
interface Case {
  url: string
  body?: object | FormData
  expected: Record<Actor, number>
}

const IDS = { own: 1, foreign: 2, missing: 999 }

const everybody = (status: number): Record<Actor, number> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>

const nobody = { stranger: 401, garbage: 401, expired: 401 }

const admins = (status: number): Record<Actor, number> => ({
  ...nobody,
  admin: status,
  pro: 403,
  basic: 403,
  foreigner: 403,
  loner: 403,
})

const signedIn = (status: number): Record<Actor, number> => ({ ...everybody(status), ...nobody })

/** The own object of company 1: its people see it, everybody else gets the same 404 as for a missing one. */
const company = (owner: 1 | 2 | null, status: number, adminStatus = status): Record<Actor, number> => ({
  ...nobody,
  admin: owner === null ? 404 : adminStatus,
  pro: owner === 1 ? status : 404,
  basic: owner === 1 ? status : 404,
  foreigner: owner === 2 ? status : 404,
  loner: 404,
})

const perAccount = (path: string, status: number, body?: object): Case[] => [
  { url: path.replace(':id', String(IDS.own)), expected: company(1, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.foreign)), expected: company(2, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.missing)), expected: company(null, status), ...(body && { body }) },
]

const perPost = (path: string, status: number, body?: object): Case[] => [
  { url: path.replace(':id', POSTS.own), expected: company(1, status), ...(body && { body }) },
  { url: path.replace(':id', POSTS.foreign), expected: company(2, status), ...(body && { body }) },
  { url: path.replace(':id', POSTS.missing), expected: company(null, status), ...(body && { body }) },
]

/** For administrators and pro users of the company. */
const reelMakers = (owner: 1 | 2 | null, status: number): Record<Actor, number> => ({
  ...company(owner, status),
  basic: 403,
  loner: 403,
})

const perObject = (ids: typeof REELS, path: string, status: number, body?: (id: string) => object): Case[] =>
  (
    [
      [ids.own, 1],
      [ids.foreign, 2],
      [ids.missing, null],
    ] as const
  ).map(([id, owner]) => ({
    url: path.replace(':id', id),
    expected: reelMakers(owner, status),
    ...(body && { body: body(id) }),
  }))

/** For administrators, and pro users of the company. */
const perPayer = (path: string, status: number, body?: object): Case[] =>
  ([1, 2, null] as const).map((owner) => ({
    url: `/api/companies/${owner ?? IDS.missing}/subscription${path}`,
    expected: reelMakers(owner, status),
    ...(body && { body }),
  }))

/** For admins only, who see every company: own and foreign are both theirs. */
const adminPerObject = (path: string, status: number, body?: object, ids = IDS): Case[] => [
  { url: path.replace(':id', String(ids.own)), expected: admins(status), ...(body && { body }) },
  { url: path.replace(':id', String(ids.foreign)), expected: admins(status), ...(body && { body }) },
  { url: path.replace(':id', String(ids.missing)), expected: admins(404), ...(body && { body }) },
]

/** Of a user: theirs and the administrators', nobody else's in the company. */
const perWebhook = (path: string): Case[] =>
  (
    [
      [WEBHOOKS.own, 'pro'],
      [WEBHOOKS.foreign, 'foreigner'],
      [WEBHOOKS.missing, null],
    ] as const
  ).map(([id, owner]) => ({
    url: path.replace(':id', String(id)),
    expected: {
      ...signedIn(404),
      ...(owner && { admin: 200, [owner]: 200 }),
    },
  }))

/** Everybody sees their own company's drive, administrators that of company 1. */
const perFolder = (path: string, status: number, body?: (id: string) => object): Case[] =>
  perObject(FOLDERS, path, status, body).map((one, at) =>
    at === 1 ? { ...one, expected: { ...one.expected, admin: 404 } } : one,
  )

const FOLDERS = { own: 'own-folder', foreign: 'foreign-folder', missing: 'missing-folder' }
const IMPORT = '00000000-0000-4000-8000-000000000001'
/** By their users. */
const WEBHOOKS = { own: 2, foreign: 4, missing: 999 }
const POSTS = { own: 'recOwn00000000001', foreign: 'recForeign0000001', missing: 'recMissing0000001' }
const REELS = { own: 'recOwnReel0000001', foreign: 'recForeignReel001', missing: 'recMissing0000001' }
const RENDERS = {
  own: '00000000-0000-4000-8000-0000000000a1',
  foreign: '00000000-0000-4000-8000-0000000000a2',
  missing: '00000000-0000-4000-8000-0000000000a3',
}
const PICTURES = {
  own: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
  foreign: '/media/u/BBBBBBBBBBBBBBBBBBBBBB',
  missing: '/media/u/CCCCCCCCCCCCCCCCCCCCCC',
}
/** Images that nothing shows. */
const UPLOADS = { own: 'DDDDDDDDDDDDDDDDDDDDDD', foreign: 'EEEEEEEEEEEEEEEEEEEEEE', missing: 'FFFFFFFFFFFFFFFFFFFFFF' }
const CAPTION = { isShown: true, text: 'A walk', place: 'bottom', style: 'outline' }
const SETTINGS = {
  pictures: [{ seconds: 3, motion: 'calm', strength: 0.07 }],
  transition: { kind: 'cross-fade', seconds: 0.5 },
  caption: CAPTION,
  music: null,
  coverSeconds: 0,
  quality: 'standard',
}
const A_CUSTOMER = { planId: 1, customerName: 'Mia', customerEmail: 'mia@example.test' }
const A_SECRET = `pi_${'a'.repeat(24)}_secret_${'b'.repeat(24)}`
const AN_ANALYSIS = { imageBase64: Buffer.from(aPixel()).toString('base64'), prompt: 'What is in it?' }
const TOKEN = '00000000-0000-4000-8000-0000000000b1'
const FOREIGN_TOKEN = '00000000-0000-4000-8000-0000000000b2'
/** An API token of the pro user. */
const PROGRAM = `tangelo_${newSecret()}`
const CONFIRMED = { password: PASSWORD }
const GOOD_USER = { username: 'newcomer', password: 'a long enough one', role: 'basic', companyId: null }

/** One entry per route of the contract, named as it is there. Each actor gets a world of its own kind of request. */
const MATRIX: Record<string, Case[]> = {
  'auth.status': [{ url: '/api/auth/status', expected: everybody(200) }],
  'auth.login': [{ url: '/api/auth/login', body: { username: 'nobody', password: 'wrong' }, expected: everybody(401) }],
  'auth.logout': [{ url: '/api/auth/logout', expected: everybody(200) }],
  'auth.changePassword': [
    {
      url: '/api/auth/password',
      body: { currentPassword: 'wrong', newPassword: 'long enough to pass' },
      expected: signedIn(400),
    },
  ],
  'apiTokens.generate': [
    { url: '/api/auth/generate-api-token', body: {}, expected: signedIn(201) },
    { url: '/api/auth/generate-api-token', body: { userId: 3 }, expected: { ...admins(201), basic: 201 } },
    { url: '/api/auth/generate-api-token', body: { userId: 999 }, expected: admins(400) },
  ],
  'apiTokens.list': [
    { url: '/api/auth/tokens', expected: signedIn(200) },
    { url: '/api/auth/tokens?username=pro', expected: { ...admins(200), pro: 200 } },
    { url: '/api/auth/tokens?username=nobody', expected: admins(404) },
  ],
  // A token of the pro user: also their colleague gets the answer of a missing one.
  'apiTokens.remove': [
    { url: `/api/auth/tokens/${TOKEN}`, expected: { ...signedIn(404), admin: 200, pro: 200 } },
    { url: `/api/auth/tokens/${FOREIGN_TOKEN}`, expected: { ...signedIn(404), admin: 200, foreigner: 200 } },
    { url: `/api/auth/tokens/${IMPORT}`, expected: signedIn(404) },
  ],
  'apiTokens.removeAll': [{ url: '/api/auth/tokens', expected: signedIn(200) }],
  'auth.loginWithCode': [
    { url: '/api/auth/login/code', body: { challenge: 'made-up', code: '123456' }, expected: everybody(401) },
  ],
  'auth.profile': [{ url: '/api/auth/profile', expected: signedIn(200) }],
  'twoFactor.read': [{ url: '/api/auth/two-factor', expected: signedIn(200) }],
  'twoFactor.begin': [{ url: '/api/auth/two-factor', body: { password: 'wrong' }, expected: signedIn(400) }],
  'twoFactor.turnOn': [{ url: '/api/auth/two-factor', body: { code: '123456' }, expected: signedIn(409) }],
  'twoFactor.turnOff': [{ url: '/api/auth/two-factor/off', body: { password: 'wrong' }, expected: signedIn(400) }],
  'twoFactor.renewCodes': [
    { url: '/api/auth/two-factor/recovery-codes', body: { password: 'wrong' }, expected: signedIn(400) },
  ],
  'twoFactor.requireOfAdmins': [
    { url: '/api/auth/two-factor/rule', body: { isRequiredOfAdmins: false }, expected: admins(200) },
  ],
  'twoFactor.readOf': adminPerObject('/api/users/:id/two-factor', 200, undefined, { own: 3, foreign: 4, missing: 999 }),
  'twoFactor.reset': adminPerObject('/api/users/:id/two-factor', 200, undefined, { own: 3, foreign: 4, missing: 999 }),
  'sessions.own': [{ url: '/api/sessions', expected: signedIn(200) }],
  'sessions.end': [
    { url: '/api/sessions/of-basic/end', body: CONFIRMED, expected: { ...signedIn(404), basic: 200 } },
    { url: '/api/sessions/of-foreigner/end', body: CONFIRMED, expected: { ...signedIn(404), foreigner: 200 } },
    { url: '/api/sessions/of-nobody/end', body: CONFIRMED, expected: signedIn(404) },
  ],
  'sessions.endOthers': [{ url: '/api/sessions/end-others', body: CONFIRMED, expected: signedIn(200) }],
  'sessions.list': [{ url: '/api/admin/sessions', expected: admins(200) }],
  'sessions.endOne': ['of-basic', 'of-foreigner', 'of-nobody'].map((id) => ({
    url: `/api/admin/sessions/${id}`,
    expected: admins(id === 'of-nobody' ? 404 : 200),
  })),
  'sessions.endMany': [{ url: '/api/admin/sessions', expected: admins(200) }],
  'users.list': [{ url: '/api/users', expected: admins(200) }],
  'users.create': [{ url: '/api/users', body: GOOD_USER, expected: admins(201) }],
  'users.update': adminPerObject('/api/users/:id', 200, { profileId: 'x' }, { own: 2, foreign: 4, missing: 999 }),
  'users.remove': adminPerObject('/api/users/:id', 200, undefined, { own: 3, foreign: 4, missing: 999 }),
  'companies.list': [{ url: '/api/companies', expected: admins(200) }],
  'companies.create': [{ url: '/api/companies', body: { name: 'Third' }, expected: admins(201) }],
  'companies.update': adminPerObject('/api/companies/:id', 200, { website: 'https://example.test' }),
  'companies.remove': [
    // Both have people in them: an administrator is told so.
    { url: '/api/companies/1', expected: admins(409) },
    { url: '/api/companies/2', expected: admins(409) },
    { url: '/api/companies/999', expected: admins(404) },
  ],
  'accounts.list': [{ url: '/api/accounts', expected: signedIn(200) }],
  'accounts.create': [{ url: '/api/accounts', body: { username: 'newcomer' }, expected: admins(201) }],
  'accounts.read': perAccount('/api/accounts/:id', 200),
  'accounts.posts': perAccount('/api/accounts/:id/posts', 200),
  'accounts.update': perAccount('/api/accounts/:id', 200, { notes: 'seen' }),
  'accounts.remove': adminPerObject('/api/accounts/:id', 200),
  'metrics.latest': perAccount('/api/accounts/:id/metrics', 200),
  'metrics.history': perAccount('/api/accounts/:id/metrics/history', 200),
  'metrics.typeIn': adminPerObject('/api/accounts/:id/metrics', 201, { followers: 12 }),
  'metrics.global': [{ url: '/api/metrics/global', expected: signedIn(200) }],
  'dataImports.create': [
    {
      url: '/api/accounts/import',
      body: formWith('username,date,followers\nnewcomer,2026-11-01,5\n'),
      expected: admins(200),
    },
  ],
  'dataImports.progress': [{ url: `/api/accounts/import/${IMPORT}`, expected: admins(404) }],
  // Nobody is connected in this world: what may be asked is refused for that reason.
  'refreshes.start': adminPerObject('/api/accounts/:id/refresh', 409),
  'refreshes.state': perAccount('/api/accounts/:id/refresh', 200),
  'refreshes.failing': [{ url: '/api/refreshes/failing', expected: signedIn(200) }],
  'postHistory.list': perAccount('/api/accounts/:id/posts/history', 200),
  'postHistory.readings': perAccount('/api/accounts/:id/posts/999/readings', 200),
  'provenance.read': perAccount('/api/accounts/:id/metrics/provenance', 200),
  'provenance.raw': adminPerObject('/api/accounts/:id/metrics/raw', 404),
  'comparison.peers': perAccount('/api/accounts/:id/peers', 200),
  'comparison.groups': [{ url: '/api/groups', expected: signedIn(200) }],
  // Accounts that do not exist: those of another company are refused in the same words (comparison.test.ts).
  'comparison.createGroup': [{ url: '/api/groups', body: { name: 'All', accountIds: [999] }, expected: signedIn(400) }],
  'comparison.updateGroup': perAccount('/api/groups/:id', 200, {}),
  'comparison.removeGroup': perAccount('/api/groups/:id', 200),
  'integrations.list': [{ url: '/api/connections', expected: admins(200) }],
  'integrations.test': [{ url: '/api/connections/import/test', expected: admins(200) }],
  'events.list': [{ url: '/api/activity', expected: signedIn(200) }],
  'events.retry': [{ url: `/api/activity/${IMPORT}/retry`, expected: admins(404) }],
  'events.cancel': [{ url: `/api/activity/${IMPORT}/cancel`, expected: admins(404) }],
  'events.events': [{ url: '/api/events', expected: signedIn(200) }],
  'audits.latest': [{ url: '/api/audits/latest', expected: admins(200) }],
  'system.read': [{ url: '/api/system', expected: admins(200) }],
  'jobs.kinds': [{ url: '/api/system/queue', expected: admins(200) }],
  'jobs.deadLetters': [{ url: '/api/system/dead-letters', expected: admins(200) }],
  'jobs.retry': [{ url: `/api/system/dead-letters/${IMPORT}/retry`, expected: admins(404) }],
  'errorLog.list': [{ url: '/api/system/errors', expected: admins(200) }],
  'errorLog.clear': [{ url: '/api/system/errors', expected: admins(200) }],
  'prompts.list': [{ url: '/api/prompts', expected: admins(200) }],
  'prompts.titles': [{ url: '/api/airtable/prompts', expected: admins(200) }],
  'prompts.provider': [{ url: '/api/prompts/provider', expected: admins(200) }],
  'prompts.generate': [
    { url: '/api/prompts/generate', body: { companyName: 'Grove', industry: 'fruit' }, expected: admins(200) },
  ],
  'prompts.save': [{ url: '/api/prompts/save', body: { title: 'A', prompt: 'B' }, expected: admins(201) }],
  'prompts.read': [{ url: `/api/prompts/${POSTS.missing}`, expected: admins(404) }],
  'prompts.update': [{ url: `/api/prompts/${POSTS.missing}`, body: { title: 'A' }, expected: admins(404) }],
  'prompts.remove': [{ url: `/api/prompts/${POSTS.missing}`, expected: admins(404) }],
  'prompts.setDefault': [
    {
      url: `/api/prompts/${POSTS.missing}/default`,
      body: { of: 'user', isDefault: true },
      expected: admins(404),
    },
  ],
  'analyses.analyse': [{ url: '/api/openai/analyze-image', body: AN_ANALYSIS, expected: admins(200) }],
  'analyses.follow': [{ url: '/api/openai/analyze-image/stream', body: AN_ANALYSIS, expected: admins(200) }],
  // The posts have no image: whose they are is decided before that is seen.
  'analyses.suggestCaption': perPost('/api/content/posts/:id/caption', 422),
  // Nobody has uploaded this one; who may ask is decided before that is seen.
  'analyses.suggestCaptionFor': [
    {
      url: '/api/content/caption',
      body: { imageUrl: '/media/u/missing' },
      expected: { ...signedIn(400), loner: 403 },
    },
  ],
  'backups.list': [{ url: '/api/system/backups', expected: admins(200) }],
  // Where the store is PostgreSQL, backups are made with its own tool.
  'backups.make': [{ url: '/api/system/backups', expected: admins(testEngine === 'sqlite' ? 202 : 409) }],
  'auditLog.list': [{ url: '/api/audit-log', expected: admins(200) }],
  'auditLog.exportFile': [{ url: '/api/audit-log/csv', expected: admins(200) }],
  'auditLog.check': [{ url: '/api/audit-log/check', expected: admins(200) }],
  'content.counts': [{ url: '/api/content/counts', expected: signedIn(200) }],
  'content.all': [{ url: '/api/airtable/all-posts', expected: signedIn(200) }],
  'content.create': [
    { url: '/api/content/posts', body: { caption: 'new' }, expected: { ...signedIn(201), loner: 403 } },
  ],
  'content.read': perPost('/api/content/posts/:id', 200),
  'content.history': perPost('/api/content/posts/:id/history', 200),
  'content.calendar': [{ url: '/api/content/calendar?from=2026-11-01&to=2026-11-30', expected: signedIn(200) }],
  'content.unplanned': [{ url: '/api/content/unplanned', expected: signedIn(200) }],
  'content.sync': [{ url: '/api/content/sync', expected: signedIn(200) }],
  'content.pull': [{ url: '/api/content/sync', expected: signedIn(202) }],
  // No company of this world names a table.
  'contentTables.list': [{ url: '/api/connections/airtable/tables', expected: admins(200) }],
  'contentTables.read': [1, 2, 999].map((id) => ({
    url: `/api/connections/airtable/tables/${id}`,
    expected: admins(404),
  })),
  'contentTables.update': [1, 2, 999].map((id) => ({
    url: `/api/connections/airtable/tables/${id}`,
    body: { columns: {} },
    expected: admins(404),
  })),
  'drafts.list': [{ url: '/api/airtable/draft-posts', expected: signedIn(200) }],
  'drafts.update': perPost('/api/airtable/posts/:id', 200, { caption: 'seen' }),
  'mediaLibrary.list': [
    { url: '/api/uploads', expected: { ...signedIn(200), loner: 403 } },
    { url: '/api/uploads?companyId=2', expected: company(2, 200) },
    { url: '/api/uploads?companyId=999', expected: { ...company(null, 200), admin: 200 } },
  ],
  'mediaLibrary.remove': [
    { url: `/api/uploads/${UPLOADS.own}`, expected: { ...company(1, 200), basic: 403 } },
    { url: `/api/uploads/${UPLOADS.foreign}`, expected: company(2, 200) },
    { url: `/api/uploads/${UPLOADS.missing}`, expected: company(null, 200) },
  ],
  'uploads.images': [
    {
      url: '/api/upload/images',
      body: formWith(aPixel(), 'pixel.gif', 'images'),
      expected: { ...signedIn(200), basic: 403, loner: 403 },
    },
    {
      url: '/api/upload/images?for=draft',
      body: formWith(aPixel(), 'pixel.gif', 'images'),
      expected: { ...signedIn(200), loner: 403 },
    },
  ],
  'uploads.music': [
    {
      url: '/api/upload/music',
      body: formWith('music of 12 seconds', 'song.mp3', 'music'),
      expected: { ...signedIn(200), basic: 403, loner: 403 },
    },
  ],
  'credits.read': ([1, 2, null] as const).map((owner) => ({
    url: `/api/companies/${owner ?? IDS.missing}/credits`,
    expected: reelMakers(owner, 200),
  })),
  'reels.list': [{ url: '/api/airtable/reels', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'reels.read': perObject(REELS, '/api/airtable/reels/:id', 200),
  'reels.create': [
    ...perObject(REELS, '/api/airtable/create-reel', 200, (id) => ({ selectedReels: [id] })),
    // An administrator makes reels for company 1 where nothing else is said.
    { url: '/api/airtable/create-reel', body: { images: [PICTURES.own] }, expected: reelMakers(1, 200) },
    {
      url: '/api/airtable/create-reel',
      body: { images: [PICTURES.foreign] },
      expected: { ...reelMakers(2, 200), admin: 404 },
    },
    { url: '/api/airtable/create-reel', body: { images: [PICTURES.missing] }, expected: reelMakers(null, 200) },
  ],
  'reels.updateVideo': perObject(REELS, '/api/airtable/update-reel-video', 200, (reelId) => ({ reelId })),
  'reels.remove': perObject(REELS, '/api/airtable/reels/:id', 200),
  'reels.saveImages': perObject(REELS, '/api/airtable/save-images', 200, (recordId) => ({
    recordId,
    imageUrls: [recordId === REELS.foreign ? PICTURES.foreign : PICTURES.own],
  })),
  'reels.saveSettings': perObject(REELS, '/api/reels/:id/settings', 200, (id) => ({
    images: [id === REELS.foreign ? PICTURES.foreign : PICTURES.own],
    settings: SETTINGS,
  })),
  'reels.duplicate': perObject(REELS, '/api/reels/:id/duplicate', 201),
  'reels.drawCaption': [
    { url: '/api/reels/caption', body: CAPTION, expected: { ...signedIn(200), basic: 403, loner: 403 } },
  ],
  'renders.status': perObject(RENDERS, '/api/airtable/reel-status/:id', 200),
  'renders.cancel': perObject(RENDERS, '/api/renders/:id/cancel', 200),
  'webhooks.list': [{ url: '/api/webhooks', expected: signedIn(200) }],
  'webhooks.read': perWebhook('/api/webhooks/:id'),
  'webhooks.test': perWebhook('/api/webhooks/:id/test'),
  'webhooks.renewSecret': perWebhook('/api/webhooks/:id/secret'),
  'webhooks.switchOn': perWebhook('/api/webhooks/:id/switch-on'),
  'webhooks.deliveries': [{ url: '/api/webhooks/deliveries', expected: admins(200) }],
  'webhooks.delivery': adminPerObject('/api/webhooks/deliveries/:id', 200),
  'webhooks.resend': adminPerObject('/api/webhooks/deliveries/:id/resend', 202),
  // Company 1 and 2 have a folder on the server each, which has been read.
  'driveImports.status': [{ url: '/api/google/auth/status', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.address': [{ url: '/api/google/auth/url', expected: { ...signedIn(409), basic: 403, loner: 403 } }],
  'driveImports.arrive': [{ url: '/api/google/auth/callback?state=made-up&code=made-up', expected: everybody(303) }],
  'driveImports.clear': [{ url: '/api/google/auth/clear', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.list': [{ url: '/api/google/reels', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.read': perFolder('/api/google/reels/:id', 200),
  'driveImports.refresh': [
    { url: '/api/google/reels/refresh', expected: { ...signedIn(202), basic: 403, loner: 403 } },
  ],
  // They have become reels before: whoever asks again is told what became of it.
  'driveImports.create': perFolder('/api/google/import-reel', 200, (folderId) => ({ folderId, createNew: true })),
  'credits.grant': adminPerObject('/api/companies/:id/credits', 200, { credits: 5, reason: 'A gift' }),
  'plans.list': [{ url: '/api/subscription-plans', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'plans.initialize': [{ url: '/api/init-subscription-plans', expected: admins(200) }],
  'plans.initializePlans': [{ url: '/api/init-subscription-plans', expected: admins(200) }],
  'payments.provider': [{ url: '/api/payments/provider', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  // Neither company has a subscription, and there are no plans.
  'subscriptions.read': perPayer('', 200),
  'subscriptions.setup': perPayer('/setup', 400, A_CUSTOMER),
  'subscriptions.create': perPayer('', 400, { ...A_CUSTOMER, paymentMethodId: 'pm_1' }),
  'subscriptions.cancel': perPayer('/cancel', 409, {}),
  'subscriptions.resume': perPayer('/resume', 409),
  'subscriptions.previewChange': perPayer('/change/preview', 409, { planId: 1 }),
  'subscriptions.change': perPayer('/change', 409, { planId: 1, quote: 'made up' }),
  'subscriptions.setupCard': perPayer('/card/setup', 409),
  'subscriptions.changeCard': perPayer('/card', 409, { paymentMethodId: 'pm_1' }),
  'subscriptions.confirmation': perPayer('/confirmation', 409),
  'subscriptions.invoices': perPayer('/invoices', 200),
  'payments.confirmSandbox': [
    {
      url: '/api/payments/sandbox/confirm',
      body: { clientSecret: A_SECRET },
      expected: { ...signedIn(409), basic: 403, loner: 403 },
    },
  ],
  'payments.answerSandbox': [
    {
      url: '/api/payments/sandbox/challenge',
      body: { clientSecret: A_SECRET, accepted: true },
      expected: { ...signedIn(409), basic: 403, loner: 403 },
    },
  ],
  // Each item has its own answer, in the body.
  'drafts.updateMany': [
    {
      url: '/api/content/posts/status',
      body: { posts: Object.values(POSTS).map((id) => ({ id })), status: 'Approved' },
      expected: signedIn(200),
    },
  ],
}

const contractRows = Object.entries(routes).flatMap(([room, rows]) =>
  Object.entries<RouteRow>(rows).map(([name, row]) => ({ name: `${room}.${name}`, row })),
)

const ACCOUNTS = ['own', { username: 'foreign', companyId: 2 }]

/** An account and a content item of each company. */
async function peopled(until: 'test' | 'file' = 'test'): Promise<World> {
  const here = await world({ accounts: ACCOUNTS, until, webhooks: { lookup: noNames } })
  for (const accountId of [IDS.own, IDS.foreign])
    await here.ask('admin', 'POST', '/api/groups', { name: 'All', accountIds: [accountId] })
  await itemsIn(here, [{ id: POSTS.own }, { id: POSTS.foreign, companyId: 2 }])
  await aPicture(here, 1, UPLOADS.own)
  await aPicture(here, 2, UPLOADS.foreign)
  for (const [companyId, reel, render, picture, folder] of [
    [1, REELS.own, RENDERS.own, PICTURES.own, FOLDERS.own],
    [2, REELS.foreign, RENDERS.foreign, PICTURES.foreign, FOLDERS.foreign],
  ] as const) {
    await itemsIn(here, [{ id: reel, companyId, mediaType: 'reel', imageUrl: picture }])
    await endedRender(here, { companyId, reel, render })
    await aPicture(here, companyId, picture)
    await aWebhook(here, companyId)
    await aFolder(here, companyId, folder, reel)
  }
  await aToken(here, 2, TOKEN, PROGRAM)
  await aToken(here, 4, FOREIGN_TOKEN, `tangelo_${newSecret()}`)
  return here
}

/** In a drive that has just been read; it has become a reel. */
async function aFolder({ database: { queries } }: World, company_id: number, id: string, item_id: string) {
  const named = { entry_id: id, name: id, name_key: id, description: null, place: null, picture_key: id }
  const row = { company_id, id, ...named, created_at: 0, images: '[]', seen_in: 1 }
  await queries
    .insertInto('drives')
    .values({ company_id, drive: 'folder', owner: null, connected_at: null, lost_at: null, read_at: START })
    .execute()
  await queries
    .insertInto('drive_folders')
    .values({ ...row, shown: shownFolder(row) })
    .execute()
  const done = { state: 'done' as const, rename: 'done' as const, done: 1, total: 1, left_out: 0, skips_refused: 0 }
  await queries
    .insertInto('drive_imports')
    .values({
      company_id,
      folder_id: id,
      id,
      drive: 'folder',
      entry_id: id,
      folder_name: id,
      user_id: null,
      ...done,
      user_name: 'pro',
      wanted_record_id: null,
      item_id,
      message: null,
      created_at: 0,
      ended_at: 0,
    })
    .execute()
}

async function aToken({ database }: World, userId: number, id: string, token: string) {
  const token_hash = createHash('sha256').update(token).digest('hex')
  const told = { prefix: token.slice(0, 12), last_four: token.slice(-4), last_used_at: null }
  await database.queries
    .insertInto('api_tokens')
    .values({ id, user_id: userId, token_hash, ...told, created_at: START, expires_at: START + 365 * 24 * 3_600_000 })
    .execute()
}

/** One that was called off: its credit was taken and given back. */
async function endedRender({ database }: World, of: { companyId: number; reel: string; render: string }) {
  const { companyId: company_id, reel: item_id, render: id } = of
  const common = { company_id, user_id: null, at: 0 }
  const reason = `render:${id}`
  await database.queries
    .insertInto('credit_entries')
    .values([
      { ...common, reason: 'welcome', kind: 'grant', credits: 5 },
      { ...common, reason, kind: 'spend', credits: -1 },
      { ...common, reason: `${reason}:back`, kind: 'give_back', credits: 1 },
    ])
    .execute()
  const asked = { user_id: null, user_name: 'pro', state: 'cancelled' as const, images: '[]', settings: '{}' }
  await database.queries
    .insertInto('renders')
    .values({ id, company_id, item_id, created_at: 0, ...asked })
    .execute()
}

/** Nothing is called from here. */
const noNames: LookupFunction = (_host, _options, found) =>
  found(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), '')

/** With one delivery, which failed. */
async function aWebhook({ database: { queries } }: World, company_id: 1 | 2) {
  const user_id = company_id === 1 ? WEBHOOKS.own : WEBHOOKS.foreign
  const webhook_url = 'https://receiver.example.test/'
  await queries.updateTable('users').set({ webhook_url }).where('id', '=', user_id).execute()
  const event = { event_id: 'an event', kind: 'draft.changed' as const, body: '{}' }
  const moments = { created_at: 0, asked_at: 0, next_try_at: 0 }
  await queries
    .insertInto('webhook_deliveries')
    .values({ user_id, company_id, ...event, ...moments, state: 'failed' })
    .execute()
}

async function aPicture({ database }: World, company_id: number, address: string) {
  const id = address.split('/').at(-1) ?? ''
  const size = { width: 1, height: 1, bytes: 1 }
  const kept = { hash: id, type: 'image/png', user_id: null, created_at: 0 }
  await database.queries
    .insertInto('uploads')
    .values({ id, company_id, ...size, ...kept })
    .execute()
}

test('every route of the contract has a row in the matrix', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(contractRows.map(({ name }) => name).sort())
})

test('every route of the contract is served, and nothing else under /api but the documentation and what the provider of payments sends', async () => {
  const { app } = await world()
  const served = servedRoutes(app.printRoutes({ commonPrefix: false })).filter((route) => / \/api\//.test(route))
  const expected = contractRows.map(({ row }) => `${row.method} ${row.path}`)
  // The provider of payments signs what it sends: who asks without that is in the tests of payment-events.
  const others = ['GET /api/openapi.json', 'GET /api/docs', 'POST /api/webhooks/stripe']
  expect(served.sort()).toEqual([...expected, ...others].sort())
})

describe.each(contractRows)('$name', ({ name, row }) => {
  const cases = MATRIX[name] ?? []
  // Reads and refusals leave the world as it is; a change that succeeds, and a failed sign-in, get a new one.
  let shared: World
  let aWeekLater: World
  beforeAll(async () => {
    shared = await peopled('file')
    aWeekLater = await peopled('file')
    aWeekLater.clock.moveBy(8 * 24 * 3_600_000)
  })
  afterAll(async () => {
    await shared.close()
    await aWeekLater.close()
  })

  test.each(
    cases.flatMap(({ url, body, expected }) => ACTORS.map((actor) => ({ url, body, actor, status: expected[actor] }))),
  )('$actor asks $url: $status', async ({ url, body, actor, status }) => {
    const leavesTraces = row.method !== 'GET' && (status < 300 || name === 'auth.login')
    const here = actor === 'expired' ? aWeekLater : leavesTraces ? await peopled() : shared
    const who = actor === 'expired' ? 'admin' : actor
    if (row.stream && status < 300) return expect(await statusOfStream(here, who, row, { url, body })).toBe(status)
    const res = await here.ask(who, row.method, url, body)
    expect(res.statusCode, res.body).toBe(status)
    if (status >= 400) expect(res.json()).toMatchObject({ error: expect.any(String), status, success: false })
  })

  test.each(cases.map(({ url, body, expected }) => ({ url, body, status: forPrograms(row, expected) })))(
    'a program asks $url: $status',
    async ({ url, body, status }) => {
      const here = name === 'auth.login' ? await peopled() : shared
      const res = await here.ask('stranger', row.method, url, body, { authorization: `Bearer ${PROGRAM}` })
      expect(res.statusCode, res.body).toBe(status)
    },
  )

  // Whoever is refused learns nothing of what there is: not by a word, not by a header.
  test.each(refusedAlike(cases))('$actor cannot tell $urls apart', async ({ actor, alike }) => {
    const here = actor === 'expired' ? aWeekLater : shared
    const answers = []
    for (const { url, body } of alike) {
      const {
        statusCode,
        headers,
        body: text,
      } = await here.ask(actor === 'expired' ? 'admin' : actor, row.method, url, body)
      answers.push({ statusCode, headers: { ...headers, date: '', 'x-request-id': '' }, text })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

/** D9: what is for everybody meets a stranger, what tokens open its owner; everything else is closed, whatever it is. */
const forPrograms = ({ access }: RouteRow, { stranger, pro }: Record<Actor, number>) =>
  access === 'public' ? stranger : access === 'reader' ? pro : 403

test('the matrix asks more than nine hundred questions, and compares foreign with missing wherever an object is named', () => {
  const cases = Object.values(MATRIX).flat()
  expect(cases.length * ACTORS.length).toBeGreaterThanOrEqual(900)
  for (const { name } of contractRows.filter(({ row }) => row.path.includes('/:') && row.access !== 'admin'))
    expect(
      refusedAlike(MATRIX[name] ?? []).filter(({ actor }) => actor === 'pro'),
      name,
    ).not.toEqual([])
})

test('a status for many reaches the own items and no others', async () => {
  for (const [who, changed] of [
    ['admin', [POSTS.own, POSTS.foreign]],
    ['pro', [POSTS.own]],
    ['foreigner', [POSTS.foreign]],
    ['loner', []],
  ] as const) {
    const { ask } = await peopled()
    const posts = Object.values(POSTS).map((id) => ({ id }))
    const answer = (await ask(who, 'POST', '/api/content/posts/status', { posts, status: 'Approved' })).json()
    expect(answer.changed.map(({ id }: { id: string }) => id)).toEqual(changed)
    expect(answer.refused).toHaveLength(3 - changed.length)
  }
})

/** A stream has no end of its own: its status is known from the beginning, and then it is hung up. */
async function statusOfStream(
  { app, tokens }: World,
  who: Person | 'stranger' | 'garbage',
  { method }: RouteRow,
  { url, body }: Pick<Case, 'url' | 'body'>,
) {
  const headers = who in tokens ? { authorization: `Bearer ${tokens[who as Person]}` } : {}
  const payload = body === undefined ? {} : { payload: body }
  const { statusCode, raw } = await app.inject({ method, url, headers, payloadAsStream: true, ...payload })
  raw.res.destroy()
  return statusCode
}

/** For everybody, the requests of one shape that are refused with one status: for objects of others, and for missing ones. */
function refusedAlike(cases: Case[]): { actor: Actor; urls: string; alike: Case[] }[] {
  const shapeOf = ({ body = {} }: Case, status: number) => JSON.stringify([status, Object.keys(body)])
  // To an administrator nothing is foreign.
  return ACTORS.filter((actor) => actor !== 'admin').flatMap((actor) =>
    [...Map.groupBy(cases, (one) => shapeOf(one, one.expected[actor])).values()]
      .filter(([first, ...others]) => first !== undefined && first.expected[actor] >= 400 && others.length > 0)
      .map((alike) => ({ actor, urls: alike.map(({ url }) => url).join(' and '), alike })),
  )
}

/** `GET /api/accounts/:accountId` and so on, from the tree that Fastify prints. */
function servedRoutes(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = line.match(/^(.*)[├└]── (\S*)(?: \(([^)]*)\))?/)
    if (!found) return []
    const [, indent = '', part = '', methods] = found
    const depth = indent.length / 4
    parents.length = depth
    const path = parents.join('') + part
    parents[depth] = part
    return (methods?.split(', ') ?? []).filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`)
  })
}
