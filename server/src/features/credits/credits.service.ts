/**
 * What companies may spend on reels (D24, D25): a ledger that is only ever added to. Every movement names its reason, and a
 * reason moves credits once, so whoever repeats a movement changes nothing. The sum never goes below 0.
 */
import type { Credits } from '@tangelo/contract'
import { CREDITS_LOW_SHARE, CREDITS_WITHOUT_PLAN } from '@tangelo/contract/limits'
import { scopeOf } from '#features/accounts/index.ts'
import { tell } from '#features/activity/index.ts'
import { announce } from '#features/webhooks/index.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import { notEnoughCredits, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import { creditsStore } from './credits.store.ts'

export type CreditsService = ReturnType<typeof creditsService>

export interface Movement {
  companyId: number
  /** What it is for; of a company unique: 'render:…'. */
  because: string
  /** Who asked for it; null for nobody. */
  userId: number | null
  at: number
}

interface Into {
  queries: Queries
  engine: Engine
}

/** D24: once, for a company without a plan. */
const WELCOME = 'welcome'

/**
 * Takes one credit in the caller's transaction, or none when this reason has taken one already. Throws `not_enough_credits`,
 * which must undo the transaction. Until it ends, nobody else moves credits of this company.
 */
export async function spend({ queries, engine }: Into, movement: Movement): Promise<void> {
  const store = creditsStore(queries, engine)
  await store.lock(movement.companyId)
  await store.add(asGrant({ ...movement, userId: null, because: WELCOME }, CREDITS_WITHOUT_PLAN))
  if (await store.take(asEntry(movement), 1)) {
    await told(queries, movement)
    await announceLow(queries, movement, await store.sums(movement.companyId, WELCOME))
  } else if (!(await store.has(movement.companyId, movement.because))) throw notEnoughCredits()
}

/** Gives credits, once for this reason. */
export async function grant({ queries, engine }: Into, movement: Movement, credits: number): Promise<void> {
  if (await creditsStore(queries, engine).add(asGrant(movement, credits))) await told(queries, movement)
}

/** Gives back what this reason has taken, once; nothing where it has taken nothing. */
export async function giveBack({ queries, engine }: Into, movement: Movement): Promise<void> {
  const store = creditsStore(queries, engine)
  if (!(await store.has(movement.companyId, movement.because))) return
  const entry = { ...asEntry({ ...movement, because: `${movement.because}:back` }), kind: 'give_back' as const }
  if (await store.add({ ...entry, credits: 1 })) await told(queries, movement)
}

/** Told when the share is reached, and again when nothing is left. */
async function announceLow(
  tx: Queries,
  { companyId, at }: Movement,
  { given, used }: { given: number; used: number },
): Promise<void> {
  const remaining = given - used
  const few = Math.floor(given * CREDITS_LOW_SHARE)
  if (remaining !== few && remaining !== 0) return
  const data = () => ({ total: given, used, remaining })
  await announce(tx, [{ companyId, kind: 'credits.low', subject: String(remaining), data }], at)
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

const told = (queries: Queries, { companyId, at }: Movement) =>
  tell(queries, [{ companyId, kind: 'credits-changed' }], at)

export function creditsService({ database }: { database: Database }) {
  const store = creditsStore(database.queries, database.engine)

  /** The welcome is written with the first movement: before it, it counts all the same. */
  async function sums(companyId: number) {
    const { given, used, isWelcomed } = await store.sums(companyId, WELCOME)
    const total = isWelcomed ? given : given + CREDITS_WITHOUT_PLAN
    return { total, used, remaining: total - used }
  }

  return {
    /** What is left now; whoever spends it finds out by spending. */
    left: async (companyId: number): Promise<number> => (await sums(companyId)).remaining,

    /** Throws `not_found` alike for a missing company and another one than the viewer's. */
    async read(viewer: Viewer, companyId: number): Promise<Credits> {
      const scope = scopeOf(viewer)
      if ((scope !== 'all' && scope !== companyId) || !(await store.isCompany(companyId))) throw notFound('Company')
      return { ...(await sums(companyId)), renewalDate: null }
    },
  }
}
