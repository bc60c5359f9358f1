/**
 * Every tracked name, read once for all companies that track it. A source's response is stored in one transaction with
 * everything that follows from it; what it does not contain changes no figure (D14).
 */

import type { IntervalDays } from '@tangelo/contract/limits'
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type ProfileOutcome, type ProfileSourceName, SourceFailure } from '#ports/instagram.ts'
import type { Queue } from '#ports/queue.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { chooseSource, nextDay, nextTry, sourceAfter, triesAfter } from '../refreshes.rules.ts'
import { dueAfter } from '../rules/intervals.ts'
import type { ProfileRow } from '../store/profile-rows.ts'
import { profilesStore } from '../store/profiles.ts'
import { profileFollowing } from './follow.ts'
import { keepingReadings, type ReadOptions, type Verdict } from './keep-reading.ts'
import { notingFailures } from './note-failure.ts'
import { purgeOldAnswers } from './old-answers.ts'
import { type ProfileConnection, profileConnections } from './profile-connections.ts'

export type ProfileSyncService = ReturnType<typeof profileSyncService>

export function profileSyncService({
  database,
  clock,
  blobs,
  queue,
  connections,
  quotas,
  own,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  queue: Queue
  connections: Pick<SourceConnectionsService, 'active'>
  quotas: ProviderQuotasService
  /** What owners have connected; null where the installation offers no way to. */
  own: InstagramSource<'own'> | null
}) {
  const store = profilesStore(database.queries)
  const note = notingFailures({ database, clock })
  const keep = keepingReadings({ database, clock, blobs, queue })
  const through = profileConnections({ database, connections, own })
  const { followNew, findOrFollow } = profileFollowing({ database, clock, own })

  async function conclude(
    profile: ProfileRow,
    outcome: ProfileOutcome,
    source: ProfileSourceName,
    options: ReadOptions,
  ): Promise<Verdict> {
    const names = await through.listConnected()
    if (outcome.reading)
      return keep(
        profile,
        outcome.reading,
        source,
        Object.assign({ next: chooseSource(profile.source, names) }, options),
      )
    const { failure } = outcome
    const next = sourceAfter(source, failure, names, profile.source)
    if (next) {
      const change = source === 'own' ? { owner_asked_at: clock.now() } : { source: next }
      await store.settle(profile, change, options.range)
      return { was: 'elsewhere', source: next }
    }
    const tries = triesAfter(failure, profile.tries, clock.now())
    const dueAt = (now: number, days: IntervalDays) => {
      if (tries > 0) return nextTry(tries, now)
      // What is not there today will hardly be there tomorrow; an answer that was not understood says nothing about it.
      return failure.kind === 'not_understood'
        ? nextDay(profile.username_key, now)
        : dueAfter(profile.username_key, now, days)
    }
    return note(profile, failure, { dueAt, tries }, options.range)
  }

  return {
    isConnected: through.isConnected,
    readable: through.readable,
    sources: through.sources,
    isAnyDue: through.isAnyDue,
    connectionsOf: through.connectionsOf,
    followNew,
    findOrFollow,
    find: store.find,

    stillDue: store.stillDue,
    countDue: store.countDue,
    purge: () => purgeOldAnswers({ database, clock, blobs }),

    /**
     * Reads some profiles through a connection in one call and stores the response; returns the outcome of each, by name. The
     * caller has taken its slot for the call. Throws `SourceFailure` when the call as a whole failed: then, for causes
     * that may pass, the profiles are put off a little, and otherwise they are as they were.
     */
    async read(
      connection: ProfileConnection,
      profiles: readonly ProfileRow[],
      signal: AbortSignal,
      options: ReadOptions = {},
    ): Promise<ReadonlyMap<string, Verdict>> {
      const { source } = connection
      const keys = profiles.map(({ username_key }) => username_key)
      const { outcomes, use } = await source.read(keys, signal).catch(async (error: unknown) => {
        if (!(error instanceof SourceFailure) || signal.aborted) throw error
        await quotas.noteFailure(connection.name, error)
        if (error.kind === 'unavailable')
          for (const profile of profiles) {
            const tries = profile.tries + 1
            await note(profile, error, { tries, dueAt: (now) => nextTry(tries, now) }, options.range)
          }
        throw error
      })
      await quotas.noteSuccess(connection.name, use)
      const verdicts = new Map<string, Verdict>()
      for (const profile of profiles) {
        const outcome = outcomes.get(profile.username_key)
        if (!outcome) throw new Error(`${source.title} said nothing about ${profile.username_key}`)
        verdicts.set(profile.username_key, await conclude(profile, outcome, source.name, options))
      }
      return verdicts
    },
  }
}
