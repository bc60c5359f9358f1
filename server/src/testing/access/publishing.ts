/** Own accounts and publications to them: the status of each route by actor. */
import { admins, type Case, everybody, IDS, perObject, reelMakers, signedIn } from './actors.ts'
import { OWN_MEDIA, POSTS, PUBLICATIONS } from './objects.ts'

const ACCOUNTS = { own: String(IDS.own), foreign: String(IDS.foreign), missing: String(IDS.missing) }
const perAccount = (path: string, status: number) => perObject(ACCOUNTS, path, status)

const PUBLICATION = '/api/publications/:id'
const perPost = (url: string, status: number): Case[] => [
  { url, body: { itemId: POSTS.own, accountId: IDS.own }, expected: reelMakers(1, status) },
  { url, body: { itemId: POSTS.foreign, accountId: IDS.foreign }, expected: reelMakers(2, status) },
  { url, body: { itemId: POSTS.missing, accountId: IDS.own }, expected: reelMakers(null, status) },
]

const perDraft = (accountId: number, itemId: string) => `/api/accounts/${accountId}/insights/expected?itemId=${itemId}`

export const publishingAccess: Record<string, Case[]> = {
  'ownAccounts.list': [{ url: '/api/own-accounts', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  // No login is set up in this world.
  'ownAccounts.begin': perAccount('/api/instagram/auth?login=instagram&accountId=:id', 409),
  'ownAccounts.arrive': [{ url: '/api/instagram/auth/callback?state=made-up&code=made-up', expected: everybody(303) }],
  'ownAccounts.check': perAccount('/api/own-accounts/:id/check', 409),
  'ownAccounts.disconnect': perAccount('/api/own-accounts/:id', 200),
  // Nothing is connected in this world, which a rehearsal says.
  'publications.create': perPost('/api/publications', 409),
  'publications.rehearse': perPost('/api/publications/rehearsal', 200),
  'publications.list': [{ url: '/api/publications', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'publications.read': perObject(PUBLICATIONS, PUBLICATION, 200),
  // They are live already.
  'publications.plan': perObject(PUBLICATIONS, PUBLICATION, 409, () => ({})),
  'publications.withdraw': perObject(PUBLICATIONS, PUBLICATION, 409),
  'publications.decide': perObject(PUBLICATIONS, `${PUBLICATION}/decision`, 409, () => ({ published: false })),
  'insights.read': perAccount('/api/accounts/:id/insights?range=28', 200),
  'insights.media': perAccount('/api/accounts/:id/insights/media', 200),
  'insights.ofMedia': perAccount(`/api/accounts/:id/insights/media/${OWN_MEDIA}`, 200),
  'insights.ofPublication': perObject(PUBLICATIONS, `${PUBLICATION}/insights`, 200),
  'insights.export': perAccount('/api/accounts/:id/insights/export?what=days', 200),
  // No reading has this hash.
  'insights.raw': [
    { url: `/api/accounts/${IDS.own}/insights/raw?hash=${'0'.repeat(64)}`, expected: admins(404) },
    { url: `/api/accounts/${IDS.foreign}/insights/raw?hash=${'0'.repeat(64)}`, expected: admins(404) },
  ],
  'insights.expected': [
    { url: perDraft(IDS.own, POSTS.own), expected: reelMakers(1, 200) },
    { url: perDraft(IDS.foreign, POSTS.foreign), expected: reelMakers(2, 200) },
    { url: perDraft(IDS.missing, POSTS.own), expected: reelMakers(null, 404) },
  ],
  'publishingSlots.read': perAccount('/api/accounts/:id/publishing', 200),
  'publishingSlots.change': perObject(ACCOUNTS, '/api/accounts/:id/publishing', 200, () => ({ toleranceMinutes: 30 })),
}
