/** The objects of Stripe in the vendor's own shapes: each begins as the sample of the contract and is changed from there. Times are seconds. */
import { readFileSync } from 'node:fs'

export type Shaped<Known> = Known & { id: string; object: string; [name: string]: unknown }

export type Customer = Shaped<{ balance: number; email: string | null; name: string | null; metadata: object }>
export type SetupIntent = Shaped<{
  status: string
  client_secret: string
  customer: string | null
  payment_method: string | null
  created: number
}>
export type PaymentIntent = Shaped<{
  status: string
  client_secret: string
  customer: string | null
  amount: number
  payment_method: string | null
}>
export type PaymentMethod = Shaped<{ customer: string | null }>
export type Product = Shaped<{ name: string }>
export type Price = Shaped<{
  unit_amount: number
  currency: string
  product: string
  lookup_key: string | null
  active: boolean
}>
export interface Item {
  id: string
  price: Price
  plan: object
  subscription: string
  current_period_start: number
  current_period_end: number
  [name: string]: unknown
}
interface PendingUpdate {
  expires_at: number
  subscription_items: Item[]
  [name: string]: unknown
}
export type Subscription = Shaped<{
  status: string
  customer: string
  created: number
  billing_cycle_anchor: number
  cancel_at_period_end: boolean
  ended_at: number | null
  items: { data: [Item] }
  latest_invoice: string
  default_payment_method: string | null
  pending_update: PendingUpdate | null
}>
export interface Line {
  amount: number
  [name: string]: unknown
}
export type Invoice = Shaped<{
  status: string
  customer: string
  billing_reason: string
  created: number
  amount_due: number
  amount_paid: number
  attempt_count: number
  automatically_finalizes_at: number | null
  next_payment_attempt: number | null
  auto_advance: boolean
  status_transitions: { paid_at: number | null; finalized_at: number | null; [name: string]: number | null }
  lines: { data: Line[]; url: string }
  starting_balance: number
  total: number
}>
export type Event = Shaped<{ type: string; created: number; data: { object: Record<string, unknown> } }>

interface Sample {
  operation?: string
  part?: string
  schema?: string
  body: Record<string, unknown>
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../contracts/stripe/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }

/** A fresh copy of the first answer of this operation. */
function sample<Known>(operation: string): Shaped<Known> {
  const found = samples.find((one) => one.operation === operation && one.part === 'response')
  if (!found) throw new Error(`the contract has no sample of ${operation}`)
  return structuredClone(found.body) as Shaped<Known>
}

export const templates = {
  customer: () => sample<Customer>('Customers.create'),
  setupIntent: () => sample<SetupIntent>('SetupIntents.create'),
  paymentIntent: () => sample<PaymentIntent>('PaymentIntents.retrieve'),
  paymentMethod: () => sample<PaymentMethod>('PaymentMethods.retrieve'),
  product: () => sample<Product>('Products.create'),
  price: () => sample<Price>('Prices.create'),
  subscription: () => sample<Subscription>('Subscriptions.create'),
  invoice: () => sample<Invoice>('Invoices.retrieve'),
}
