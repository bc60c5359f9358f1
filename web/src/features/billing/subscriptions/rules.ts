/** Decisions about plans and subscriptions that need no server. */
import { CUSTOMER_NAME_MAX_LENGTH } from '@tangelo/contract/limits'
import { ApiError, readServerField, readServerMessage } from '#lib/api.ts'
import { padTwo } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'
import type { CompanySubscription, Customer, SubscriptionPlan } from './queries/subscription.ts'
import { texts as paymentTexts } from './texts/payment.ts'
import { texts } from './texts/plans.ts'

/** spec §9: cents divided by 100, no decimals: '$79'. */
export const formatPrice = (cents: number): string => `$${formatWhole(cents / 100)}`

/** To the cent: '$24.40', '-$14.20'. */
export function formatAmount(cents: number): string {
  const size = Math.round(Math.abs(cents))
  return `${cents < 0 ? '-' : ''}$${formatWhole(Math.floor(size / 100))}.${padTwo(size % 100)}`
}

/** spec §4: what is to be confirmed in the browser, by the prefix of its secret. */
export function kindOfSecret(clientSecret: string): 'setup' | 'payment' | 'unknown' {
  if (clientSecret.startsWith('seti_')) return 'setup'
  return clientSecret.startsWith('pi_') ? 'payment' : 'unknown'
}

/** Credits that a new reel takes: one for the upload of its images and one for its video (D25). */
const CREDITS_PER_NEW_REEL = 2

/** What the credits of a month make, and the price of one new reel. Whole reels; cents. */
export const countIncluded = ({ credits, priceMonthly }: Pick<SubscriptionPlan, 'credits' | 'priceMonthly'>) => ({
  newReels: Math.floor(credits / CREDITS_PER_NEW_REEL),
  rendersOnly: credits,
  centsPerReel: (priceMonthly / credits) * CREDITS_PER_NEW_REEL,
})

type State = Pick<CompanySubscription, 'status' | 'planId' | 'nextPlan'>

/** Whether the plan is the company's, paid or about to be. */
export function isHeld({ status }: Pick<State, 'status'>): boolean {
  return !['incomplete', 'incomplete_expired', 'canceled'].includes(status)
}

/** spec §4: only an active one can be canceled. */
export const isActive = ({ status }: Pick<State, 'status'>): boolean => status === 'active'

/**
 * What the button of a plan is for. `next`: it begins with the next period. `blocked`: another one is held, and something has to
 * be done about that one first.
 */
export function planAction(
  { id }: Pick<SubscriptionPlan, 'id'>,
  subscription: State | null,
): 'current' | 'next' | 'subscribe' | 'change' | 'blocked' {
  if (!subscription || !isHeld(subscription)) return 'subscribe'
  if (subscription.planId === id) return 'current'
  if (subscription.nextPlan?.id === id) return 'next'
  return isActive(subscription) || subscription.status === 'trialing' ? 'change' : 'blocked'
}

/** The status as it is shown: 'Active Subscription', or the raw one (spec §2). */
export const statusText = ({ status }: Pick<State, 'status'>): string =>
  status === 'active' ? texts.state.active : status

export function statusTone({ status }: Pick<State, 'status'>): 'good' | 'amber' | 'slate' {
  if (status === 'active' || status === 'trialing') return 'good'
  return status === 'canceled' || status === 'incomplete_expired' ? 'slate' : 'amber'
}

/** What the person has to correct; nothing where all is well (spec §5). */
export function customerProblems({ customerName, customerEmail }: Customer): { name?: string; email?: string } {
  const name = customerName.trim()
  const words = paymentTexts.details
  return {
    ...(name === '' ? { name: words.nameMissing } : {}),
    ...(name.length > CUSTOMER_NAME_MAX_LENGTH ? { name: words.nameLong(CUSTOMER_NAME_MAX_LENGTH) } : {}),
    ...(EMAIL.test(customerEmail.trim()) ? {} : { email: words.emailInvalid }),
  }
}

/** As much of an address as can be judged without sending to it; the server is stricter still. */
const EMAIL = /^[^\s@.]+(\.[^\s@.]+)*@([^\s@.]+\.)+[^\s@.]{2,}$/

/** spec §8: 'Error creating subscription: {message}', and so on: the title, and why as far as it is known. */
export function failureOf(title: string, error: unknown) {
  const known = readServerMessage(error) ?? (error instanceof Error && error.message ? error.message : undefined)
  return { title, description: known ?? texts.toasts.unknown, tone: 'destructive' } as const
}

export const isCardRefused = (error: unknown): boolean => readServerField(error, 'error') === 'card_refused'
/** It ends soon, or another change is planned: a second request changes nothing. */
export const isRefusedAsThingsStand = (error: unknown): boolean => error instanceof ApiError && error.status === 409
export const isQuoteOver = (error: unknown): boolean => readServerField(error, 'error') === 'quote_over'
