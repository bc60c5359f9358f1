/** Plans, subscriptions and credits: the status of each route by actor. */
import { adminPerObject, admins, type Case, IDS, reelMakers, signedIn } from './actors.ts'

/** For administrators, and pro users of the company. */
const perPayer = (path: string, status: number, body?: object): Case[] =>
  ([1, 2, null] as const).map((owner) => ({
    url: `/api/companies/${owner ?? IDS.missing}/subscription${path}`,
    expected: reelMakers(owner, status),
    ...(body && { body }),
  }))

const A_CUSTOMER = { planId: 1, customerName: 'Mia', customerEmail: 'mia@example.test' }
const A_SECRET = `pi_${'a'.repeat(24)}_secret_${'b'.repeat(24)}`

export const billingAccess: Record<string, Case[]> = {
  'credits.read': ([1, 2, null] as const).map((owner) => ({
    url: `/api/companies/${owner ?? IDS.missing}/credits`,
    expected: reelMakers(owner, 200),
  })),
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
}
