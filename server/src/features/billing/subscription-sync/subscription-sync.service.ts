/**
 * Reads and stores a company's state at the payment provider (D34): the only way in which a subscription changes here.
 * A sync takes a fencing token before it reads; one that started earlier never replaces one that started later, so
 * nothing goes back. The stored state, the credits of a paid period, and the entries of the audit log are one
 * transaction. Repeating it changes nothing. See docs/decisions/0023.
 */
import { randomUUID } from 'node:crypto'
import { type Actor, type AuditLog, publishEvents, THE_SERVER } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { PaidSubscription, Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { beginPeriod, followPeriod, raisePeriod } from '../credits/service/plan-periods.ts'
import type { PlanRow } from '../plans/plans.rules.ts'
import { planRows } from '../plans/plans.service.ts'
import { actsOf } from './rules/acts.ts'
import { creditsForRest, findPaidPeriod, findRaisedAt, periodKey } from './rules/paid.ts'
import { chooseLatest, isGone, isLive, isOver, type Reading, type SubscriptionRow } from './rules/reading.ts'
import { type Found, findChange, lookAgainAt, renews, toEndedRow } from './subscription-sync.rules.ts'
import { type CustomerRow, subscriptionSyncStore } from './subscription-sync.store.ts'

export type SubscriptionSync = ReturnType<typeof subscriptionSync>

const INVOICES_READ = 20
/**
 * An operation without a heartbeat for so long has lost its process, and its request has taken effect: a sync that
 * starts after that sees the outcome.
 */
const OPERATION_ENDS_MS = 30_000

interface SyncOptions {
  /** The actor of the changes found; by default the user whose operation is under way, else the server itself. */
  actor?: Actor
  /** What is known the end of by this reading. */
  operationId?: string
  /** Done in the transaction that keeps it; `isLatest`: nothing is left to read. */
  lastly?: (tx: Queries, isLatest: boolean) => Promise<void>
}

export interface Kept {
  row: SubscriptionRow
  readAt: number
}

export interface Read {
  row: SubscriptionRow | null
  /** As the provider has it, with what must not be kept. */
  latest: PaidSubscription | null
  isLatest: boolean
}

/** What was read, and since when: it shows everything that had taken effect by then. */
type Begun = Reading & { beganAt: number }

const NOTHING: Read = { row: null, latest: null, isLatest: true }

export function subscriptionSync({
  database,
  clock,
  payments,
  audit,
}: {
  database: Database
  clock: Clock
  payments: Payments
  audit: AuditLog
}) {
  const storeOf = (queries: Queries) => subscriptionSyncStore(queries, payments.mode)
  const store = storeOf(database.queries)

  async function readAtProvider(customerId: string, knownId: string | null): Promise<Reading> {
    const [all, invoices] = await Promise.all([
      payments.subscriptionsOf(customerId),
      payments.invoicesOf(customerId, INVOICES_READ),
    ])
    return { ...chooseLatest(all, knownId), invoices }
  }

  /** One that is paid meanwhile is seen by the next reading. */
  async function endExtra(extra: PaidSubscription): Promise<void> {
    const operationId = `extra-${extra.id}`
    if (isLive(extra)) await payments.cancelNow(extra.id, operationId)
    else await payments.endUnpaid(extra.id, `${operationId}-unpaid`)
  }

  /** Credits of what is paid for, once. */
  async function creditPaid(
    tx: Queries,
    { row, reading, bought, raisedFrom }: Found & { reading: Reading },
    { known, server }: { known: readonly PlanRow[]; server: Actor },
  ): Promise<void> {
    const into = { queries: tx, engine: database.engine }
    const companyId = row.company_id
    const at = clock.now()
    const paid = findPaidPeriod(reading)
    const plan = known.find(({ key }) => key === paid?.planKey)
    if (paid && plan && paid.end > at) {
      const key = periodKey(row.id, paid.start)
      const period = { companyId, key, startsAt: paid.start, endsAt: paid.end, credits: plan.credits, at }
      if (await beginPeriod(into, period))
        await audit.record(tx, server, {
          act: 'payment.made',
          object: { kind: 'subscription', id: row.id, name: plan.name },
          companyId,
          details: { cents: paid.amountPaidCents, credits: plan.credits },
        })
    }
    const from =
      raisedFrom ?? (plan && bought.price_cents > plan.price_cents && paid?.start === row.period_start ? plan : null)
    if (from) {
      const rest = { start: row.period_start, end: row.period_end, at: findRaisedAt(reading) ?? at }
      const credits = creditsForRest(from, bought, rest)
      const key = periodKey(row.id, row.period_start)
      if (credits > 0) await raisePeriod(into, { companyId, key, name: bought.key, credits, at })
    }
    await followPeriod(into, { companyId, at, renews: renews(row) })
  }

  /** Null where another reading is further. */
  async function keep(tx: Queries, customer: CustomerRow, { beganAt, ...reading }: Begun, options: SyncOptions) {
    const inside = storeOf(tx)
    const { company_id: companyId, tickets: ticket } = customer
    await lockCompany({ queries: tx, engine: database.engine }, companyId)
    const before = await inside.subscription(companyId)
    const known = await planRows(tx)
    const kept = findChange(companyId, payments.mode, reading, { before, known })
    const row = kept?.row ?? before ?? null
    const now = clock.now()
    // Whether the others are ended after this is known when there are none any more.
    const isAlone = reading.extras.length === 0
    const look_at = isAlone ? lookAgainAt(row, now) : now
    if (!(await inside.keepTicket(companyId, ticket, { read_at: now, look_at }))) return null
    if (kept) {
      await inside.keep(kept.row)
      // Renewals of the demo are in no audit log: an entry could not be removed with it.
      const server: Actor = (await inside.isOfDemo(companyId)) ? { ...THE_SERVER, isDemo: true } : THE_SERVER
      // The provider's event may arrive before the response to the user who requested the change: the change is theirs all the same.
      const actor = options.actor ?? { ...server, ...(await inside.requester(companyId)) }
      for (const act of actsOf(before, kept.row, known)) await audit.record(tx, actor, act)
      await creditPaid(tx, { ...kept, reading }, { known, server })
      if (JSON.stringify(before) !== JSON.stringify(kept.row))
        await publishEvents(tx, [{ companyId, kind: 'subscription-changed' }], now)
    }
    const found = options.operationId ?? reading.latest?.operationId ?? null
    await inside.endOperation(companyId, found, beganAt - OPERATION_ENDS_MS)
    const isLatest = isAlone && (await inside.customer(companyId))?.asked === customer.asked
    await options.lastly?.(tx, isLatest)
    return { row, latest: reading.latest, isLatest }
  }

  /** Whom the provider does not know any more begins anew there; what they had has ended. */
  async function forget(companyId: number, customerId: string, actor: Actor = THE_SERVER): Promise<void> {
    await database.transaction(async (tx) => {
      const inside = storeOf(tx)
      const into = { queries: tx, engine: database.engine }
      await lockCompany(into, companyId)
      if (!(await inside.forgetCustomer(companyId, customerId, randomUUID()))) return
      const at = clock.now()
      await inside.endOperation(companyId, null, at)
      const before = await inside.subscription(companyId)
      if (!before || isOver(before)) return
      const row = toEndedRow(before)
      await inside.keep(row)
      for (const act of actsOf(before, row, await planRows(tx))) await audit.record(tx, actor, act)
      await followPeriod(into, { companyId, at, renews: false })
      await publishEvents(tx, [{ companyId, kind: 'subscription-changed' }], at)
    })
  }

  return {
    forget,

    /** Reads now. Throws `PaymentsFailure`. */
    async read(companyId: number, options: SyncOptions = {}): Promise<Read> {
      for (;;) {
        const customer = await store.takeTicket(companyId)
        if (!customer?.customer_id) return NOTHING
        const knownId = (await store.subscription(companyId))?.id ?? null
        const beganAt = clock.now()
        const reading = await readAtProvider(customer.customer_id, knownId).catch((error: unknown) => {
          if (isGone(error)) return null
          throw error
        })
        if (!reading) {
          await forget(companyId, customer.customer_id, options.actor)
          return { ...NOTHING, row: (await store.subscription(companyId)) ?? null }
        }
        const read = await database.transaction((tx) => keep(tx, customer, { ...reading, beganAt }, options))
        // No company pays twice: a second subscription beside it is ended.
        for (const extra of reading.extras) await endExtra(extra)
        if (read) return read
      }
    },

    /** As it was read last; null where there is none, or only one of another provider. */
    findStored: async (companyId: number): Promise<Kept | null> => {
      const [row, customer] = await Promise.all([store.subscription(companyId), store.customer(companyId)])
      return row ? { row, readAt: customer?.read_at ?? row.created_at } : null
    },

    customerOf: async (companyId: number): Promise<string | null> =>
      (await store.customer(companyId))?.customer_id ?? null,

    /** The customer at the provider, made once for each company, and named as it is now. Throws `PaymentsFailure`. */
    async customer(request: { companyId: number; name: string; email: string }, operationId: string): Promise<string> {
      const first = { operation_id: operationId, customer_id: null, asked: 0, tickets: 0, read_ticket: 0 }
      const row = { company_id: request.companyId, provider: payments.mode, ...first, read_at: null, look_at: null }
      await store.addCustomer(row)
      const known = await store.customer(request.companyId)
      if (known?.customer_id) {
        await payments.correctCustomer(known.customer_id, request)
        return known.customer_id
      }
      const asked = known?.operation_id ?? operationId
      const made = await payments.customer(request, asked).catch(async (error: unknown) => {
        if (error instanceof PaymentsFailure && error.isKept)
          await store.renameOperation(request.companyId, asked, randomUUID())
        throw error
      })
      await store.nameCustomer(request.companyId, made)
      return made
    },
  }
}
