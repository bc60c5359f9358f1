/**
 * What the sandbox knows of one customer: a single document, changed as a whole, so that no charge is ever half done. Times are
 * epoch milliseconds, money is cents. No card number is in it.
 */
import { letters } from '#platform/record-id.ts'
import type { CardShown, InvoiceReason, PaidInvoice, SubscriptionStatus } from '#ports/payments.ts'
import type { Behaviour, Refusal } from './sandbox-test-cards.ts'

export interface Account {
  /** Begins with 'cus_'. Every id of what is the customer's holds what follows. */
  id: string
  companyId: number
  name: string
  email: string
  invoicesMade: number
  cards: KeptCard[]
  setups: Setup[]
  subscriptions: Subscription[]
  /** Oldest first. */
  invoices: Invoice[]
  operations: Operation[]
}

export interface KeptCard extends CardShown {
  id: string
  behaviour: Behaviour
  /** The bank confirmed it when it was stored: some cards then pass without another confirmation. */
  isSetUp: boolean
}

export interface Setup {
  id: string
  clientSecret: string
  status: 'open' | 'challenge' | 'succeeded'
  createdAt: number
  cardId: string | null
}

/** `waiting`: for the customer's confirmation. `refused`: for another card. */
export interface Payment {
  id: string
  clientSecret: string
  status: 'waiting' | 'challenge' | 'refused' | 'succeeded' | 'canceled'
  cardId: string | null
  failure: Refusal | null
}

export interface Invoice {
  id: string
  subscriptionId: string
  number: string
  status: PaidInvoice['status']
  reason: InvoiceReason
  totalCents: number
  createdAt: number
  paidAt: number | null
  period: { start: number; end: number } | null
  priceId: string
  /** Null where nothing is due. */
  payment: Payment | null
}

export interface Subscription {
  id: string
  status: SubscriptionStatus
  priceId: string
  cardId: string
  /** Periods end so many months after this. */
  anchor: number
  periods: number
  periodStart: number
  periodEnd: number
  cancelsAtPeriodEnd: boolean
  createdAt: number
  endedAt: number | null
  operationId: string
  pendingChange: { priceId: string; invoiceId: string; expiresAt: number } | null
  /** How often the latest renewal was tried in vain, and when it is tried again. */
  failedTries: number
  nextTryAt: number | null
}

/** An operation that was done, or refused. */
export interface Operation {
  id: string
  at: number
  /** The request, as JSON. */
  wish: string
  /** The set-up or subscription that came of it. */
  about: string
  refusal: Refusal | null
}

export interface Price {
  id: string
  key: string
  name: string
  priceCents: number
}

/** What happened, before it is written down. */
export interface Happened {
  at: number
  type: string
  about: { kind: 'subscription' | 'invoice'; id: string }
}

/** Everything a change of an account needs. */
export interface Desk {
  account: Account
  /** Throws `gone`. */
  price(priceId: string): Price
  /** In order. */
  happened: Happened[]
  tell(happened: Happened): void
}

const OWN_LENGTH = 14
const MADE_LENGTH = 10
const SECRET_LENGTH = 24

export const newCustomerId = () => `cus_${letters(OWN_LENGTH)}`

export const newId = ({ id }: Pick<Account, 'id'>, prefix: string) =>
  `${prefix}_${id.slice('cus_'.length)}${letters(MADE_LENGTH)}`

export const newClientSecret = (id: string) => `${id}_secret_${letters(SECRET_LENGTH)}`

/** Whose it is, by any id or client secret; null where it is none of ours. */
export function customerIn(id: string): string | null {
  const [, own] = /^[a-z]{2,4}_([A-Za-z0-9]{14})/.exec(id) ?? []
  return own === undefined ? null : `cus_${own}`
}
