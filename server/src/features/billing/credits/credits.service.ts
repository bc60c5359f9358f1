/**
 * What companies may spend on reels (D24, D25): a ledger that is only ever added to. Every movement names its reason,
 * and a reason moves credits once, so a repeated movement changes nothing. The sum never goes below 0. What a plan
 * grants is for its period: what is left of it lapses with the next one, or where none follows.
 */
import { randomUUID } from 'node:crypto'
import type { Credits } from '@tangelo/contract'
import { CREDITS_LOW_SHARE, CREDITS_WITHOUT_PLAN } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { asked, type IdempotencyService, maySeeCompany, maySeePlans, publishEvents } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import { notEnoughCredits, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { isOver, leftOf, shownCredits } from './credits.rules.ts'
import { creditsStore } from './credits.store.ts'

export type CreditsService = ReturnType<typeof creditsService>

interface Movement {
  companyId: number
  /** What it is for; of a company unique: 'render:…'. */
  because: string
  /** The user who requested it; null for the server. */
  userId: number | null
  at: number
}

interface Into {
  queries: Queries
  engine: Engine
}

/** D24: once, for every company. */
const WELCOME = 'welcome'

/**
 * Takes one credit in the caller's transaction, or none when this reason has taken one already. Throws
 * `not_enough_credits`, which must undo the transaction. Until it ends, the credits of this company are locked.
 */
export async function spend(into: Into, movement: Movement): Promise<void> {
  const { queries } = into
  const store = creditsStore(queries)
  await hold(into, movement)
  await lapse(into, movement)
  if (await store.take(asEntry(movement), 1)) {
    await told(queries, movement)
    await announceLow(queries, movement)
  } else if (!(await store.has(movement.companyId, movement.because))) throw notEnoughCredits()
}

/** Gives credits, once for this reason. */
export async function grant({ queries }: Pick<Into, 'queries'>, movement: Movement, credits: number): Promise<void> {
  if (await creditsStore(queries).add(asGrant(movement, credits))) await told(queries, movement)
}

/** Gives back what this reason has taken, once; nothing where it has taken nothing. */
export async function giveBack({ queries }: Pick<Into, 'queries'>, movement: Movement): Promise<void> {
  const store = creditsStore(queries)
  if (!(await store.has(movement.companyId, movement.because))) return
  const entry = { ...asEntry({ ...movement, because: `${movement.because}:back` }), kind: 'give_back' as const }
  if (await store.add({ ...entry, credits: 1 })) await told(queries, movement)
}

/** Locks the credits of this company until the transaction ends, and writes what every company has once. */
async function hold(into: Into, movement: Moved): Promise<void> {
  await lockCompany(into, movement.companyId)
  const welcome = { ...movement, userId: null, because: WELCOME }
  await creditsStore(into.queries).add(asGrant(welcome, CREDITS_WITHOUT_PLAN))
}

type Moved = Pick<Movement, 'companyId' | 'at'>

/** A period of a plan that is paid for. */
interface PaidPeriod extends Moved {
  /** Names the subscription and the period: it grants once. */
  key: string
  startsAt: number
  endsAt: number
  credits: number
}

/** Grants what the period brings, once; what was left of the one before lapses. False where it has been granted before. */
export async function beginPeriod(into: Into, period: PaidPeriod): Promise<boolean> {
  const store = creditsStore(into.queries)
  await hold(into, period)
  const movement = { ...period, because: `plan:${period.key}`, userId: null }
  if (await store.has(period.companyId, movement.because)) return false
  await lapse(into, { ...period, at: Number.POSITIVE_INFINITY }, period.at)
  await store.add(asGrant(movement, period.credits))
  const { used } = await store.sums(period.companyId, WELCOME)
  await store.setPeriod({
    company_id: period.companyId,
    key: period.key,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    credits: period.credits,
    used_before: used,
    renews: 1,
  })
  await told(into.queries, period)
  return true
}

/** Adds to the period that runs what another plan brings for the rest of it, once for each `name`. */
export async function raisePeriod(
  into: Into,
  { key, name, credits, ...movement }: Moved & { key: string; name: string; credits: number },
): Promise<void> {
  const store = creditsStore(into.queries)
  await hold(into, movement)
  const period = await store.period(movement.companyId)
  if (period?.key !== key) return
  if (!(await store.add(asGrant({ ...movement, because: `plan:${key}:${name}`, userId: null }, credits)))) return
  await store.setPeriod({ ...period, credits: period.credits + credits })
  await told(into.queries, movement)
}

/** Notes whether another period is expected after this one, and takes away what is over. */
export async function followPeriod(into: Into, { renews, ...movement }: Moved & { renews: boolean }): Promise<void> {
  const store = creditsStore(into.queries)
  await lockCompany(into, movement.companyId)
  const period = await store.period(movement.companyId)
  if (!period) return
  await hold(into, movement)
  if (period.renews !== (renews ? 1 : 0)) {
    await store.setPeriod({ ...period, renews: renews ? 1 : 0 })
    await told(into.queries, movement)
  }
  await lapse(into, movement)
}

/** Writes what has lapsed by a moment, if anything has. The caller holds the company's lock. */
async function lapse({ queries }: Into, { companyId, at: by }: Moved, at = by): Promise<void> {
  const store = creditsStore(queries)
  const period = await store.period(companyId)
  if (!period || period.credits === 0 || !isOver(period, by)) return
  const sums = await store.sums(companyId, WELCOME)
  const credits = leftOf(period, sums)
  const entry = { ...asEntry({ companyId, because: `lapse:${period.key}`, userId: null, at }), kind: 'lapse' as const }
  if (credits > 0) await store.add({ ...entry, credits: -credits })
  await store.setPeriod({ ...period, credits: 0, used_before: sums.used })
  await told(queries, { companyId, at })
}

/** Notifies when the share is reached, and again when nothing is left. */
async function announceLow(tx: Queries, { companyId, at }: Movement): Promise<void> {
  const { total, used, remaining } = await shownOf(tx, companyId, at)
  if (remaining !== fewOf(total) && remaining !== 0) return
  const data = () => ({ total, used, remaining })
  await enqueueWebhooks(tx, [{ companyId, kind: 'credits.low', subject: String(remaining), data }], at)
}

const fewOf = (total: number): number => Math.floor(total * CREDITS_LOW_SHARE)

async function shownOf(queries: Queries, companyId: number, now: number): Promise<Credits> {
  const store = creditsStore(queries)
  return shownCredits(await store.sums(companyId, WELCOME), await store.period(companyId), now)
}

const asEntry = ({ companyId, because, userId, at }: Movement) => ({
  company_id: companyId,
  reason: because,
  user_id: userId,
  at,
})

const asGrant = (movement: Movement, credits: number) => ({
  ...asEntry(movement),
  kind: 'grant' as const,
  credits,
})

const told = (queries: Queries, { companyId, at }: Moved) =>
  publishEvents(queries, [{ companyId, kind: 'credits-changed' }], at)

export function creditsService({
  database,
  clock,
  answers,
  audit,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  audit: AuditLog
}) {
  const store = creditsStore(database.queries)

  /** Throws `access_denied` for basic users, and `not_found` alike for a missing company and another one than the viewer's. */
  async function read(viewer: Viewer, companyId: number): Promise<Credits> {
    maySeePlans(viewer)
    maySeeCompany(viewer, companyId)
    if (!(await store.companyName(companyId))) throw notFound('Company')
    return shownOf(database.queries, companyId, clock.now())
  }

  return {
    read,

    /** The present balance; a purchase checks it again in its own transaction. */
    left: async (companyId: number): Promise<number> =>
      (await shownOf(database.queries, companyId, clock.now())).remaining,

    /** Companies with a fifth of their credits left, or less; those that never used any are not asked about. */
    async low(
      companyId: number | 'all',
    ): Promise<{ companyId: number; name: string; isDemo: boolean; total: number; remaining: number }[]> {
      const sums = await store.sumsOfCompanies(companyId, WELCOME)
      if (sums.length === 0) return []
      const periods = new Map((await store.periods()).map((period) => [period.company_id, period]))
      return sums.flatMap(({ companyId: id, name, isDemo, sums: own }) => {
        const { total, remaining } = shownCredits(own, periods.get(id), clock.now())
        return remaining <= fewOf(total) ? [{ companyId: id, name, isDemo, total, remaining }] : []
      })
    },

    /** They stay until they are used. The same `Idempotency-Key` gives once. The caller is an administrator. */
    async give(
      viewer: Viewer,
      companyId: number,
      { credits, reason }: { credits: number; reason: string },
      key: unknown,
    ): Promise<Credits> {
      const name = await store.companyName(companyId)
      if (name === undefined) throw notFound('Company')
      const question = asked(viewer, companyId, key, { credits, reason })
      await answers.once<{ credits: number }>(question, ({ complete }) =>
        database.transaction(async (tx) => {
          const at = clock.now()
          await hold({ queries: tx, engine: database.engine }, { companyId, at })
          await grant(
            { queries: tx },
            { companyId, because: `granted:${randomUUID()}`, userId: viewer.userId, at },
            credits,
          )
          await audit.record(tx, viewer, {
            act: 'credits.granted',
            object: { kind: 'company', id: companyId, name },
            companyId,
            details: { credits, reason },
          })
          await complete(tx, { credits })
          return { credits }
        }),
      )
      return read(viewer, companyId)
    },
  }
}
