/** Every object of the contract's samples that we read, as we read it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  InvoiceShape,
  PaymentShape,
  PriceShape,
  SetupShape,
  SubscriptionShape,
  toPaidInvoice,
  toPaidSubscription,
} from './stripe-shapes.ts'

interface Sample {
  name: string
  operation?: string
  part?: string
  body: { object?: string; data?: unknown[] }
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../../../stand-ins/contracts/stripe/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }

const answers = samples
  .filter(({ part }) => part === 'response')
  .flatMap(({ name, body }) =>
    body.object === 'list' ? (body.data ?? []).map((one) => ({ name, body: one as Sample['body'] })) : [{ name, body }],
  )

const SHAPES = {
  setup_intent: SetupShape,
  subscription: SubscriptionShape,
  invoice: InvoiceShape,
  payment_intent: PaymentShape,
  price: PriceShape,
}
/** Nothing but their id or their name is read of these. */
const UNREAD = ['customer', 'payment_method', 'product']

test('every kind of object is read, or known not to be', () => {
  expect([...new Set(answers.map(({ body }) => body.object))].sort()).toEqual(
    [...Object.keys(SHAPES), ...UNREAD].sort(),
  )
})

test.each(Object.entries(SHAPES))('%s: every sample has its shape', (object, shape) => {
  const found = answers.filter(({ body }) => body.object === object)
  expect(found.length).toBeGreaterThan(0)
  for (const { name, body } of found) expect(shape.safeParse(body).error, name).toBeUndefined()
})

const findAnswer = (name: string) => answers.find((one) => one.name === name)?.body

test('a subscription says what was agreed, in our words', () => {
  const subscription = SubscriptionShape.parse(findAnswer('7 still active, will end'))
  expect(toPaidSubscription(subscription, null)).toEqual({
    id: 'sub_Sample0001',
    status: 'active',
    planKey: null,
    periodStart: 1_795_000_060_000,
    periodEnd: 1_797_592_060_000,
    cancelsAtPeriodEnd: true,
    createdAt: 1_795_000_060_000,
    endedAt: null,
    operationId: null,
    card: null,
    confirmation: null,
  })
})

test('an end that was set to another day than the period’s is no end with the period', () => {
  const subscription = SubscriptionShape.parse(findAnswer('6 subscription is active'))
  const ends = (cancel_at: number) => toPaidSubscription({ ...subscription, cancel_at }, null).cancelsAtPeriodEnd
  expect(ends(1_797_592_060_000)).toBe(true)
  expect(ends(1_897_592_060_000)).toBe(false)
})

test('an invoice says what was bought, and where it can be read', async () => {
  const invoice = InvoiceShape.parse(findAnswer('4 invoice with its payments expanded'))
  expect(await toPaidInvoice(invoice, async () => 'pro')).toEqual({
    id: 'in_Sample0001',
    subscriptionId: 'sub_Sample0001',
    number: 'SAMPLE-0001',
    status: 'open',
    reason: 'first',
    totalCents: 2_900,
    amountPaidCents: 0,
    createdAt: 1_795_000_060_000,
    paidAt: null,
    period: { start: 1_795_000_060_000, end: 1_797_592_060_000, planKey: 'pro' },
    pageUrl: 'https://invoice.stripe.com/i/sample',
    fileUrl: 'https://pay.stripe.com/invoice/sample/pdf',
  })
})
