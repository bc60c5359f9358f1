/** The rules of alerts in the profile for tests: two kinds, no threshold, and a digest on Mondays. */
import { anAccount } from './accounts.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const all = { kind: 'all', ids: [] as number[] }
export const here = { product: true, mail: true, webhook: true }
export const someRules = (part: object = {}) => ({
  rules: [
    { kind: 'anomaly', isOn: true, scope: all, scopeNames: [], channels: here },
    { kind: 'credits', isOn: false, scope: all, scopeNames: [], channels: here },
  ],
  thresholds: [],
  digest: { isOn: true, weekday: 1, hour: 8 },
  timeZone: 'Europe/Lisbon',
  hasMail: true,
  hasWebhook: false,
  falseAlarms: { perAccountYear: 0.01, accounts: 200, mailsPerYear: 1 },
  ...part,
})

export const onProfile = (handlers: Handlers): Asked[] =>
  openApp(
    '/profile',
    {
      'GET /api/accounts': () => json([anAccount({ id: 4, username: 'nasa', companyId: 1 })]),
      'GET /api/groups': () => json([]),
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: 'pro',
          companyName: 'Citrus Studio',
          timeZone: 'UTC',
          memberSince: new Date().toISOString(),
          hasWebhook: false,
          guessedAt: null,
        }),
      'GET /api/uploads': () => json([]),
      'GET /api/auth/two-factor': () => json({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false }),
      'GET /api/sessions': () => json([]),
      ...handlers,
    },
    aUser({ role: 'pro' }),
  )
