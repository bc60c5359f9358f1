/**
 * Every tracked name, read once for all companies that track it. A source's response is stored in one transaction with
 * everything that follows from it; what it does not contain changes no figure (D14).
 */

import type { ProviderQuotasService } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type InstagramSource,
  type InstagramSourceName,
  type ProfileFailure,
  type ProfileOutcome,
  type ProfileSourceName,
  SourceFailure,
} from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'
import type { Queue } from '#ports/queue.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { chosenSource, nextDay, nextSlot, nextTry, ownersOf, sourceAfter, triesAfter } from '../refreshes.rules.ts'
import { profilesStore } from '../refreshes.store.ts'
import { dueAfter } from '../rules/intervals.ts'
import { intervalsStore } from '../store/intervals.ts'
import { ownedStore } from '../store/owned.ts'
import type { LeasedRange, Owner, ProfileRow } from '../store/profile-rows.ts'
import { planReadings } from './intervals.ts'
import { keepingReadings, type ReadOptions, type Verdict } from './keep-reading.ts'

export type ProfileSyncService = ReturnType<typeof profileSyncService>

export type ProfileConnection = SourceConnection<ProfileSourceName>

const FOLLOWED_AT_ONCE = 200
/** How long the answers of sources are kept as they came. */
const RAW_KEPT_MS = 30 * 24 * 60 * 60_000
const OLD_AT_ONCE = 200
/** What is left by a process that ended while it removed answers, another one removes after this time. */
const REMOVAL_MS = 10 * 60_000

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
  const keep = keepingReadings({ database, clock, blobs, queue })
  const ofOwners: ProfileConnection | null = own && {
    name: 'own',
    id: null,
    callsPerHour: own.callsPerHour,
    source: own,
  }
  const connected = async (): Promise<InstagramSourceName[]> => [
    ...new Set((await connections.active()).map(({ source }) => source.name)),
  ]

  /** Notes that there were no figures. Failures that may pass are tried again sooner than the others. */
  const note = (
    profile: ProfileRow,
    failure: ProfileFailure | SourceFailure,
    changes: { dueAt: (now: number) => number; tries: number },
    range: LeasedRange | null = null,
  ): Promise<Verdict> =>
    database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const accounts = await inside.accountsNamed(profile.username_key, database.engine)
      if (accounts.length === 0) {
        await inside.unfollow(profile.username_key)
        return { was: 'overtaken' }
      }
      const isNoted = await inside.settle(
        profile,
        {
          due_at: changes.dueAt(now),
          tries: changes.tries,
          // The next reading that is due begins with the owner again.
          ...(changes.tries === 0 && { owner_asked_at: null }),
          failure_kind: failure.kind,
          failure: failure.message,
          failing_since: profile.failing_since ?? now,
        },
        range,
      )
      if (!isNoted) return { was: 'overtaken' }
      await publishEvents(
        tx,
        accounts.map(({ id, company_id }) => ({
          companyId: company_id,
          kind: 'refresh-failed',
          accountId: id,
          message: failure.message,
        })),
        now,
      )
      return { was: 'failed', message: failure.message }
    })

  async function conclude(
    profile: ProfileRow,
    outcome: ProfileOutcome,
    source: ProfileSourceName,
    options: ReadOptions,
  ): Promise<Verdict> {
    const names = await connected()
    if (outcome.reading)
      return keep(
        profile,
        outcome.reading,
        source,
        Object.assign({ next: chosenSource(profile.source, names) }, options),
      )
    const { failure } = outcome
    const next = sourceAfter(source, failure, names, profile.source)
    if (next) {
      const change = source === 'own' ? { owner_asked_at: clock.now() } : { source: next }
      await store.settle(profile, change, options.range)
      return { was: 'elsewhere', source: next }
    }
    const tries = triesAfter(failure, profile.tries, clock.now())
    const dueAt = (now: number) => {
      if (tries > 0) return nextTry(tries, now)
      // What is not there today will hardly be there tomorrow; an answer that was not understood says nothing about it.
      return failure.kind === 'not_understood'
        ? nextDay(profile.username_key, now)
        : dueAfter(profile.username_key, now, profile.every_days)
    }
    return note(profile, failure, { dueAt, tries }, options.range)
  }

  /** Marks the names that owners have connected, and no others. */
  async function markOwned(): Promise<void> {
    const { connected: findConnected, marked: findMarked } = ownedStore(database.queries)
    const [named, marked] = [own ? await findConnected() : new Set<string>(), await findMarked()]
    const [fresh, over] = [[...named].filter((key) => !marked.has(key)), [...marked].filter((key) => !named.has(key))]
    if (fresh.length + over.length === 0) return
    await database.transaction(async (tx) => {
      await ownedStore(tx).mark(fresh, 1)
      await ownedStore(tx).mark(over, 0)
    })
  }

  return {
    /** Whether any public profile can be read. Inside a transaction, give it. */
    isConnected: async (tx?: Queries): Promise<boolean> => (await connections.active(tx)).length > 0,
    find: store.find,

    /** Which of these accounts can be read: all where a source is connected, otherwise those that are connected themselves. */
    async readable(accountIds: readonly number[]): Promise<ReadonlySet<number>> {
      if ((await connections.active()).length > 0) return new Set(accountIds)
      return own ? ownedStore(database.queries).among(accountIds) : new Set()
    },

    /** Of each source that is connected: what calls may go through now, and whose profiles it reads. */
    async sources(): Promise<{ name: ProfileSourceName; owners: Owner[]; connections: ProfileConnection[] }[]> {
      const active = await connections.active()
      const names = [...new Set(active.map(({ source }) => source.name))]
      const others = names.map((name) => ({
        name,
        owners: ownersOf(name, names),
        connections: active.filter(({ source }) => source.name === name),
      }))
      return ofOwners ? [{ name: 'own', owners: ['own'], connections: [ofOwners] }, ...others] : others
    },

    /** Whether the time of a profile has come that this source reads. */
    async isAnyDue(source: InstagramSourceName, now: number): Promise<boolean> {
      return store.isAnyDue(ownersOf(source, await connected()), now)
    },

    stillDue: store.stillDue,
    countDue: store.countDue,

    /**
     * Removes answers of sources whose days are over; the snapshots keep their hashes. Safe to repeat; several processes at once
     * share the work.
     */
    async purge(): Promise<void> {
      for (;;) {
        const keptBefore = clock.now() - RAW_KEPT_MS
        const answers = await store.claimOldAnswers(keptBefore, keptBefore + REMOVAL_MS, OLD_AT_ONCE)
        if (answers === null) return
        for (const { hash } of answers) await blobs.remove(hash)
        await store.forgetAnswers(answers.map(({ id }) => id))
      }
    },

    /** The connections of the source that reads a profile next; none where it is not connected. */
    async connectionsOf(
      profile: Pick<ProfileRow, 'source'> & Partial<Pick<ProfileRow, 'is_owned' | 'owner_asked_at'>>,
    ): Promise<ProfileConnection[]> {
      if (ofOwners && profile.is_owned === 1 && profile.owner_asked_at === null) return [ofOwners]
      const active = await connections.active()
      const name = chosenSource(profile.source, [...new Set(active.map(({ source }) => source.name))])
      return active.filter(({ source }) => source.name === name)
    },

    /** Takes in names that have come with new accounts and imports: they are read at their time of day. */
    async followNew(): Promise<void> {
      for (;;) {
        const accounts = await store.notFollowed(FOLLOWED_AT_ONCE)
        if (accounts.length === 0) break
        const now = clock.now()
        await database.transaction(async (tx) => {
          const keys = accounts.map(({ username_key }) => username_key)
          const named = await intervalsStore(tx).accountsNamed(keys, database.engine)
          await profilesStore(tx).follow(accounts, (key) => nextSlot(key, now))
          // A name that another company has tracked at longer intervals.
          await planReadings(tx, named, now)
        })
      }
      await markOwned()
    },

    /** The profile of a name, made where it is missing. */
    async followed(account: { id: number; username_key: string }): Promise<ProfileRow | undefined> {
      const now = clock.now()
      if (!(await store.find(account.username_key)))
        await database.transaction((tx) => profilesStore(tx).follow([account], (key) => nextSlot(key, now)))
      await markOwned()
      return store.find(account.username_key)
    },

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
        await quotas.failed(connection.name, error)
        if (error.kind === 'unavailable')
          for (const profile of profiles) {
            const tries = profile.tries + 1
            await note(profile, error, { tries, dueAt: (now) => nextTry(tries, now) }, options.range)
          }
        throw error
      })
      await quotas.succeeded(connection.name, use)
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
