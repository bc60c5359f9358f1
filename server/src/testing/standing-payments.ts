/** A provider of payments for its suite, with the person who types cards in a browser: what they do again and again. */
import { expect } from 'vitest'
import type { PaidSubscription, Payments, PaymentsEvent, PlanRequest } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'

/** `message`: why it failed, for people. */
export interface BrowserAnswer {
  status: 'succeeded' | 'challenge' | 'failed'
  paymentMethodId?: string
  message?: string
}

export interface PayingPerson {
  /** With the card of this number; null for the one that is kept. */
  confirm(clientSecret: string, number: string | null): Promise<BrowserAnswer>
  answerChallenge(clientSecret: string, accepted: boolean): Promise<BrowserAnswer>
}

export interface StandingPayments {
  payments: Payments
  person: PayingPerson
  companyId: number
  now(): number
  /** Time goes by, at the provider too. */
  pass(ms: number): void
  /** How often money was taken. */
  charges(): Promise<number>
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  short: '4000000000009995',
  expired: '4000000000000069',
  cvc: '4000000000000127',
  processing: '4000000000000119',
  declinedWhenCharged: '4000000000000341',
  asksOnce: '4000002500003155',
  asksAlways: '4000002760003184',
}

export const PLANS: PlanRequest[] = [
  { key: 'starter', name: 'Starter', description: '30 credits a month', priceCents: 2_900, currency: 'usd' },
  { key: 'pro', name: 'Pro', description: '100 credits a month', priceCents: 7_900, currency: 'usd' },
]

export async function paymentsFailure(asking: Promise<unknown>): Promise<PaymentsFailure> {
  const failure = await asking.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  if (!(failure instanceof PaymentsFailure)) throw failure instanceof Error ? failure : new Error('nothing failed')
  // A sentence for people that gives nothing away.
  expect(failure.message).toMatch(/^[A-Z].*[.!]$/s)
  expect(failure.message).not.toMatch(
    /sk_|pk_|whsec|https?:|127\.0\.0\.1|(cus|sub|pi|seti|in|pm|price)_|undefined|\[object/,
  )
  expect(failure.cause).toBeUndefined()
  return failure
}

export async function eventsOf(payments: Payments, since = 0): Promise<PaymentsEvent[]> {
  const found: PaymentsEvent[] = []
  for await (const page of payments.eventsSince(since)) found.push(...page)
  return found
}

let operations = 0
export function newOperation(): string {
  operations += 1
  return `operation-${operations}`
}

/** A customer and the prices of the plans, by key. */
export async function shopping({ payments, companyId }: StandingPayments) {
  const priced = await payments.plans(PLANS)
  const customerId = await payments.customer({ companyId, name: 'Ada', email: 'ada@example.test' }, newOperation())
  const price = (key: string) => priced.find((one) => one.key === key)?.priceId ?? ''
  return { customerId, price }
}

type Shop = Awaited<ReturnType<typeof shopping>>

export async function saveCard(here: StandingPayments, { customerId }: Shop, number = CARDS.good): Promise<string> {
  const { payments, person, companyId } = here
  const { clientSecret } = await payments.beginSetup({ customerId, companyId }, newOperation())
  const answer = await person.confirm(clientSecret, number)
  const { paymentMethodId = '' } =
    answer.status === 'challenge' ? await person.answerChallenge(clientSecret, true) : answer
  return paymentMethodId
}

/** As it stands now. */
export async function reread(
  { payments }: Pick<StandingPayments, 'payments'>,
  { customerId }: Pick<Shop, 'customerId'>,
  { id }: Pick<PaidSubscription, 'id'>,
): Promise<PaidSubscription> {
  const found = (await payments.subscriptionsOf(customerId)).find((one) => one.id === id)
  if (!found) throw new Error('a subscription that is not there any more')
  return found
}

/** Begun, and not paid yet. */
export async function beginSubscription(
  here: StandingPayments,
  shop: Shop,
  { card = CARDS.good, plan = 'starter' } = {},
) {
  const paymentMethodId = await saveCard(here, shop, card)
  const { customerId, price } = shop
  return here.payments.subscribe(
    { customerId, companyId: here.companyId, priceId: price(plan), paymentMethodId },
    newOperation(),
  )
}

export const secretOf = ({ confirmation }: PaidSubscription) => confirmation?.clientSecret ?? ''

export async function active(here: StandingPayments, shop: Shop, options: { card?: string; plan?: string } = {}) {
  const subscription = await beginSubscription(here, shop, options)
  const { status } = await here.person.confirm(secretOf(subscription), null)
  if (status === 'challenge') await here.person.answerChallenge(secretOf(subscription), true)
  return reread(here, shop, subscription)
}

export const invoicesOf = ({ payments }: StandingPayments, { customerId }: Shop) => payments.invoicesOf(customerId, 100)

/** A provider with a customer who may subscribe to its plans. */
export async function openShop(make: () => Promise<StandingPayments>) {
  const here = await make()
  return { here, shop: await shopping(here), ...here }
}
