/**
 * Payments without a provider: the same flow and the same prefixes as Stripe, Stripe's test cards with their outcomes,
 * and renewals by the clock; no one is charged (D32). Its data is in our database, so it survives a restart and is the
 * same in every process. Nothing is sent to us: what happened is read with `eventsSince`.
 */
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Clock } from '#ports/clock.ts'
import type { PaidSubscription, Payments, PaymentsEvent } from '#ports/payments.ts'
import type { Desk, Setup, Subscription } from './sandbox-account.ts'
import { answerChallenge, confirmCard } from './sandbox-confirm.ts'
import { doOnce } from './sandbox-operations.ts'
import * as orders from './sandbox-orders.ts'
import { toPaidInvoice, toPaidSubscription } from './sandbox-shown.ts'
import { type KeptEvent, sandboxStore } from './sandbox-store.ts'

const EVENTS_PER_PAGE = 200
const DAY_MS = 86_400_000
const EVENTS_KEPT_MS = 30 * DAY_MS
const INVOICES_MAX = 100

interface SandboxParts {
  database: Database
  clock: Clock
  encryption: Encryption
}

export function sandboxPayments({ database, clock, encryption }: SandboxParts): Payments {
  const store = sandboxStore(database, encryption)
  /** Events that are too old to be listed are purged now and then. */
  let forgetsAt = 0
  /** Looks at one customer, and lets happen what was due. */
  const look = <Result>(id: string, work: (desk: Desk) => Result) => store.look(id, clock.now(), work)

  /** One operation about one subscription. `work` answers why a card was refused. */
  async function change(
    id: string,
    operation: { id: string; request: object },
    work: (desk: Desk, subscription: Subscription, now: number) => unknown,
  ): Promise<PaidSubscription> {
    const now = clock.now()
    const { shown, refusal } = await store.withCustomer(id, now, (desk) => {
      const subscription = subscriptionIn(desk, id)
      const refused = doOnce(desk, operation, now, () => {
        const answered = work(desk, subscription, now)
        return { about: id, refusal: isRefusal(answered) ? answered : null }
      }).refusal
      return { shown: toPaidSubscription(desk, subscription), refusal: refused }
    })
    if (refusal) throw orders.declined(refusal)
    return shown
  }

  return {
    name: 'sandbox',
    mode: 'sandbox',
    browser: { provider: 'sandbox' },
    plans: store.plans,
    customer: ({ companyId, name, email }) => store.customer({ companyId, name, email }),
    correctCustomer: (id, { name, email }) =>
      store.withCustomer(id, clock.now(), ({ account }) => {
        Object.assign(account, { name, email })
      }),

    beginSetup({ customerId }, operationId) {
      const now = clock.now()
      return store.withCustomer(customerId, now, (desk) => {
        const { about } = doOnce(desk, { id: operationId, request: { beginSetup: customerId } }, now, () => ({
          about: orders.beginSetup(desk, now).id,
          refusal: null,
        }))
        return { clientSecret: setupIn(desk, about).clientSecret }
      })
    },

    subscribe({ customerId, priceId, paymentMethodId: cardId }, operationId) {
      const now = clock.now()
      return store.withCustomer(customerId, now, (desk) => {
        const operation = { id: operationId, request: { subscribe: customerId, priceId, cardId } }
        const { about } = doOnce(desk, operation, now, () => ({
          about: orders.subscribe(desk, { priceId, cardId, operationId }, now).id,
          refusal: null,
        }))
        return toPaidSubscription(desk, subscriptionIn(desk, about))
      })
    },
    subscriptionsOf: (customerId) =>
      look(customerId, (desk) => desk.account.subscriptions.map((one) => toPaidSubscription(desk, one)).reverse()),
    cancelAtPeriodEnd: (id, cancels, operationId) =>
      change(id, { id: operationId, request: { cancelAtPeriodEnd: id, cancels } }, (desk, subscription, now) =>
        orders.cancelAtPeriodEnd(desk, subscription, cancels, now),
      ),
    cancelNow: (id, operationId) => change(id, { id: operationId, request: { cancelNow: id } }, orders.cancelNow),
    endUnpaid: (id, operationId) => change(id, { id: operationId, request: { endUnpaid: id } }, orders.endUnpaid),
    previewPlanChange: ({ subscriptionId, priceId }) =>
      look(subscriptionId, (desk) =>
        orders.previewChange(desk, subscriptionIn(desk, subscriptionId), priceId, clock.now()),
      ),
    changePlan: ({ subscriptionId, priceId, at, starts = 'now' }, operationId) =>
      change(
        subscriptionId,
        { id: operationId, request: { changePlan: subscriptionId, priceId, at, starts } },
        (desk, subscription, now) =>
          starts === 'now'
            ? orders.changePlan(desk, subscription, { priceId, at }, now)
            : orders.changeWithRenewal(desk, subscription, priceId, now),
      ),
    replaceCard: ({ subscriptionId, paymentMethodId }, operationId) =>
      change(
        subscriptionId,
        { id: operationId, request: { replaceCard: subscriptionId, paymentMethodId } },
        (desk, subscription, now) => orders.replaceCard(desk, subscription, paymentMethodId, now),
      ),

    invoicesOf: (customerId, limit) =>
      look(customerId, (desk) =>
        desk.account.invoices
          .toReversed()
          .slice(0, Math.min(limit, INVOICES_MAX))
          .map((invoice) => toPaidInvoice(desk, invoice)),
      ),

    async *eventsSince(at) {
      const now = clock.now()
      await store.settleAll(now)
      const oldest = now - EVENTS_KEPT_MS
      if (now >= forgetsAt) {
        forgetsAt = now + DAY_MS
        await store.forgetEvents(oldest)
      }
      let last: KeptEvent | null = null
      for (;;) {
        const page: KeptEvent[] = await store.events(Math.max(at, oldest), last, EVENTS_PER_PAGE)
        if (page.length > 0) yield page.map(toPaymentsEvent)
        last = page.at(-1) ?? null
        if (page.length < EVENTS_PER_PAGE) return
      }
    },
    readWebhook: null,

    sandboxCards: {
      companyOf: store.companyOf,
      confirm: (clientSecret, card) =>
        openBySecret(clientSecret, (desk, now) => confirmCard(desk, clientSecret, card, now)),
      answerChallenge: (clientSecret, accepted) =>
        openBySecret(clientSecret, (desk, now) => answerChallenge(desk, clientSecret, accepted, now)),
    },
    async test() {
      await store.plans([])
    },
  }

  /** With a secret of the wrong kind there is nothing to open. */
  function openBySecret<Result>(clientSecret: string, work: (desk: Desk, now: number) => Result): Promise<Result> {
    const now = clock.now()
    if (!/^(seti|pi)_\w+_secret_\w+$/.test(clientSecret)) return Promise.reject(orders.gone('payment'))
    return store.withCustomer(clientSecret, now, (desk) => work(desk, now))
  }
}

const isRefusal = (answered: unknown): answered is NonNullable<ReturnType<typeof orders.replaceCard>> =>
  typeof answered === 'object' && answered !== null && 'code' in answered

function setupIn({ account }: Desk, id: string): Setup {
  const setup = account.setups.find((one) => one.id === id)
  if (!setup) throw orders.gone('card setup')
  return setup
}

function subscriptionIn({ account }: Desk, id: string): Subscription {
  const subscription = account.subscriptions.find((one) => one.id === id)
  if (!subscription) throw orders.gone('subscription')
  return subscription
}

const toPaymentsEvent = ({ kind, aboutId, ...event }: KeptEvent): PaymentsEvent => ({
  ...event,
  about: { kind, id: aboutId },
})
