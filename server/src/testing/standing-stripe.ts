/** Stripe in its stand-in, which judges every call by the contract, and the person who types cards into its form. */
import { type StripeStandIn, stripeStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { stripePayments } from '#adapters/payments/stripe.ts'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { BrowserAnswer, PayingPerson, StandingPayments } from './standing-payments.ts'

const BEGINNING = Date.parse('2026-11-21T12:00:00Z')

export async function standingStripe({
  secretKey,
  ...bounds
}: {
  limits?: CallLimits
  retries?: number
  wholeMs?: number
  secretKey?: string
} = {}) {
  let now = BEGINNING
  const clock = {
    now: () => now,
    move: (ms: number) => {
      now += ms
    },
  }
  const stripe = await stripeStandIn({ clock }).start()
  onTestFinished(async () => {
    await stripe.end()
    expect(stripe.violations).toEqual([])
  })
  const { publishableKey, webhookSecret } = stripe
  const payments = stripePayments({
    apiUrl: stripe.url,
    secretKey: secretKey ?? stripe.token,
    publishableKey,
    webhookSecret,
    clock,
    ...bounds,
  })
  return {
    stripe,
    payments,
    companyId: 1,
    person: personWith(stripe),
    now: () => now,
    pass: stripe.pass,
    charges: async () => {
      const charged = stripe.charges.map(({ invoice }) => invoice)
      expect(new Set(charged).size).toBe(charged.length)
      return charged.length
    },
  } satisfies StandingPayments & Record<string, unknown>
}

function personWith(stripe: Pick<StripeStandIn, 'confirm' | 'answerChallenge'>): PayingPerson {
  const plain = ({ status, body }: ReturnType<StripeStandIn['confirm']>): BrowserAnswer => {
    const { error, ...intent } = body as {
      status?: string
      payment_method?: string
      error?: { type: string; code?: string; decline_code?: string; message?: string }
    }
    if (status === 200)
      return intent.status === 'requires_action'
        ? { status: 'challenge' }
        : { status: 'succeeded', paymentMethodId: intent.payment_method ?? '' }
    const reason = error?.decline_code ?? error?.code ?? ''
    if (error?.type !== 'card_error' && !reason.endsWith('authentication_failure')) throw new Error(reason)
    return { status: 'failed', message: error?.message ?? '' }
  }
  return {
    confirm: async (secret, number) => plain(stripe.confirm(secret, number)),
    answerChallenge: async (secret, accepted) => plain(stripe.answerChallenge(secret, accepted)),
  }
}
