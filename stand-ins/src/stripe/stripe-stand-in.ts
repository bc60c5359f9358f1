/**
 * Stripe, as far as plans by the month from one card need it: customers, set-ups, prices, subscriptions, invoices, events, and
 * what its script asks for a browser. Every request and every answer is judged by the contract. What is not played is refused.
 */
import type { Answer } from '../http/send.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { callTools } from './stripe-call.ts'
import { stripeCalls } from './stripe-calls.ts'
import { stripeCardsTyped } from './stripe-cards-typed.ts'
import { stripeDue } from './stripe-due.ts'
import { stripeOrders } from './stripe-orders.ts'
import { catchRefusal, KEYS, stripeService } from './stripe-service.ts'
import type { Event } from './stripe-shapes.ts'
import { stripeShopCalls } from './stripe-shop-calls.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'
import { type StripeThings, stripeThings } from './stripe-things.ts'
import { stripeWebhooks, type WebhookHands } from './stripe-webhooks.ts'

export type StripeOptions = StandInOptions

export interface StripeStandIn extends StandIn {
  publishableKey: string
  webhookSecret: string
  webhooks: WebhookHands
  /** Oldest first. */
  events: readonly Event[]
  /** What was taken from cards, oldest first. */
  charges: StripeThings['charges']
  /** What a browser does, without one; answers as it would hear it. */
  confirm(clientSecret: string, number: string | null): Answer
  answerChallenge(clientSecret: string, accepted: boolean): Answer
  /** Moves time, and lets happen what is due by then. */
  pass(ms: number): void
  /** How many customers, products, prices and subscriptions there are. */
  counts(): { customers: number; products: number; prices: number; subscriptions: number }
}

export function stripeStandIn(options: StripeOptions = {}) {
  return {
    async start(): Promise<StripeStandIn> {
      const clock = standInClock(options.clock)
      const things = stripeThings(clock.now)
      const subscriptions = stripeSubscriptions(things)
      const typed = stripeCardsTyped(things, subscriptions)
      const webhooks = stripeWebhooks(things, { secret: KEYS.webhookSecret, nowMs: clock.now })
      const settleUntil = stripeDue(things, subscriptions)
      const settle = () => settleUntil(things.now())
      const pass = (ms: number) => {
        clock.move(ms)
        settle()
      }
      const tools = callTools(things)
      const plays = { ...stripeShopCalls(things, tools), ...stripeCalls(things, subscriptions, tools) }
      const service = stripeService({ things, plays, typed, settle })
      const order = stripeOrders(things, webhooks, pass)
      const started = await startStandIn({ ...service, order }, { ...options, clock, token: KEYS.token })
      const asPerson = (answer: () => Answer) => {
        settle()
        return catchRefusal(answer)
      }
      const { events, charges, customers, products, prices } = things
      return Object.assign(started, {
        publishableKey: KEYS.publishableKey,
        webhookSecret: KEYS.webhookSecret,
        webhooks,
        events,
        charges,
        pass,
        confirm: (secret: string, number: string | null) =>
          asPerson(() => typed.confirm(secret, number === null ? null : { number })),
        answerChallenge: (secret: string, accepted: boolean) =>
          asPerson(() => typed.answerChallenge(typed.requireBySecret(secret), accepted)),
        counts: () => ({
          customers: customers.size,
          products: products.size,
          prices: prices.size,
          subscriptions: things.subscriptions.size,
        }),
      })
    },
  }
}
