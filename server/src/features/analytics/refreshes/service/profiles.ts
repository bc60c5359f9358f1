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
  type InstagramSource,
  type InstagramSourceName,
  type LiveReading,
  type ProfileFailure,
  type ProfileOutcome,
  SourceFailure,
} from '#ports/instagram.ts'
import type { Queue } from '#ports/queue.ts'
import { copyPicturesOf } from '../../image-cache/image-cache.jobs.ts'
import { storeReading } from '../../metrics/service/store-reading.ts'
import { chosenSource, nextDay, nextSlot, nextTry, sourceAfter, triesAfter } from '../refreshes.rules.ts'
import { type ProfileRow, profilesStore } from '../refreshes.store.ts'

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

const FOLLOWED_AT_ONCE = 200
/** How long the answers of sources are kept as they came. */
const RAW_KEPT_MS = 30 * 24 * 60 * 60_000
const OLD_AT_ONCE = 200

export function profileSyncService({
  database,
  clock,
  blobs,
  queue,
  sources,
  quotas,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  queue: Queue
  sources: readonly InstagramSource[]
  quotas: ProviderQuotasService
}) {
  const store = profilesStore(database.queries)
  const connected = sources.map(({ name }) => name)

  /** Stores a reading for every account of the name. */
  async function keep(
    profile: ProfileRow,
    reading: LiveReading,
    source: InstagramSourceName,
    also?: Also,
  ): Promise<Verdict> {
    const rawHash = await blobs.put(Buffer.from(reading.profile.raw), { compress: true })
    return database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const key = profile.username_key
      const accounts = await inside.accountsNamed(key, database.engine)
      if (accounts.length === 0) await inside.unfollow(key)
      else if (!(await inside.settle(profile, { ...SUCCEEDED, source, due_at: nextDay(key, now), succeeded_at: now })))
        return { was: 'overtaken' }
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
  ): Promise<Verdict> =>
    database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const accounts = await inside.accountsNamed(profile.username_key, database.engine)
      if (accounts.length === 0) {
        await inside.unfollow(profile.username_key)
        return { was: 'overtaken' }
      }
      const isNoted = await inside.settle(profile, {
        due_at: changes.dueAt(now),
        tries: changes.tries,
        failure_kind: failure.kind,
        failure: failure.message,
        failing_since: profile.failing_since ?? now,
      })
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
    also?: Also,
  ): Promise<Verdict> {
    if (outcome.reading) return keep(profile, outcome.reading, source, also)
    const { failure } = outcome
    const next = sourceAfter(source, failure, connected)
    if (next) {
      await store.settle(profile, { source: next })
      return { was: 'elsewhere', source: next }
    }
    const tries = triesAfter(failure, profile.tries, clock.now())
    const dueAt = (now: number) => (tries > 0 ? nextTry(tries, now) : nextDay(profile.username_key, now))
    return note(profile, failure, { dueAt, tries })
  }

  return {
    sources,
    isConnected: sources.length > 0,
    find: store.find,

    /** Profiles that this source reads and whose time has come, the longest waiting first. */
    due(source: InstagramSource, now: number, limit: number): Promise<ProfileRow[]> {
      const others = connected.filter((name) => name !== source.name)
      // Names that no source has read yet, or one that is gone, begin with the first.
      const isFirst = chosenSource(null, connected) === source.name
      return store.due(isFirst ? { notOf: others } : { of: source.name }, now, limit)
    },

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

    /** The source that reads a profile, or null when none is connected. */
    sourceOf(profile: Pick<ProfileRow, 'source'>): InstagramSource | null {
      const name = chosenSource(profile.source, connected)
      return sources.find((source) => source.name === name) ?? null
    },

    /** Takes in names that have come with new accounts and imports: they are read at their time of day. */
    async followNew(): Promise<void> {
      for (;;) {
        const accounts = await store.notFollowed(FOLLOWED_AT_ONCE)
        if (accounts.length === 0) return
        const now = clock.now()
        await database.transaction((tx) => profilesStore(tx).follow(accounts, (key) => nextSlot(key, now)))
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
     * Reads some profiles from a source in one call and stores the response; returns the outcome of each, by name. The
     * caller has taken its slot for the call. Throws `SourceFailure` when the call as a whole failed: then, for causes
     * that may pass, the profiles are put off a little, and otherwise they are as they were.
     */
    async read(
      source: InstagramSource,
      profiles: readonly ProfileRow[],
      signal: AbortSignal,
      also?: Also,
    ): Promise<ReadonlyMap<string, Verdict>> {
      const keys = profiles.map(({ username_key }) => username_key)
      const { outcomes, use } = await source.read(keys, signal).catch(async (error: unknown) => {
        if (!(error instanceof SourceFailure) || signal.aborted) throw error
        await quotas.failed(source.name, error)
        if (error.kind === 'unavailable')
          for (const profile of profiles) {
            const tries = profile.tries + 1
            await note(profile, error, { tries, dueAt: (now) => nextTry(tries, now) })
          }
        throw error
      })
      await quotas.succeeded(source.name, use)
      const verdicts = new Map<string, Verdict>()
      for (const profile of profiles) {
        const outcome = outcomes.get(profile.username_key)
        if (!outcome) throw new Error(`${source.title} said nothing about ${profile.username_key}`)
        verdicts.set(profile.username_key, await conclude(profile, outcome, source.name, also))
      }
      return verdicts
    },
  }
}

const SUCCEEDED = { tries: 0, failure_kind: null, failure: null, failing_since: null } as const
