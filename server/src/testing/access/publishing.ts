/** Own accounts and publications to them: the status of each route by actor. */
import { type Case, everybody, IDS, perObject, reelMakers, signedIn } from './actors.ts'
import { POSTS, PUBLICATIONS } from './objects.ts'

const ACCOUNTS = { own: String(IDS.own), foreign: String(IDS.foreign), missing: String(IDS.missing) }
const perAccount = (path: string, status: number) => perObject(ACCOUNTS, path, status)

const PUBLICATION = '/api/publications/:id'
const perPost = (url: string, status: number): Case[] => [
  { url, body: { itemId: POSTS.own, accountId: IDS.own }, expected: reelMakers(1, status) },
  { url, body: { itemId: POSTS.foreign, accountId: IDS.foreign }, expected: reelMakers(2, status) },
  { url, body: { itemId: POSTS.missing, accountId: IDS.own }, expected: reelMakers(null, status) },
]

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
  'publishingSlots.read': perAccount('/api/accounts/:id/publishing', 200),
  'publishingSlots.change': perObject(ACCOUNTS, '/api/accounts/:id/publishing', 200, () => ({ toleranceMinutes: 30 })),
}
