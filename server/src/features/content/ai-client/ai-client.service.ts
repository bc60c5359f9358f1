/**
 * Calls to the text provider, shared by all processes: after a refusal or too many faults calls pause for a while and
 * fail at once with the reason. The built-in provider is called without any of it.
 */
import { isPaused, type ProviderQuotasService } from '#features/core/index.ts'
import type { Log } from '#platform/log.ts'
import { type Ai, AiFailure, type AnalysisPart } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import type { ServiceFailure } from '#ports/outside-service.ts'

/** Called like the port itself; `test` records its failure where `find` of the quota returns it, and does not throw. */
export type AiClient = Ai

const NAME = 'openai'

/** What each failure says about the provider as a whole; the others say that it answers. */
const OF_THE_PROVIDER: Partial<Record<AiFailure['kind'], ServiceFailure['kind']>> = {
  unauthorized: 'refused',
  no_quota: 'refused',
  limited: 'limited',
  unavailable: 'unavailable',
  not_understood: 'unavailable',
}
/** Only these reasons are stored: that the balance is used up is then known by the message alone. */
const LEFT_ALONE: Record<ServiceFailure['kind'], AiFailure['kind']> = {
  refused: 'unauthorized',
  limited: 'limited',
  unavailable: 'unavailable',
}

export function aiClient({
  ai,
  quotas,
  clock,
  log,
}: {
  ai: Ai
  quotas: ProviderQuotasService
  clock: Clock
  log: Log
}): AiClient {
  if (ai.name === 'built_in') return ai

  async function throwIfLeftAlone(): Promise<void> {
    const row = await quotas.find(NAME)
    if (!row || !isPaused(row.paused_until, clock.now())) return
    throw new AiFailure(
      LEFT_ALONE[row.failure_kind ?? 'unavailable'],
      row.failure ?? `${ai.title} is left alone for a moment.`,
      { retryAt: row.paused_until },
    )
  }

  /** A client that aborts says nothing about the provider. */
  async function noteFailure(error: unknown): Promise<void> {
    if (!(error instanceof AiFailure)) return
    const kind = OF_THE_PROVIDER[error.kind]
    if (kind) await quotas.noteFailure(NAME, { kind, message: error.message, retryAt: error.retryAt })
    else await noteSuccess()
  }

  const noteSuccess = () => quotas.noteSuccess(NAME, { percent: null })

  /**
   * The response or its failure is delivered even if recording it fails: an unavailable database affects the next
   * request.
   */
  const ifPossible = (noted: Promise<void>): Promise<void> =>
    noted.catch((err: unknown) => log.error({ err }, 'how the writer of texts does could not be noted'))

  return {
    name: ai.name,
    title: ai.title,
    model: ai.model,

    async generatePrompt(order, signal) {
      await throwIfLeftAlone()
      try {
        const answer = await ai.generatePrompt(order, signal)
        await ifPossible(noteSuccess())
        return answer
      } catch (error) {
        await ifPossible(noteFailure(error))
        throw error
      }
    },

    async *analyse(order, signal): AsyncGenerator<AnalysisPart, void, undefined> {
      await throwIfLeftAlone()
      try {
        for await (const part of ai.analyse(order, signal)) {
          // The last part: the consumer may not ask for another one.
          if (part.use) await ifPossible(noteSuccess())
          yield part
        }
      } catch (error) {
        await ifPossible(noteFailure(error))
        throw error
      }
    },

    async test(signal) {
      await quotas.unpause(NAME)
      try {
        await ai.test(signal)
        await noteSuccess()
      } catch (error) {
        if (!(error instanceof AiFailure)) throw error
        await noteFailure(error)
      }
    },
  }
}
