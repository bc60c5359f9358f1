/** What every provider of payments promises (`ports/payments.ts`). Call it with a way to make an empty one, and what a browser does. */
import { expect, test } from 'vitest'
import {
  type PaidSubscription,
  type Payments,
  type PaymentsEvent,
  PaymentsFailure,
  type PlanRequest,
} from '#ports/payments.ts'

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

export async function keptCard(here: StandingPayments, { customerId }: Shop, number = CARDS.good): Promise<string> {
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
export async function begun(here: StandingPayments, shop: Shop, { card = CARDS.good, plan = 'starter' } = {}) {
  const paymentMethodId = await keptCard(here, shop, card)
  const { customerId, price } = shop
  return here.payments.subscribe(
    { customerId, companyId: here.companyId, priceId: price(plan), paymentMethodId },
    newOperation(),
  )
}

export const secretOf = ({ confirmation }: PaidSubscription) => confirmation?.clientSecret ?? ''

export async function active(here: StandingPayments, shop: Shop, options: { card?: string; plan?: string } = {}) {
  const subscription = await begun(here, shop, options)
  const { status } = await here.person.confirm(secretOf(subscription), null)
  if (status === 'challenge') await here.person.answerChallenge(secretOf(subscription), true)
  return reread(here, shop, subscription)
}

const invoicesOf = ({ payments }: StandingPayments, { customerId }: Shop) => payments.invoicesOf(customerId, 100)

export function paymentsSuite(make: () => Promise<StandingPayments>): void {
  const shopped = async () => {
    const here = await make()
    return { here, shop: await shopping(here), ...here }
  }

  test('plans are made once, and again where the price is another one', async () => {
    const { payments } = await make()
    const [first, second] = await Promise.all([payments.plans(PLANS), payments.plans(PLANS)])
    expect(second).toEqual(first)
    expect(first.map(({ key }) => key)).toEqual(['starter', 'pro'])
    const dearer = await payments.plans(PLANS.map((plan) => ({ ...plan, priceCents: plan.priceCents + 100 })))
    expect(dearer.map(({ key }) => key)).toEqual(['starter', 'pro'])
    expect(dearer.some(({ priceId }) => first.some((one) => one.priceId === priceId))).toBe(false)
    expect(await payments.plans([])).toEqual([])
    await payments.test()
  })

  test('the same operation makes one customer, one set-up and one subscription', async () => {
    const { here, payments, companyId } = await shopped()
    const customers = await Promise.all(
      [1, 2, 3].map(() => payments.customer({ companyId, name: 'Ada', email: 'a@example.test' }, 'customer of 1')),
    )
    expect(new Set(customers).size).toBe(1)
    const [customerId = ''] = customers
    const shop = { customerId, price: (await shopping(here)).price }
    const setups = await Promise.all([1, 2].map(() => payments.beginSetup({ customerId, companyId }, 'set-up of 1')))
    expect(setups[0]).toEqual(setups[1])
    const paymentMethodId = await keptCard(here, shop)
    const request = { customerId, companyId, priceId: shop.price('pro'), paymentMethodId }
    const made = await Promise.all([1, 2, 3, 4].map(() => payments.subscribe(request, 'subscription of 1')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]?.operationId).toBe('subscription of 1')
    expect(await payments.subscriptionsOf(customerId)).toHaveLength(1)
    const other = payments.subscribe({ ...request, priceId: shop.price('starter') }, 'subscription of 1')
    expect((await paymentsFailure(other)).kind).toBe('conflict')
  })

  test('a customer is corrected, and is the same one', async () => {
    const { here, payments, shop } = await shopped()
    const made = await begun(here, shop)
    const request = { name: 'Ada Grove', email: 'ada.grove@example.test' }
    for (const _ of [1, 2]) expect(await payments.correctCustomer(shop.customerId, request)).toBeUndefined()
    expect(await payments.subscriptionsOf(shop.customerId)).toEqual([made])
    expect((await paymentsFailure(payments.correctCustomer('cus_missing', request))).kind).toBe('gone')
  })

  test('a card is kept: with Stripe’s prefixes, and nothing is charged', async () => {
    const { payments, person, companyId, shop, charges } = await shopped()
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(clientSecret).toMatch(/^seti_\w+_secret_\w+$/)
    expect(await person.confirm(clientSecret, CARDS.good)).toEqual({
      status: 'succeeded',
      paymentMethodId: expect.stringMatching(/^pm_\w+$/),
    })
    expect(await charges()).toBe(0)
  })

  test.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.short, 'Your card has insufficient funds.'],
    [CARDS.expired, 'Your card has expired.'],
    [CARDS.cvc, "Your card's security code is incorrect."],
    [CARDS.processing, 'An error occurred while processing your card. Try again in a little bit.'],
  ])('card %s is refused: %s Another one may be tried', async (number, message) => {
    const { payments, person, companyId, shop } = await shopped()
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(await person.confirm(clientSecret, number)).toEqual({ status: 'failed', message })
    expect((await person.confirm(clientSecret, CARDS.good)).status).toBe('succeeded')
  })

  test('a challenge is answered, refused or left alone', async () => {
    const { payments, person, companyId, shop } = await shopped()
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(await person.confirm(clientSecret, CARDS.asksOnce)).toEqual({ status: 'challenge' })
    expect(await person.answerChallenge(clientSecret, false)).toEqual({
      status: 'failed',
      message: expect.stringMatching(/^We are unable to authenticate your payment method\./),
    })
    await person.confirm(clientSecret, CARDS.asksOnce)
    expect(await person.answerChallenge(clientSecret, true)).toMatchObject({ status: 'succeeded' })
  })

  test('a subscription begins without a charge, and is active once the payment is confirmed', async () => {
    const { here, person, shop, now, charges } = await shopped()
    const made = await begun(here, shop)
    expect(made).toEqual({
      id: expect.stringMatching(/^sub_/),
      status: 'incomplete',
      planKey: 'starter',
      cancelsAtPeriodEnd: false,
      periodStart: now(),
      periodEnd: Date.parse('2026-12-21T12:00:00Z'),
      createdAt: now(),
      endedAt: null,
      operationId: expect.stringMatching(/^operation-/),
      card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2034 },
      confirmation: {
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
        invoiceId: expect.stringMatching(/^in_/),
        needs: 'person',
        failure: null,
      },
    } satisfies PaidSubscription)
    expect(await charges()).toBe(0)
    expect(await person.confirm(secretOf(made), null)).toMatchObject({ status: 'succeeded' })
    const paid = await reread(here, shop, made)
    expect(paid).toEqual({ ...made, status: 'active', confirmation: null })
    const [invoice, ...more] = await invoicesOf(here, shop)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({
      subscriptionId: made.id,
      status: 'paid',
      reason: 'first',
      totalCents: 2_900,
      amountPaidCents: 2_900,
      createdAt: now(),
      paidAt: now(),
      period: { start: now(), end: made.periodEnd, planKey: 'starter' },
    })
    expect(await charges()).toBe(1)
  })

  test('a first payment that is refused can be made with another card', async () => {
    const { here, person, shop, charges } = await shopped()
    const made = await begun(here, shop, { card: CARDS.declinedWhenCharged })
    expect(await person.confirm(secretOf(made), null)).toEqual({ status: 'failed', message: 'Your card was declined.' })
    const waiting = await reread(here, shop, made)
    expect(waiting.status).toBe('incomplete')
    expect(waiting.confirmation).toMatchObject({ needs: 'card', failure: 'Your card was declined.' })
    expect((await person.confirm(secretOf(waiting), CARDS.good)).status).toBe('succeeded')
    expect(await reread(here, shop, made)).toMatchObject({ status: 'active', card: { last4: '4242' } })
    expect(await charges()).toBe(1)
  })

  test('a payment with a challenge waits for its answer', async () => {
    const { here, person, shop } = await shopped()
    const made = await begun(here, shop, { card: CARDS.asksAlways })
    expect(await person.confirm(secretOf(made), null)).toEqual({ status: 'challenge' })
    expect((await reread(here, shop, made)).confirmation).toMatchObject({ needs: 'person' })
    expect(await person.answerChallenge(secretOf(made), false)).toEqual({
      status: 'failed',
      message: expect.stringMatching(/^We are unable to authenticate your payment method\./),
    })
    expect((await reread(here, shop, made)).confirmation).toMatchObject({ needs: 'card' })
    await person.confirm(secretOf(made), CARDS.asksAlways)
    expect(await person.answerChallenge(secretOf(made), true)).toMatchObject({ status: 'succeeded' })
    expect((await reread(here, shop, made)).status).toBe('active')
  })

  test('a bank that asks once does so when the card is kept, or else when it is charged', async () => {
    const { here, person, shop } = await shopped()
    const kept = await begun(here, shop, { card: CARDS.asksOnce })
    expect(await person.confirm(secretOf(kept), null)).toMatchObject({ status: 'succeeded' })
    const other = await begun(here, shop)
    expect(await person.confirm(secretOf(other), CARDS.asksOnce)).toEqual({ status: 'challenge' })
    await person.answerChallenge(secretOf(other), true)
    expect((await reread(here, shop, other)).status).toBe('active')
  })

  test('a first payment that is not made ends after 23 hours, and cannot be made any more', async () => {
    const { here, person, shop, pass, charges } = await shopped()
    const made = await begun(here, shop)
    pass(22 * HOUR)
    expect((await reread(here, shop, made)).status).toBe('incomplete')
    pass(2 * HOUR)
    const ended = await reread(here, shop, made)
    expect(ended).toMatchObject({ status: 'incomplete_expired', confirmation: null })
    expect((await invoicesOf(here, shop))[0]?.status).toBe('void')
    await expect(person.confirm(secretOf(made), null)).rejects.toThrow()
    expect(await charges()).toBe(0)
  })

  test('a month later it is renewed and paid, once', async () => {
    const { here, shop, pass, charges } = await shopped()
    const made = await active(here, shop)
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    const reads = await Promise.all([1, 2, 3].map(() => reread(here, shop, made)))
    expect(reads[2]).toMatchObject({ status: 'active', periodStart: made.periodEnd })
    expect(reads[2]?.periodEnd).toBe(Date.parse('2027-01-21T12:00:00Z'))
    const [renewal, first] = await invoicesOf(here, shop)
    expect(first?.reason).toBe('first')
    expect(renewal).toMatchObject({
      status: 'paid',
      reason: 'renewal',
      amountPaidCents: 2_900,
      period: { start: made.periodEnd, planKey: 'starter' },
    })
    expect(await charges()).toBe(2)
  })

  test('it is cancelled for the end of the period, taken back, and cancelled again', async () => {
    const { here, payments, shop, pass, charges } = await shopped()
    const made = await active(here, shop)
    expect(await payments.cancelAtPeriodEnd(made.id, true, newOperation())).toEqual({
      ...made,
      cancelsAtPeriodEnd: true,
    })
    expect(await payments.cancelAtPeriodEnd(made.id, false, newOperation())).toEqual(made)
    await payments.cancelAtPeriodEnd(made.id, true, newOperation())
    pass(made.periodEnd - made.periodStart - HOUR)
    expect((await reread(here, shop, made)).status).toBe('active')
    pass(2 * HOUR)
    expect(await reread(here, shop, made)).toMatchObject({ status: 'canceled', endedAt: made.periodEnd })
    const late = payments.cancelAtPeriodEnd(made.id, false, newOperation())
    expect(['refused', 'gone']).toContain((await paymentsFailure(late)).kind)
    expect(await charges()).toBe(1)
  })

  test('it is ended at once, and ending it again changes nothing', async () => {
    const { here, payments, shop, now } = await shopped()
    const made = await active(here, shop)
    const ended = await payments.cancelNow(made.id, newOperation())
    expect(ended).toMatchObject({ status: 'canceled', endedAt: now() })
    expect(await payments.cancelNow(made.id, newOperation())).toEqual(ended)
    expect(await reread(here, shop, made)).toEqual(ended)
  })

  test('one that waits for its first payment is ended, and cannot be paid any more', async () => {
    const { here, payments, person, shop, now, charges } = await shopped()
    const made = await begun(here, shop)
    const operation = newOperation()
    const ended = await payments.endUnpaid(made.id, operation)
    expect(ended).toMatchObject({ status: 'incomplete_expired', endedAt: now(), confirmation: null })
    expect(await payments.endUnpaid(made.id, operation)).toEqual(ended)
    expect(await payments.endUnpaid(made.id, newOperation())).toEqual(ended)
    expect((await invoicesOf(here, shop))[0]?.status).toBe('void')
    await expect(person.confirm(secretOf(made), null)).rejects.toThrow()
    expect(await charges()).toBe(0)
  })

  test('one that was paid a moment ago is not ended as unpaid', async () => {
    const { here, payments, shop } = await shopped()
    const made = await active(here, shop)
    expect((await paymentsFailure(payments.endUnpaid(made.id, newOperation()))).kind).toBe('refused')
    expect((await reread(here, shop, made)).status).toBe('active')
  })

  test('a renewal that is refused is past due, until another card pays', async () => {
    const { here, payments, shop, pass, charges } = await shopped()
    const made = await active(here, shop)
    const bad = await keptCard(here, shop, CARDS.declinedWhenCharged)
    const changed = await payments.replaceCard({ subscriptionId: made.id, paymentMethodId: bad }, newOperation())
    expect(changed).toMatchObject({ status: 'active', card: { last4: '0341' }, confirmation: null })
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    const due = await reread(here, shop, made)
    expect(due).toMatchObject({ status: 'past_due', periodStart: made.periodEnd })
    expect(due.confirmation).toMatchObject({ needs: 'card', failure: 'Your card was declined.' })
    const again = await keptCard(here, shop, CARDS.declinedWhenCharged)
    const failed = payments.replaceCard({ subscriptionId: made.id, paymentMethodId: again }, newOperation())
    expect(await paymentsFailure(failed)).toMatchObject({ kind: 'declined', reason: 'generic_decline' })
    const operation = newOperation()
    const paymentMethodId = await keptCard(here, shop)
    const pay = () => payments.replaceCard({ subscriptionId: made.id, paymentMethodId }, operation)
    expect(await pay()).toMatchObject({ status: 'active', card: { last4: '4242' }, confirmation: null })
    await pay()
    expect(await charges()).toBe(2)
    expect((await invoicesOf(here, shop)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('a renewal that is never paid ends the subscription', async () => {
    const { here, shop, pass, charges } = await shopped()
    const made = await active(here, shop, { card: CARDS.asksAlways })
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    expect((await reread(here, shop, made)).status).toBe('past_due')
    pass(20 * DAY)
    // What is open still buys nothing any more.
    expect(await reread(here, shop, made)).toMatchObject({ status: 'canceled', confirmation: null })
    expect(await charges()).toBe(1)
  })

  test('a larger plan costs what was shown, from the same moment on', async () => {
    const { here, payments, shop, pass, charges } = await shopped()
    const made = await active(here, shop)
    pass(made.periodEnd - made.periodStart - 10 * DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro') }
    const shown = await payments.previewPlanChange(request)
    expect(shown).toMatchObject({ nextAmountCents: 7_900, periodEnd: made.periodEnd })
    expect(shown.dueNowCents).toBe(Math.round(7_900 / 3) - Math.round(2_900 / 3))
    expect(shown.lines.map(({ amountCents }) => amountCents)).toEqual([-967, 2_633])
    // Time enough to cost less, had it not been shown.
    pass(12 * HOUR)
    const operation = newOperation()
    const change = () => payments.changePlan({ ...request, at: shown.at }, operation)
    const changed = await change()
    expect(changed).toMatchObject({ status: 'active', planKey: 'pro', periodEnd: made.periodEnd })
    await change()
    const [difference] = await invoicesOf(here, shop)
    expect(difference).toMatchObject({
      reason: 'change',
      status: 'paid',
      amountPaidCents: shown.dueNowCents,
      period: null,
    })
    expect(await charges()).toBe(2)
  })

  test('a smaller plan may begin with the next period, and costs what it costs', async () => {
    const { here, payments, shop, pass, now } = await shopped()
    const made = await active(here, shop, { plan: 'pro' })
    pass(DAY)
    const request = {
      subscriptionId: made.id,
      priceId: shop.price('starter'),
      at: now(),
      starts: 'next_period' as const,
    }
    const changed = await payments.changePlan(request, newOperation())
    expect(changed).toEqual({ ...made, planKey: 'starter' })
    expect(await invoicesOf(here, shop)).toHaveLength(1)
    pass(31 * DAY)
    const [renewal] = await invoicesOf(here, shop)
    expect(renewal).toMatchObject({ reason: 'renewal', amountPaidCents: 2_900, period: { planKey: 'starter' } })
  })

  test('a change whose payment needs the person waits, and the old plan goes on', async () => {
    const { here, payments, person, shop, pass, now } = await shopped()
    const made = await active(here, shop, { card: CARDS.asksAlways })
    pass(10 * DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro'), at: now() }
    const waiting = await payments.changePlan(request, newOperation())
    expect(waiting).toMatchObject({ status: 'active', planKey: 'starter', confirmation: { needs: 'person' } })
    await person.confirm(secretOf(waiting), null)
    await person.answerChallenge(secretOf(waiting), true)
    expect(await reread(here, shop, made)).toMatchObject({ planKey: 'pro', confirmation: null })
  })

  test('a change that is not paid is dropped after 23 hours', async () => {
    const { here, payments, shop, pass, now, charges } = await shopped()
    const made = await active(here, shop)
    const bad = await keptCard(here, shop, CARDS.declinedWhenCharged)
    await payments.replaceCard({ subscriptionId: made.id, paymentMethodId: bad }, newOperation())
    pass(DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro'), at: now() }
    const waiting = await payments.changePlan(request, newOperation())
    expect(waiting).toMatchObject({ planKey: 'starter', confirmation: { needs: 'card' } })
    pass(DAY)
    expect(await reread(here, shop, made)).toMatchObject({
      status: 'active',
      planKey: 'starter',
      confirmation: null,
    })
    expect(await charges()).toBe(1)
  })

  test('events are listed newest first, each once, with their object', async () => {
    const { here, payments, shop, pass, now } = await shopped()
    const before = now()
    const made = await active(here, shop)
    pass(HOUR)
    const cancelledAt = now()
    await payments.cancelNow(made.id, newOperation())
    const events = await eventsOf(payments, before)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.every(({ customerId }) => customerId === null || customerId === shop.customerId)).toBe(true)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((one, other) => other - one))
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
    )
    const [invoice] = await invoicesOf(here, shop)
    expect(events.find(({ type }) => type === 'invoice.paid')).toMatchObject({
      customerId: shop.customerId,
      about: { kind: 'invoice', id: invoice?.id },
    })
    expect((await eventsOf(payments, cancelledAt)).map(({ type, about }) => [type, about])).toEqual([
      ['customer.subscription.deleted', { kind: 'subscription', id: made.id }],
    ])
  })

  test('as many invoices come as are asked for, the newest first', async () => {
    const { here, payments, shop, pass } = await shopped()
    await active(here, shop)
    for (let month = 0; month < 2; month += 1) {
      pass(31 * DAY + 3 * HOUR)
      await payments.subscriptionsOf(shop.customerId)
    }
    const all = await invoicesOf(here, shop)
    expect(all.map(({ reason }) => reason)).toEqual(['renewal', 'renewal', 'first'])
    expect(await payments.invoicesOf(shop.customerId, 2)).toEqual(all.slice(0, 2))
  })

  test('what is not there is gone', async () => {
    const { payments, companyId, shop } = await shopped()
    const { customerId } = shop
    const paymentMethodId = 'pm_nobody'
    const missing = [
      payments.beginSetup({ customerId: 'cus_missing', companyId }, newOperation()),
      payments.subscribe({ customerId, companyId, priceId: 'price_none', paymentMethodId }, newOperation()),
      payments.subscribe({ customerId, companyId, priceId: shop.price('pro'), paymentMethodId }, newOperation()),
      payments.cancelNow('sub_nobody', newOperation()),
      payments.endUnpaid('sub_nobody', newOperation()),
    ]
    const failures = await Promise.all(missing.map(paymentsFailure))
    expect(failures.map(({ kind }) => kind)).toEqual(missing.map(() => 'gone'))
  })
}
