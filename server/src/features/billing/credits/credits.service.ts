/**
 * What companies may spend on reels (D24, D25): a ledger that is only ever added to. Every movement names its reason,
 * and a reason moves credits once, so a repeated movement changes nothing. The sum never goes below 0. What a plan
 * grants is for its period: what is left of it lapses with the next one, or where none follows.
 */
import { randomUUID } from 'node:crypto'
import type { Credits } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { type IdempotencyService, maySeeCompany, maySeePlans, toKeyedRequest } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { toCredits } from './credits.rules.ts'
import { creditsStore } from './credits.store.ts'
import { fewOf, grant, hold, readCredits, WELCOME } from './service/movements.ts'

export type CreditsService = ReturnType<typeof creditsService>

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
    return readCredits(database.queries, companyId, clock.now())
  }

  return {
    read,

    /** The present balance; a purchase checks it again in its own transaction. */
    readBalance: async (companyId: number): Promise<number> =>
      (await readCredits(database.queries, companyId, clock.now())).remaining,

    /** Companies with a fifth of their credits left, or less; those that never used any are not asked about. */
    async low(
      companyId: number | 'all',
    ): Promise<{ companyId: number; name: string; isDemo: boolean; total: number; remaining: number }[]> {
      const sums = await store.sumsOfCompanies(companyId, WELCOME)
      if (sums.length === 0) return []
      const periods = new Map((await store.periods()).map((period) => [period.company_id, period]))
      return sums.flatMap(({ companyId: id, name, isDemo, sums: own }) => {
        const { total, remaining } = toCredits(own, periods.get(id), clock.now())
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
      const question = toKeyedRequest(viewer, companyId, key, { credits, reason })
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
