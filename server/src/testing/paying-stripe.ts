/** A company that pays through Stripe, in its stand-in, where nothing is heard of Stripe but what it sends. */
import { type StripeStandIn, stripeStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { stripePayments } from '#adapters/payments/stripe.ts'
import { CARDS, customer, type Paying, paying } from './paying.ts'
import { START } from './world.ts'

export interface PayingStripe extends Paying {
  /** Holds its events until the test delivers them. */
  stripe: StripeStandIn
  /** Time goes by, there too. */
  wait(milliseconds: number): void
}

export async function payingStripe(): Promise<PayingStripe> {
  let now = START
  const stripe = await stripeStandIn({
    clock: {
      now: () => now,
      move: (milliseconds) => {
        now += milliseconds
      },
    },
  }).start()
  onTestFinished(async () => {
    await stripe.end()
    expect(stripe.violations).toEqual([])
  })
  const { url: apiUrl, token: secretKey, publishableKey, webhookSecret, webhooks } = stripe
  const here = await paying({
    payments: ({ clock }) => ({
      ...stripePayments({ apiUrl, secretKey, publishableKey, webhookSecret, clock }),
      async *eventsSince() {},
    }),
  })
  webhooks.holds = true
  webhooks.sendTo(`${await here.app.listen({ host: '127.0.0.1', port: 0 })}/api/webhooks/stripe`)
  return {
    ...here,
    stripe,
    wait(milliseconds) {
      stripe.pass(milliseconds)
      here.clock.moveBy(milliseconds)
    },
    async saveCard(plan, number) {
      const { clientSecret } = (await here.order('/setup', { planId: plan.id, ...customer })).json()
      const { payment_method: id } = stripe.confirm(clientSecret, number ?? CARDS.good).body as {
        payment_method: string
      }
      return id
    },
  }
}
