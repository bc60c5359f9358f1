/** Own accounts: the status of each route by actor. */
import { type Case, everybody, IDS, perObject, signedIn } from './actors.ts'

const ACCOUNTS = { own: String(IDS.own), foreign: String(IDS.foreign), missing: String(IDS.missing) }
const perAccount = (path: string, status: number) => perObject(ACCOUNTS, path, status)

export const publishingAccess: Record<string, Case[]> = {
  'ownAccounts.list': [{ url: '/api/own-accounts', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  // No login is set up in this world.
  'ownAccounts.begin': perAccount('/api/instagram/auth?login=instagram&accountId=:id', 409),
  'ownAccounts.arrive': [{ url: '/api/instagram/auth/callback?state=made-up&code=made-up', expected: everybody(303) }],
  'ownAccounts.check': perAccount('/api/own-accounts/:id/check', 409),
  'ownAccounts.disconnect': perAccount('/api/own-accounts/:id', 200),
}
