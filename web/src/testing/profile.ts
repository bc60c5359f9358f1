/** The own profile of a user without a mail address and without two-factor sign-in. */
import type { MailRecipient } from '@tangelo/contract'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const NOW = new Date().toISOString()

export const aSession = (part: object) => ({
  id: 'one',
  browser: 'Firefox 145 on Linux',
  address: '10.1.2.3',
  beganAt: NOW,
  lastSeenAt: NOW,
  isCurrent: false,
  ...part,
})

export const aRecipient = (part: Partial<MailRecipient> = {}): MailRecipient => ({
  isMailOn: true,
  address: null,
  state: 'none',
  bounce: null,
  stopped: [],
  quiet: null,
  timeZone: null,
  ...part,
})

export function openProfile(handlers: Handlers = {}, user = aUser({ role: 'basic' })): Asked[] {
  return openApp(
    '/profile',
    {
      'GET /api/accounts': () => json([]),
      'GET /api/auth/profile': () =>
        json({
          username: 'maren',
          role: user.role,
          companyName: 'Citrus Studio',
          timeZone: 'Europe/Berlin',
          memberSince: '2026-01-31T23:30:00.000Z',
          hasWebhook: false,
          guessedAt: null,
        }),
      'GET /api/mail/address': () => json(aRecipient()),
      'GET /api/uploads': () => json([]),
      'GET /api/auth/two-factor': () => json({ onSince: null, recoveryCodesLeft: 0, isRequiredOfAdmins: false }),
      'GET /api/sessions': () =>
        json([aSession({ id: 'mine', isCurrent: true }), aSession({ browser: null, address: null })]),
      ...handlers,
    },
    user,
  )
}
