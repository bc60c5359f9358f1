/** Plans, what was paid for them, and the credits that came of it. */
import type { SubscriptionStatus } from '@tangelo/contract/limits'
import type { Generated } from 'kysely'
import type { PaymentsMode } from '#ports/payments.ts'

export interface MoneyTables {
  /** Append-only: what companies were given and have spent (D24). What is left is the sum, and never below 0. */
  credit_entries: {
    company_id: number
    /** Names what moved the credits: 'render:…'. With the company it is unique. */
    reason: string
    /** `lapse`: what was left of a grant when its time was over. */
    kind: 'grant' | 'lapse' | 'spend' | 'give_back'
    /** Above 0 for what is given, below for what is taken. */
    credits: number
    user_id: number | null
    at: number
  }
  /** What a plan has granted for the period that runs, or ran last. */
  credit_periods: {
    company_id: number
    /** Names the subscription and its period. */
    key: string
    starts_at: number
    /** What is left of `credits` then lapses. */
    ends_at: number
    /** 0 once it has lapsed. */
    credits: number
    /** What the company had used in all when it began: what was used since counts against it. */
    used_before: number
    /** Another period is expected to follow. */
    renews: 0 | 1
  }
  plans: {
    id: Generated<number>
    /** For good: 'starter'. */
    key: string
    name: string
    description: string
    price_cents: number
    credits: number
    /** JSON array of sentences. */
    features: string
    is_popular: 0 | 1
    /** Of the demo workspace: only its companies see and buy it. */
    is_demo: Generated<0 | 1>
  }
  /** What a plan is sold under at a provider. */
  plan_prices: {
    provider: PaymentsMode
    plan_id: number
    price_id: string
  }
  /** Who pays for a company, and how far what the provider says has been read (docs/decisions/0023). */
  provider_customers: {
    company_id: number
    provider: PaymentsMode
    /** Under which the customer is made, once. */
    operation_id: string
    /** Null until the provider has answered. */
    customer_id: string | null
    /** Goes up whenever there is something new to read; a reading that began before that is not the last. */
    asked: number
    /** Each reading takes the next one before it begins. */
    tickets: number
    /** Of the reading that is shown: what an earlier one brings does not count any more. */
    read_ticket: number
    read_at: number | null
    /** When to read again in any case; null where nothing can happen by itself. */
    look_at: number | null
  }
  /** Of each company its latest subscription, as it was read. */
  subscriptions: {
    company_id: number
    provider: PaymentsMode
    /** The provider's. */
    id: string
    status: SubscriptionStatus
    /** That the period is paid for. */
    plan_id: number
    /** That the next period is to have instead. */
    next_plan_id: number | null
    period_start: number
    period_end: number
    /** It ends with the period. */
    cancels: 0 | 1
    /** JSON: what may be shown of the card. */
    card: string | null
    /** JSON: what the customer has to do. */
    problem: string | null
    created_at: number
  }
  /** A company's running request to the provider: one at a time, until its outcome is known. */
  billing_operations: {
    company_id: number
    /** UUID, known to the provider: the same one does the same thing once. */
    id: string
    kind: 'subscribe' | 'replace' | 'cancel' | 'resume' | 'change' | 'card'
    /** JSON. */
    wish: string
    user_id: number | null
    begun_at: number
    /** When the process that works on it last said so. */
    alive_at: number
  }
  /** Events that the provider sent or listed, each once. */
  provider_events: {
    provider: PaymentsMode
    id: string
    company_id: number
    type: string
    at: number
    received_at: number
  }
  /** Until when the provider's list of events has been read. */
  provider_cursors: {
    provider: PaymentsMode
    read_until: number
  }
}
