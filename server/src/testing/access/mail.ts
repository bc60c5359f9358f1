/** Mail: the status of each route by actor. While it is off nothing is sent, and everything else is as it is. */
import { PASSWORD } from '../world.ts'
import { admins, type Case, everybody, signedIn } from './actors.ts'

export const mailAccess: Record<string, Case[]> = {
  'mailOutbox.status': [{ url: '/api/mail', expected: admins(200) }],
  'mailOutbox.test': [{ url: '/api/mail/test', body: { address: 'ann@client.example' }, expected: admins(409) }],
  'mailOutbox.retry': [{ url: '/api/mail/999/retry', expected: admins(404) }],
  'mailRecipients.tryAgainFor': [{ url: '/api/mail/recipients/999/retry', expected: admins(404) }],
  'mailRecipients.read': [{ url: '/api/mail/address', expected: signedIn(200) }],
  'mailRecipients.change': [
    { url: '/api/mail/address', body: { password: PASSWORD, address: 'me@client.example' }, expected: signedIn(200) },
    { url: '/api/mail/address', body: { password: 'wrong', address: null }, expected: signedIn(400) },
  ],
  'mailRecipients.sendConfirmation': [{ url: '/api/mail/address/confirmation', expected: signedIn(409) }],
  'mailRecipients.tryAgain': [{ url: '/api/mail/address/retry', expected: signedIn(409) }],
  'mailRecipients.choose': [{ url: '/api/mail/preferences', body: { quiet: null }, expected: signedIn(409) }],
  'mailRecipients.confirm': [{ url: '/api/mail/confirm', body: { token: 'made-up' }, expected: everybody(404) }],
  'mailRecipients.openUnsubscribe': ['made-up.alerts', 'nothing'].map((token) => ({
    url: `/api/mail/unsubscribe/${token}`,
    expected: everybody(404),
  })),
  'mailRecipients.unsubscribe': ['made-up.alerts', 'nothing'].map((token) => ({
    url: `/api/mail/unsubscribe/${token}`,
    expected: everybody(404),
  })),
}
