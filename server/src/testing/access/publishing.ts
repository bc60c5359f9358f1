/** Own accounts: the status of each route by actor. */
import { type Case, signedIn } from './actors.ts'

export const publishingAccess: Record<string, Case[]> = {
  'ownAccounts.list': [{ url: '/api/own-accounts', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
}
