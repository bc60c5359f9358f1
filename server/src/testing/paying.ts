/** Companies that pay, for tests: plans are made, cards typed into the sandbox, and what the sandbox says is caught up with. */
import type { CompanySubscription, Credits, RouteReply, SubscriptionPlan } from '@tangelo/contract'
import type { LightMyRequestResponse } from 'fastify'
import { until } from './queue-nodes.ts'
import { creditsOf } from './reels.ts'
import { type Person, type World, world } from './world.ts'
import { isQuiet } from './world-with-sources.ts'

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  declinedWhenCharged: '4000000000000341',
  asksAlways: '4000002760003184',
} as const

export const DAY = 24 * 60 * 60_000
/** The sandbox renews on the same day of the next month. */
export const NEXT_MONTH = Date.UTC(2026, 11, 20, 9)
export const MONTH_AFTER = Date.UTC(2027, 0, 20, 9)
export const at = (moment: number) => new Date(moment).toISOString()

export const NEVER: Credits = { total: 5, used: 0, remaining: 5, renewalDate: null }

type Outcome = RouteReply<'POST /api/payments/sandbox/confirm'>
type Begun = RouteReply<'POST /api/companies/:companyId/subscription'>

export interface Paying extends World {
  plans: Record<'Starter' | 'Pro' | 'Agency', SubscriptionPlan>
  /** At an address of the company's subscription. */
  order(path: string, body?: object, who?: Person, companyId?: number): Promise<LightMyRequestResponse>
  subscription(who?: Person, companyId?: number): Promise<CompanySubscription | null>
  credits(companyId?: number): Promise<Credits>
  /** Types a card into the sandbox; the card holder accepts the bank's challenge by default. */
  typeCard(clientSecret: string, number?: string | null, accepted?: boolean, who?: Person): Promise<Outcome>
  /** A card that is kept, by its id. */
  saveCard(plan: SubscriptionPlan, number?: string, who?: Person, companyId?: number): Promise<string>
  create(
    plan: SubscriptionPlan,
    paymentMethodId: string,
    who?: Person,
    companyId?: number,
  ): Promise<LightMyRequestResponse>
  /** Subscribed and paid. */
  subscribe(plan: SubscriptionPlan, number?: string, who?: Person, companyId?: number): Promise<Begun>
  /** Time goes by, and what it brings is read. */
  pass(milliseconds: number): Promise<void>
  /** Changes to another plan, after its price was previewed. */
  change(plan: SubscriptionPlan): Promise<LightMyRequestResponse>
  /** What the provider keeps, and how often it has charged. */
  invoices(companyId?: number): Promise<RouteReply<'GET /api/companies/:companyId/subscription/invoices'>>
}

/** Months go by in these tests. */
const LONG = { idleMs: 365 * DAY, maxMs: 365 * DAY }

const settle = (here: World) => until('all work is done', () => isQuiet(here))

export const customer = { customerName: 'Mia', customerEmail: 'mia@example.test' }

export async function paying(given: Parameters<typeof world>[0] = {}): Promise<Paying> {
  const here = await world({ session: LONG, ...given })
  here.work()
  const { ask, clock, services } = here
  const made = await ask('admin', 'POST', '/api/init-subscription-plans')
  const findPlan = (name: string): SubscriptionPlan =>
    made.json().plans.find((plan: SubscriptionPlan) => plan.name === name)
  const plans = { Starter: findPlan('Starter'), Pro: findPlan('Pro'), Agency: findPlan('Agency') }

  const order: Paying['order'] = (path, body, who = 'pro', companyId = 1) =>
    ask(who, 'POST', `/api/companies/${companyId}/subscription${path}`, body)

  const typeCard: Paying['typeCard'] = async (clientSecret, number = CARDS.good, accepted = true, who = 'pro') => {
    const card = number === null ? {} : { card: { number, expiryMonth: 12, expiryYear: 2040, code: '123' } }
    const outcome = (await ask(who, 'POST', '/api/payments/sandbox/confirm', { clientSecret, ...card })).json()
    if (outcome.outcome !== 'challenge') return outcome
    return (await ask(who, 'POST', '/api/payments/sandbox/challenge', { clientSecret, accepted })).json()
  }

  const saveCard: Paying['saveCard'] = async (plan, number, who, companyId) => {
    const { clientSecret } = (await order('/setup', { planId: plan.id, ...customer }, who, companyId)).json()
    return (await typeCard(clientSecret, number, true, who)).paymentMethodId ?? ''
  }

  const create: Paying['create'] = (plan, paymentMethodId, who, companyId) =>
    order('', { planId: plan.id, paymentMethodId, ...customer }, who, companyId)

  return {
    ...here,
    plans,
    order,
    typeCard,
    saveCard,
    create,
    subscription: async (who = 'pro', companyId = 1) =>
      (await ask(who, 'GET', `/api/companies/${companyId}/subscription`)).json(),
    credits: (companyId) => creditsOf(here, companyId),
    async subscribe(plan, number, who, companyId) {
      const begun = (await create(plan, await saveCard(plan, number, who, companyId), who, companyId)).json()
      if (begun.clientSecret) await typeCard(begun.clientSecret, null, true, who)
      await settle(here)
      return begun
    },
    async pass(milliseconds) {
      clock.moveBy(milliseconds)
      await services.paymentEvents.catchUp()
      await settle(here)
    },
    async change(plan) {
      const preview = await order('/change/preview', { planId: plan.id })
      const changed = await order('/change', { planId: plan.id, quote: preview.json().quote })
      await settle(here)
      return changed
    },
    invoices: async (companyId = 1) =>
      (await ask('admin', 'GET', `/api/companies/${companyId}/subscription/invoices`)).json(),
  }
}

/** What the audit log says, the oldest first: `subscription.made pro`. */
export async function actsOf({ ask }: Paying): Promise<string[]> {
  const entries = (await ask('admin', 'GET', '/api/audit-log')).json()
  return entries
    .map(({ act, userName, via }: { act: string; userName: string; via: string }) => `${act} ${userName || via}`)
    .toReversed()
}
