/**
 * Every tracked name, read once for all companies that track it. A source's response is stored in one transaction with
 * everything that follows from it; what it does not contain changes no figure (D14).
 */

import type { ProviderQuotasService } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type InstagramSourceName,
  type LiveReading,
  type ProfileFailure,
  type ProfileOutcome,
  SourceFailure,
} from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'
import type { Queue } from '#ports/queue.ts'
import { copyPicturesOf } from '../../image-cache/image-cache.jobs.ts'
import { storeReading } from '../../metrics/service/store-reading.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { chosenSource, nextDay, nextSlot, nextTry, ownersOf, sourceAfter, triesAfter } from '../refreshes.rules.ts'
import { profilesStore } from '../refreshes.store.ts'
import { activityDays, daysOf, dueAfter, shortest } from '../rules/intervals.ts'
import { intervalsStore } from '../store/intervals.ts'
import type { LeasedRange, ProfileRow } from '../store/profile-rows.ts'
import { planReadings, storeDays } from './intervals.ts'

export type ProfileSyncService = ReturnType<typeof profileSyncService>

/**
 * The outcome of one read. `elsewhere`: another source must be called, now. `overtaken`: another process has handled
 * the profile meanwhile, or it is not tracked any more; nothing was stored.
 */
export type Verdict =
  | { was: 'stored' | 'overtaken' }
  | { was: 'elsewhere'; source: InstagramSourceName }
  | { was: 'failed'; message: string }

/** Runs in the transaction that stores an outcome. */
type Also = (tx: Queries, now: number) => Promise<void>

export interface ReadOptions {
  /** The range that the profiles are read under; nothing is stored once another process has taken it over. */
  range?: LeasedRange | null
  also?: Also
}

const FOLLOWED_AT_ONCE = 200
/** How long the answers of sources are kept as they came. */
const RAW_KEPT_MS = 30 * 24 * 60 * 60_000
const OLD_AT_ONCE = 200

export function profileSyncService({
  database,
  clock,
  blobs,
  queue,
  connections,
  quotas,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  queue: Queue
  connections: Pick<SourceConnectionsService, 'active'>
  quotas: ProviderQuotasService
}) {
  const store = profilesStore(database.queries)
  const connected = async (): Promise<InstagramSourceName[]> => [
    ...new Set((await connections.active()).map(({ source }) => source.name)),
  ]

  /** Stores a reading for every account of the name. */
  async function keep(
    profile: ProfileRow,
    reading: LiveReading,
    source: InstagramSourceName,
    { range = null, also }: ReadOptions,
  ): Promise<Verdict> {
    const rawHash = await blobs.put(Buffer.from(reading.profile.raw), { compress: true })
    return database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const key = profile.username_key
      const accounts = await inside.accountsNamed(key, database.engine)
      const activity_days = activityDays(
        {
          postedAt: reading.profile.latestPosts.map(({ postedAt }) => postedAt),
          followers: reading.followers,
          before: latestFollowers(accounts),
        },
        now,
      )
      const days = accounts.map(({ refresh_interval }) => daysOf(refresh_interval, activity_days))
      const every_days = shortest(days)
      if (accounts.length === 0) await inside.unfollow(key)
      else {
        const due_at = dueAfter(key, now, every_days)
        const changes = { ...SUCCEEDED, source, due_at, succeeded_at: now, every_days, activity_days }
        if (!(await inside.settle(profile, changes, range))) return { was: 'overtaken' }
      }
      for (const [at, account] of accounts.entries()) await storeDays(tx, account, days[at] ?? 1)
      for (const account of accounts)
        await storeReading(tx, database.engine, account, reading, { source, capturedAt: now, rawHash })
      await publishEvents(
        tx,
        accounts.map(({ id, company_id }) => ({ companyId: company_id, kind: 'refresh-done', accountId: id })),
        now,
      )
      await enqueueWebhooks(
        tx,
        accounts.map(({ id, company_id, username }) => ({
          companyId: company_id,
          kind: 'account.refreshed',
          subject: `@${username}`,
          data: async () => ({ account: JSON.parse((await inside.shown(id)) ?? 'null') }),
        })),
        now,
      )
      if (accounts.length > 0) await queue.enqueue(tx, [copyPicturesOf(key)])
      await also?.(tx, now)
      return { was: accounts.length > 0 ? 'stored' : 'overtaken' }
    })
  }

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
    source: InstagramSourceName,
    options: ReadOptions,
  ): Promise<Verdict> {
    if (outcome.reading) return keep(profile, outcome.reading, source, options)
    const { failure } = outcome
    const next = sourceAfter(source, failure, await connected())
    if (next) {
      await store.settle(profile, { source: next }, options.range)
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

  return {
    /** Whether anything can be read. Inside a transaction, give it. */
    isConnected: async (tx?: Queries): Promise<boolean> => (await connections.active(tx)).length > 0,
    find: store.find,

    /** Of each source that is connected: what calls may go through now, and whose profiles it reads. */
    async sources() {
      const active = await connections.active()
      const names = [...new Set(active.map(({ source }) => source.name))]
      return names.map((name) => ({
        name,
        owners: ownersOf(name, names),
        connections: active.filter(({ source }) => source.name === name),
      }))
    },

    /** Whether the time of a profile has come that this source reads. */
    async isAnyDue(source: InstagramSourceName, now: number): Promise<boolean> {
      return store.isAnyDue(ownersOf(source, await connected()), now)
    },

    stillDue: store.stillDue,
    countDue: store.countDue,

    /** Removes answers of sources whose days are over; the snapshots keep their hashes. Safe to repeat. */
    async purge(): Promise<void> {
      for (;;) {
        const answers = await store.oldAnswers(clock.now() - RAW_KEPT_MS, OLD_AT_ONCE)
        if (answers.length === 0) return
        for (const { hash } of answers) await blobs.remove(hash)
        await store.forgetAnswers(answers.map(({ id }) => id))
      }
    },

    /** The connections of the source that reads a profile; none where it is not connected. */
    async connectionsOf(profile: Pick<ProfileRow, 'source'>): Promise<SourceConnection[]> {
      const active = await connections.active()
      const name = chosenSource(profile.source, [...new Set(active.map(({ source }) => source.name))])
      return active.filter(({ source }) => source.name === name)
    },

    /** Takes in names that have come with new accounts and imports: they are read at their time of day. */
    async followNew(): Promise<void> {
      for (;;) {
        const accounts = await store.notFollowed(FOLLOWED_AT_ONCE)
        if (accounts.length === 0) return
        const now = clock.now()
        await database.transaction(async (tx) => {
          const keys = accounts.map(({ username_key }) => username_key)
          const named = await intervalsStore(tx).accountsNamed(keys, database.engine)
          await profilesStore(tx).follow(accounts, (key) => nextSlot(key, now))
          // A name that another company has tracked at longer intervals.
          await planReadings(tx, named, now)
        })
      }
    },

    /** The profile of a name, made where it is missing. */
    async followed(account: { id: number; username_key: string }): Promise<ProfileRow | undefined> {
      const known = await store.find(account.username_key)
      if (known) return known
      const now = clock.now()
      await database.transaction((tx) => profilesStore(tx).follow([account], (key) => nextSlot(key, now)))
      return store.find(account.username_key)
    },

    /**
     * Reads some profiles through a connection in one call and stores the response; returns the outcome of each, by name. The
     * caller has taken its slot for the call. Throws `SourceFailure` when the call as a whole failed: then, for causes
     * that may pass, the profiles are put off a little, and otherwise they are as they were.
     */
    async read(
      connection: SourceConnection,
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

const SUCCEEDED = { tries: 0, failure_kind: null, failure: null, failing_since: null } as const

/** What the accounts of a name know of it already; null before the first reading. */
function latestFollowers(accounts: readonly { followers: number | null; captured_at: number | null }[]) {
  const known = accounts.flatMap(({ followers, captured_at }) =>
    followers === null || captured_at === null ? [] : [{ followers, readAt: Number(captured_at) }],
  )
  return known.toSorted((one, other) => other.readAt - one.readAt)[0] ?? null
}
