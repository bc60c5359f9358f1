/**
 * Stores a reading for the accounts of its name: the raw answer by its hash, snapshot, texts and posts, the latest figures, the
 * profile's next time, the event for open screens and the job for the pictures, in one transaction. What an owner's connection
 * answers is stored for the accounts that are connected; those of the same name in other companies are left to another source.
 */
import { publishEvents } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSourceName, LiveReading, ProfileSourceName } from '#ports/instagram.ts'
import type { Queue } from '#ports/queue.ts'
import { copyPicturesOf } from '../../image-cache/image-cache.jobs.ts'
import { storeReading } from '../../metrics/service/store-reading.ts'
import { accountsRead } from '../refreshes.rules.ts'
import { activityDays, daysOf, dueAfter, shortest } from '../rules/intervals.ts'
import { ownedStore } from '../store/owned.ts'
import type { LeasedRange, ProfileRow } from '../store/profile-rows.ts'
import { profilesStore } from '../store/profiles.ts'
import { storeDays } from './intervals.ts'

/**
 * The outcome of one read. `elsewhere`: another source must be called, now. `overtaken`: another process has handled
 * the profile meanwhile, or it is not tracked any more; nothing was stored.
 */
export type Verdict =
  | { was: 'stored' | 'overtaken' }
  | { was: 'elsewhere'; source: InstagramSourceName }
  | { was: 'failed'; message: string }

export interface ReadOptions {
  /** The range that the profiles are read under; nothing is stored once another process has taken it over. */
  range?: LeasedRange | null
  /** Runs in the transaction that stores an outcome. */
  also?: (tx: Queries, now: number) => Promise<void>
  /** The account that a user waits for: once it has its figures, others of its name are left to their time. */
  accountId?: number
}

type NamedAccounts = Awaited<ReturnType<ReturnType<typeof profilesStore>['accountsNamed']>>

const SUCCEEDED = {
  tries: 0,
  failure_kind: null,
  failure: null,
  failing_since: null,
  failed_at: null,
  owner_asked_at: null,
} as const

export function keepingReadings({
  database,
  clock,
  blobs,
  queue,
}: {
  database: Database
  clock: Clock
  blobs: BlobStorage
  queue: Queue
}) {
  async function store(
    tx: Queries,
    accounts: NamedAccounts,
    reading: LiveReading,
    origin: Parameters<typeof storeReading>[4],
  ) {
    for (const account of accounts) await storeReading(tx, database.engine, account, reading, origin)
    await publishEvents(
      tx,
      accounts.map(({ id, company_id }) => ({ companyId: company_id, kind: 'refresh-done', accountId: id })),
      origin.capturedAt,
    )
    await enqueueWebhooks(
      tx,
      accounts.map(({ id, company_id, username }) => ({
        companyId: company_id,
        kind: 'account.refreshed',
        subject: `@${username}`,
        data: async () => ({ account: JSON.parse((await profilesStore(tx).findShown(id)) ?? 'null') }),
      })),
      origin.capturedAt,
    )
  }

  /** Where the whole name is dealt with: until when it waits, and how often it is read. */
  async function settle(
    tx: Queries,
    profile: ProfileRow,
    accounts: NamedAccounts,
    {
      reading,
      source,
      now,
      range,
    }: { reading: LiveReading; source: ProfileSourceName; now: number; range: LeasedRange | null },
  ): Promise<boolean> {
    const key = profile.username_key
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
    const due_at = dueAfter(key, now, every_days)
    const changes = Object.assign({}, SUCCEEDED, { due_at, succeeded_at: now, every_days, activity_days })
    if (source !== 'own') Object.assign(changes, { source })
    if (!(await profilesStore(tx).settle(profile, changes, range))) return false
    for (const [at, account] of accounts.entries()) await storeDays(tx, account, days[at] ?? 1)
    return true
  }

  /** @param next the source that reads the accounts of the name which an owner's connection may not; null where none is connected. */
  return async function keep(
    profile: ProfileRow,
    reading: LiveReading,
    source: ProfileSourceName,
    { range = null, also, accountId, next }: ReadOptions & { next: InstagramSourceName | null },
  ): Promise<Verdict> {
    const rawHash = await blobs.put(Buffer.from(reading.profile.raw), { compress: true })
    return database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const key = profile.username_key
      const accounts = await inside.accountsNamed(key, database.engine)
      if (accounts.length === 0) {
        await inside.unfollow(key)
        await also?.(tx, now)
        return { was: 'overtaken' }
      }
      const connected = source === 'own' ? await ownedStore(tx).among(accounts.map(({ id }) => id)) : new Set<number>()
      const read = accountsRead(accounts, source, { connected, askedAt: profile.owner_asked_at })
      const origin = { source, capturedAt: now, rawHash }
      const isPart = source === 'own' && read.length < accounts.length && next !== null
      const isAwaited = accountId !== undefined && read.some(({ id }) => id === accountId)
      if (!isPart) {
        if (!(await settle(tx, profile, accounts, { reading, source, now, range }))) return { was: 'overtaken' }
      } else if (!isAwaited && !(await inside.settle(profile, { owner_asked_at: now }, range)))
        return { was: 'overtaken' }
      await store(tx, read, reading, origin)
      await queue.enqueue(tx, [copyPicturesOf(key)])
      if (isPart && !isAwaited) return { was: 'elsewhere', source: next }
      await also?.(tx, now)
      return { was: 'stored' }
    })
  }
}

/** What the accounts of a name know of it already; null before the first reading. */
function latestFollowers(accounts: readonly { followers: number | null; captured_at: number | null }[]) {
  const known = accounts.flatMap(({ followers, captured_at }) =>
    followers === null || captured_at === null ? [] : [{ followers, readAt: Number(captured_at) }],
  )
  return known.toSorted((one, other) => other.readAt - one.readAt)[0] ?? null
}
