/**
 * Everything that one account at Stripe holds, in the vendor's own shapes: each object begins as the sample of the contract and
 * is changed from there. Times are seconds.
 */
import { createHash } from 'node:crypto'
import type { CardTraits } from './stripe-cards.ts'
import type {
  Customer,
  Event,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  SetupIntent,
  Subscription,
} from './stripe-shapes.ts'

export type StripeThings = ReturnType<typeof stripeThings>

export function stripeThings(nowMs: () => number) {
  let made = 0
  const things = {
    customers: new Map<string, Customer>(),
    setupIntents: new Map<string, SetupIntent>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    paymentMethods: new Map<string, PaymentMethod>(),
    products: new Map<string, Product>(),
    prices: new Map<string, Price>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
  }
  const events: Event[] = []
  const listeners: ((event: Event) => void)[] = []
  const newId = (prefix: string) => {
    made += 1
    return `${prefix}_${createHash('sha256').update(`${prefix} ${made}`).digest('hex').slice(0, 20)}`
  }
  return {
    ...things,
    /** Oldest first. */
    events,
    /** What only the vendor knows about a card. */
    cards: new Map<string, { traits: CardTraits; isSetUp: boolean }>(),
    /** The payment of an invoice, both ways. */
    paymentOf: new Map<string, string>(),
    invoiceOf: new Map<string, string>(),
    /** Successful charges, oldest first. */
    charges: [] as { paymentIntent: string; invoice: string; customer: string; amountCents: number; at: number }[],
    newId,
    now: () => Math.floor(nowMs() / 1_000),
    onEvent: (listener: (event: Event) => void) => listeners.push(listener),
    /** Says what happened, with the object as it is now. */
    tell(type: string, thing: { [name: string]: unknown }, at: number, key: string | null = null): void {
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: at,
        livemode: false,
        data: { object: structuredClone(thing) },
        pending_webhooks: 1,
        type,
        request: { id: null, idempotency_key: key },
      }
      events.push(event)
      for (const listener of listeners) listener(event)
    },
    /** Any object by its id. */
    find(id: string): Record<string, unknown> | undefined {
      for (const map of Object.values(things)) {
        const found = map.get(id)
        if (found) return found
      }
      return undefined
    },
  }
}
