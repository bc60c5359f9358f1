/**
 * Connected accounts as a source of figures: each is read through its own token, in its own quota. What keeps one from it is an
 * outcome of that account alone, so that another source takes its place and no other account waits.
 */
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { InstagramSource, ProfileFailure, ProfileOutcome } from '#ports/instagram.ts'
import { quotaOf } from '../own-accounts.rules.ts'
import { ownAccountsStore } from '../own-accounts.store.ts'
import type { OpenAccount, OwnAccesses } from './accesses.ts'

/** Over all accounts and processes: enough for thousands a day, beside everything else that a server does. */
const PROFILES_PER_HOUR = 7_200
/** The account and its list of posts. */
const CALLS_OF_A_PROFILE = 2
const CALL_MS = 30_000
const SILENCE_MS = 5_000

class Left extends Error {
  override name = 'Left'
}

export function ownProfiles({
  database,
  quotas,
  accesses,
}: {
  database: Database
  quotas: ProviderQuotasService
  accesses: Pick<OwnAccesses, 'open' | 'end'>
}): InstagramSource<'own'> {
  const store = ownAccountsStore(database.queries)

  async function readOne(opened: OpenAccount, username: string, signal: AbortSignal): Promise<ProfileOutcome> {
    const quota = quotaOf(opened.accountId)
    try {
      for (let call = 0; call < CALLS_OF_A_PROFILE; call += 1)
        await quotas.waitForSlot(quota, signal, {
          isAwaited: true,
          silenceMs: SILENCE_MS,
          explain: ({ failure }) => new Left(failure ?? `Calls of @${username} are used up for now.`),
        })
    } catch (error) {
      if (!(error instanceof Left)) throw error
      return toFailedOutcome('limited', error.message)
    }
    const within = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])
    const outcome = await opened.login.profile(opened.access, username, within)
    if (outcome.is === 'accepted') {
      await quotas.noteSuccess(quota.name, outcome.use)
      return { reading: outcome.value }
    }
    if (outcome.is === 'unclear') {
      await quotas.noteFailure(quota.name, { kind: 'unavailable', message: outcome.message, retryAt: null })
      return toFailedOutcome('unavailable', outcome.message)
    }
    const { step, message, retryAt } = outcome.refusal
    if (step === 'sign_in') await accesses.end(opened, message)
    if (step === 'wait_limit') await quotas.noteFailure(quota.name, { kind: 'limited', message, retryAt })
    const mayPass = step === 'wait_limit' || step === 'pause' || step === 'read_again'
    return toFailedOutcome(mayPass ? 'limited' : 'refused', message)
  }

  /** The first account of the name that can be opened: what it says is the same for each that is connected. */
  async function read(username: string, signal: AbortSignal): Promise<ProfileOutcome> {
    let outcome = toFailedOutcome('refused', `The access to @${username} has ended. Connect the account again.`)
    for (const accountId of await store.findNamed(username.toLowerCase())) {
      const opened = await accesses.open(accountId)
      if (!opened?.permissions.includes('profile')) continue
      outcome = await readOne(opened, username, signal)
      if (outcome.reading) return outcome
    }
    return outcome
  }

  return {
    name: 'own',
    title: 'Instagram, through the account itself',
    namesPerCall: 1,
    callsPerHour: PROFILES_PER_HOUR,
    readPosts: null,
    async read(usernames, signal) {
      const outcomes = new Map<string, ProfileOutcome>()
      for (const username of usernames) outcomes.set(username.toLowerCase(), await read(username, signal))
      return { outcomes, use: { percent: null } }
    },
  }
}

const toFailedOutcome = (kind: ProfileFailure['kind'], message: string): ProfileOutcome => ({
  failure: { kind, message },
})
