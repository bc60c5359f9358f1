/**
 * Calls for the insights of one account, each in its turn: every account has a quota of its own (`provider_quotas`), all processes
 * together. A call is repeated by a later round alone.
 */
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { Clock } from '#ports/clock.ts'
import type { Figures } from '#ports/publishing-figures.ts'
import type { Outcome, Refusal } from '#ports/publishing-outcome.ts'
import { quotaOf } from '../../own-accounts/own-accounts.rules.ts'
import type { OpenAccount, OwnAccesses } from '../../own-accounts/service/accesses.ts'
import { type NotOffered, pickOffered } from '../rules/figures.ts'

const CALL_MS = 30_000
/** A round waits so long for the end of a pause; after that the next one goes on. */
const SILENCE_MS = 5_000
/** Faults in a row after which the service is left alone. */
const FAULTS_MAX = 3
const HOUR_MS = 3_600_000

/** The round ends here. */
export class Stopped extends Error {
  override name = 'Stopped'
  /** When the next round may begin. */
  readonly until: number
  constructor(message: string, until: number) {
    super(message)
    this.until = until
  }
}

/** `raws`: the answers behind a value, as they came. */
export type Answered<Value> =
  | { value: Value; raws: readonly string[]; refusal?: undefined }
  | { refusal: Refusal | null; value?: undefined; raws?: undefined }

/** Whether the same call may be answered later: the service says so, or gave no answer. */
export const mayPass = (refusal: Refusal | null): boolean =>
  refusal === null || refusal.step === 'pause' || refusal.step === 'read_again'

export type Calls = ReturnType<typeof insightCalls>

export function insightCalls({
  clock,
  quotas,
  accesses,
  opened,
  signal,
}: {
  clock: Clock
  quotas: ProviderQuotasService
  accesses: Pick<OwnAccesses, 'end'>
  opened: OpenAccount
  signal: AbortSignal
}) {
  const quota = quotaOf(opened.accountId)
  let faults = 0

  /** A fault that may pass: the third in a row ends the round. */
  async function noteFault(message: string, refusal: Refusal | null): Promise<{ refusal: Refusal | null }> {
    faults += 1
    await quotas.noteFailure(quota.name, { kind: 'unavailable', message, retryAt: null })
    if (faults >= FAULTS_MAX) throw new Stopped(message, clock.now() + HOUR_MS / 4)
    return { refusal }
  }

  async function judge(refusal: Refusal): Promise<{ refusal: Refusal | null }> {
    const { step, message, retryAt } = refusal
    switch (step) {
      case 'skip':
      case 'ask_singly':
      case 'read_again':
        faults = 0
        return { refusal }
      case 'sign_in':
        await accesses.end(opened, message)
        throw new Stopped(message, clock.now() + HOUR_MS)
      case 'wait_limit':
        await quotas.noteFailure(quota.name, { kind: 'limited', message, retryAt })
        throw new Stopped(message, retryAt ?? clock.now() + HOUR_MS)
      case 'ask_person':
        throw new Stopped(message, clock.now() + 6 * HOUR_MS)
      default:
        return noteFault(message, refusal)
    }
  }

  /** The value, or the refusal that is about what was asked for alone; null where there was no answer. Throws `Stopped`. */
  async function ask<Value>(make: (within: AbortSignal) => Promise<Outcome<Value>>): Promise<Answered<Value>> {
    await quotas.waitForSlot(quota, signal, {
      isAwaited: true,
      silenceMs: SILENCE_MS,
      explain: ({ until, failure }) => new Stopped(failure ?? 'Calls of this account are used up for now.', until),
    })
    const outcome = await make(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]))
    if (outcome.is === 'accepted') {
      faults = 0
      await quotas.noteSuccess(quota.name, outcome.use)
      return { value: outcome.value, raws: outcome.raw === undefined ? [] : [outcome.raw] }
    }
    return outcome.is === 'refused' ? judge(outcome.refusal) : noteFault(outcome.message, null)
  }

  /**
   * The figures that there are. One that the service does not offer refuses the whole call: then each is asked for by itself, once,
   * and `forget` notes what was refused, so that it empties its own column alone. One without an answer leaves all of them to a later
   * round: a reading is stored once, and would miss that figure for good.
   */
  async function askFigures<Name extends string>(
    of: string,
    names: readonly Name[],
    known: { notOffered: NotOffered; forget(key: string): Promise<void> },
    make: (names: readonly Name[], within: AbortSignal) => Promise<Outcome<Figures<Name>>>,
  ): Promise<Answered<Figures<Name>>> {
    const wanted = pickOffered(of, names, known.notOffered, clock.now())
    const found: Partial<Record<Name, number>> = {}
    const raws: string[] = []
    if (wanted.length === 0) return { value: found, raws }
    const all = await ask((within) => make(wanted, within))
    if (all.refusal?.reason !== 'figure_not_offered') return all
    for (const name of wanted) {
      const one = await ask((within) => make([name], within))
      if (one.value !== undefined) {
        Object.assign(found, one.value)
        raws.push(...(one.raws ?? []))
      } else if (one.refusal?.reason === 'figure_not_offered') await known.forget(`${of} ${name}`)
      else if (mayPass(one.refusal ?? null)) return one
    }
    return { value: found, raws }
  }

  return { ask, askFigures }
}
