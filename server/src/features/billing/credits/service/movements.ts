/** What moves credits: each movement names its reason, and a reason moves them once. */
import type { Credits } from '@tangelo/contract'
import { CREDITS_LOW_SHARE, CREDITS_WITHOUT_PLAN } from '@tangelo/contract/limits'
import { publishEvents } from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import { notEnoughCredits } from '#platform/errors.ts'
import { countUnused, isOver, toCredits } from '../credits.rules.ts'
import { creditsStore } from '../credits.store.ts'

interface Movement {
  companyId: number
  /** What it is for; of a company unique: 'render:…'. */
  because: string
  /** The user who requested it; null for the server. */
  userId: number | null
  at: number
}

export interface Into {
  queries: Queries
  engine: Engine
}

/** D24: once, for every company. */
export const WELCOME = 'welcome'

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
    await publishCreditsChanged(queries, movement)
    await announceLow(queries, movement)
  } else if (!(await store.has(movement.companyId, movement.because))) throw notEnoughCredits()
}

/** Gives credits, once for this reason. */
export async function grant({ queries }: Pick<Into, 'queries'>, movement: Movement, credits: number): Promise<void> {
  if (await creditsStore(queries).add(asGrant(movement, credits))) await publishCreditsChanged(queries, movement)
}

/** Gives back what this reason has taken, once; nothing where it has taken nothing. */
export async function giveBack({ queries }: Pick<Into, 'queries'>, movement: Movement): Promise<void> {
  const store = creditsStore(queries)
  if (!(await store.has(movement.companyId, movement.because))) return
  const entry = { ...asEntry({ ...movement, because: `${movement.because}:back` }), kind: 'give_back' as const }
  if (await store.add({ ...entry, credits: 1 })) await publishCreditsChanged(queries, movement)
}

/** Locks the credits of this company until the transaction ends, and writes what every company has once. */
export async function hold(into: Into, movement: Moved): Promise<void> {
  await lockCompany(into, movement.companyId)
  const welcome = { ...movement, userId: null, because: WELCOME }
  await creditsStore(into.queries).add(asGrant(welcome, CREDITS_WITHOUT_PLAN))
}

export type Moved = Pick<Movement, 'companyId' | 'at'>

/** Writes what has lapsed by a moment, if anything has. The caller holds the company's lock. */
export async function lapse({ queries }: Into, { companyId, at: by }: Moved, at = by): Promise<void> {
  const store = creditsStore(queries)
  const period = await store.period(companyId)
  if (!period || period.credits === 0 || !isOver(period, by)) return
  const sums = await store.sums(companyId, WELCOME)
  const credits = countUnused(period, sums)
  const entry = { ...asEntry({ companyId, because: `lapse:${period.key}`, userId: null, at }), kind: 'lapse' as const }
  if (credits > 0) await store.add({ ...entry, credits: -credits })
  await store.setPeriod({ ...period, credits: 0, used_before: sums.used })
  await publishCreditsChanged(queries, { companyId, at })
}

/** Notifies when the share is reached, and again when nothing is left. */
async function announceLow(tx: Queries, { companyId, at }: Movement): Promise<void> {
  const { total, used, remaining } = await readCredits(tx, companyId, at)
  if (remaining !== fewOf(total) && remaining !== 0) return
  const data = () => ({ total, used, remaining })
  await enqueueWebhooks(tx, [{ companyId, kind: 'credits.low', subject: String(remaining), data }], at)
}

export const fewOf = (total: number): number => Math.floor(total * CREDITS_LOW_SHARE)

export async function readCredits(queries: Queries, companyId: number, now: number): Promise<Credits> {
  const store = creditsStore(queries)
  return toCredits(await store.sums(companyId, WELCOME), await store.period(companyId), now)
}

const asEntry = ({ companyId, because, userId, at }: Movement) => ({
  company_id: companyId,
  reason: because,
  user_id: userId,
  at,
})

export const asGrant = (movement: Movement, credits: number) => ({
  ...asEntry(movement),
  kind: 'grant' as const,
  credits,
})

export const publishCreditsChanged = (queries: Queries, { companyId, at }: Moved) =>
  publishEvents(queries, [{ companyId, kind: 'credits-changed' }], at)
