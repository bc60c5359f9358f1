/** Sign-in, sessions, tokens, users and companies: the status of each route by actor. */
import { PASSWORD } from '../world.ts'
import { adminPerObject, admins, type Case, everybody, signedIn } from './actors.ts'
import { FOREIGN_TOKEN, IMPORT, TOKEN } from './objects.ts'

const CONFIRMED = { password: PASSWORD }
const GOOD_USER = { username: 'newcomer', password: 'a long enough one', role: 'basic', companyId: null }

export const identityAccess: Record<string, Case[]> = {
  'auth.status': [{ url: '/api/auth/status', expected: everybody(200) }],
  'auth.login': [
    { url: '/api/auth/login', body: { username: 'missing', password: 'wrong' }, expected: everybody(401) },
  ],
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
    { url: '/api/auth/tokens?username=missing', expected: admins(404) },
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
    { url: '/api/sessions/of-missing/end', body: CONFIRMED, expected: signedIn(404) },
  ],
  'sessions.endOthers': [{ url: '/api/sessions/end-others', body: CONFIRMED, expected: signedIn(200) }],
  'sessions.list': [{ url: '/api/admin/sessions', expected: admins(200) }],
  'sessions.endOne': ['of-basic', 'of-foreigner', 'of-missing'].map((id) => ({
    url: `/api/admin/sessions/${id}`,
    expected: admins(id === 'of-missing' ? 404 : 200),
  })),
  'sessions.endMany': [{ url: '/api/admin/sessions', expected: admins(200) }],
  'users.list': [{ url: '/api/users', expected: admins(200) }],
  'users.create': [{ url: '/api/users', body: GOOD_USER, expected: admins(201) }],
  'users.update': adminPerObject('/api/users/:id', 200, { profileId: 'x' }, { own: 2, foreign: 4, missing: 999 }),
  'passwordLinks.request': [
    { url: '/api/auth/password-reset', body: { username: 'missing' }, expected: everybody(200) },
  ],
  'passwordLinks.complete': [
    {
      url: '/api/auth/password-reset/complete',
      body: { token: 'made-up', newPassword: 'a long enough one' },
      expected: everybody(404),
    },
  ],
  'passwordLinks.invite': [{ url: '/api/users/3/invitation', expected: admins(409) }],
  'users.remove': adminPerObject('/api/users/:id', 200, undefined, { own: 3, foreign: 4, missing: 999 }),
  'companies.list': [{ url: '/api/companies', expected: admins(200) }],
  'companies.create': [{ url: '/api/companies', body: { name: 'Third' }, expected: admins(201) }],
  'companies.update': adminPerObject('/api/companies/:id', 200, { website: 'https://example.test' }),
  'companies.remove': [
    // Both have users: deleting them is a conflict.
    { url: '/api/companies/1', expected: admins(409) },
    { url: '/api/companies/2', expected: admins(409) },
    { url: '/api/companies/999', expected: admins(404) },
  ],
}
