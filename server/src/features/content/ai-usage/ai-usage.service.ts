/**
 * What a company requests of the text provider: a daily quota (D37), with the cost recorded. A place in the quota is
 * taken before the request; a request that failed without cost returns it.
 */
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf, dayToText, endOfDay } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Ai, AiFailure, type AiUse } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import { quotaReached, whyNoText } from './ai-usage.rules.ts'
import { aiUsageStore } from './ai-usage.store.ts'

export type AiUses = ReturnType<typeof aiUsageService>

type Kind = Row<'ai_usage'>['kind']

export function aiUsageService({
  database,
  clock,
  companies,
  ai,
  callsPerDay,
}: {
  database: Database
  clock: Clock
  companies: Pick<CompaniesService, 'timeZoneOf'>
  ai: Pick<Ai, 'model'>
  callsPerDay: number
}) {
  const store = aiUsageStore(database.queries)

  async function today(companyId: number) {
    const timeZone = await companies.timeZoneOf(companyId)
    const day = dayOf(clock.now(), timeZone)
    return { day: dayToText(day), endsAt: endOfDay(day, timeZone) }
  }

  return {
    async ofToday(companyId: number): Promise<{ callsToday: number; callsPerDay: number; tokensToday: number }> {
      const row = await store.day(companyId, (await today(companyId)).day)
      return { callsToday: Number(row?.calls ?? 0), callsPerDay, tokensToday: Number(row?.tokens ?? 0) }
    },

    /** Throws `quota_reached`. The caller reports the outcome, once: by `complete`, by `fail`, or by `cancel`. */
    async begin(viewer: Viewer, companyId: number, kind: Kind) {
      const { day, endsAt } = await today(companyId)
      if (!(await store.take(companyId, day, callsPerDay)))
        throw quotaReached(callsPerDay, Math.ceil((endsAt + 1 - clock.now()) / 1_000))

      const note = (use: AiUse, outcome: string) =>
        database.transaction(async (tx) => {
          const inside = aiUsageStore(tx)
          const tokens = (use.promptTokens ?? 0) + (use.answerTokens ?? 0)
          if (tokens > 0) await inside.move(companyId, day, { calls: 0, tokens })
          await inside.note({
            company_id: companyId,
            user_id: viewer.userId,
            at: clock.now(),
            kind,
            model: use.model,
            prompt_tokens: use.promptTokens,
            answer_tokens: use.answerTokens,
            outcome,
          })
        })

      const giveBack = () => store.move(companyId, day, { calls: -1, tokens: 0 })

      return {
        complete: (use: AiUse): Promise<void> => note(use, 'answered'),

        cancel: async (): Promise<void> => {
          await giveBack()
        },

        /** Returns the error to throw instead. An aborted request may have cost something all the same. */
        async fail(error: unknown): Promise<unknown> {
          if (!(error instanceof AiFailure)) {
            await note({ model: ai.model ?? 'built-in', promptTokens: null, answerTokens: null }, 'given up')
            return error
          }
          if (error.use === null) await giveBack()
          else await note(error.use, error.kind)
          return whyNoText(error, clock.now())
        },
      }
    },
  }
}
