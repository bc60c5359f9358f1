/**
 * The parts of the server that read accounts, put together without people and HTTP, for trials of many simulated days.
 * Answers of sources are hashed and forgotten: hundreds of thousands of files would prove nothing here.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { profileSyncService, refreshJobs, refreshRanges } from '#features/analytics/index.ts'
import { providerQuotasService } from '#features/core/index.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openLog } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import { migrations } from '../migrations/index.ts'
import { fixedConnections } from './fixed-connections.ts'
import { hashedBlobs } from './hashed-blobs.ts'

const ROWS_AT_ONCE = 500
/** How often a round that is under way is looked at, in real time. */
const LOOK_EVERY_MS = 2
const ROUND_TAKES_AT_MOST_MS = 120_000

export async function measuringParts({
  folder,
  databaseUrl,
  clock,
  sources,
  names,
  blobs = hashedBlobs,
  isPatient = true,
}: {
  folder: string
  /** An empty database; SQLite in the folder when there is none. */
  databaseUrl: string
  clock: { now(): number; move(milliseconds: number): void }
  sources: readonly InstagramSource[]
  /** Tracked by one company. */
  names: readonly string[]
  /** Where answers of sources are kept; nowhere unless given. */
  blobs?: BlobStorage
  /** Whether the clock moves while a call waits for its place. */
  isPatient?: boolean
}) {
  const database = openDatabase(
    databaseUrl ? { engine: 'postgres', url: databaseUrl } : { engine: 'sqlite', path: join(folder, 'tangelo.sqlite') },
  )
  await migrate(database, migrations)
  const { queries } = database
  await trackNames(database, names, { now: clock.now() })
  const queue = tableQueue({ database, clock, log: openLog('silent'), isAlone: true })
  const quotas = providerQuotasService({
    database,
    clock,
    pause: async (milliseconds) => {
      if (isPatient) clock.move(Math.ceil(milliseconds))
    },
  })
  const connections = fixedConnections(sources)
  const profiles = profileSyncService({ database, clock, blobs, queue, connections, quotas, own: null })
  const ranges = refreshRanges({ database, clock, queue })
  const { handlers, schedules } = refreshJobs({ database, clock, queue, profiles, quotas, ranges, connections })
  const workers = queue.work(handlers, schedules)

  const isInRound = async () => {
    const request = {
      companyId: 'all',
      kinds: ['refresh-round'],
      failedSince: Number.MAX_SAFE_INTEGER,
      limit: 1,
    } as const
    return (await queue.list(request)).length > 0
  }

  return {
    database,

    /** One round of the clock, to its end. At least half a minute must have passed since the one before. */
    async round(): Promise<void> {
      await workers.poll()
      for (let waited = 0; await isInRound(); waited += LOOK_EVERY_MS) {
        if (waited > ROUND_TAKES_AT_MOST_MS) throw new Error('The round does not end')
        await pause(LOOK_EVERY_MS)
      }
      await queue.purge(clock.now())
    },

    dueCount: () => profiles.countDue(clock.now()),

    /** Kinds of failure by name, of those that fail now. */
    async failing(): Promise<Map<string, string>> {
      const rows = await queries
        .selectFrom('profile_syncs')
        .select(['username_key', 'failure_kind'])
        .where('failure_kind', 'is not', null)
        .execute()
      return new Map(
        rows.flatMap(({ username_key, failure_kind }) => (failure_kind ? [[username_key, failure_kind]] : [])),
      )
    },

    /** Moments of snapshots by name, oldest first. */
    async snapshots(): Promise<Map<string, number[]>> {
      const rows = await queries
        .selectFrom('metric_snapshots')
        .innerJoin('accounts', 'accounts.id', 'metric_snapshots.account_id')
        .select(['accounts.username_key as name', 'metric_snapshots.captured_at as at'])
        .orderBy('metric_snapshots.captured_at')
        .execute()
      const byName = Map.groupBy(rows, ({ name }) => name)
      return new Map([...byName].map(([name, found]) => [name, found.map(({ at }) => Number(at))]))
    },

    async end(): Promise<void> {
      await workers.end()
      await database.close()
    },
  }
}

/** A company that tracks these names; with `dueAt` the clock knows them already, and asks for them from then on. */
export async function trackNames(
  { queries }: Database,
  names: readonly string[],
  { now, dueAt }: { now: number; dueAt?: number },
): Promise<void> {
  const company = { name: 'Citrus Studio', name_key: 'citrus studio', time_zone: 'UTC', created_at: now }
  const { id } = await queries.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow()
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE) {
    const some = names.slice(at, at + ROWS_AT_ONCE)
    const row = { company_id: id, created_at: now, is_followed: dueAt === undefined ? (0 as const) : (1 as const) }
    await queries
      .insertInto('accounts')
      .values(some.map((name) => ({ ...row, username: name, username_key: name })))
      .execute()
    if (dueAt !== undefined)
      await queries
        .insertInto('profile_syncs')
        .values(some.map((name) => ({ username_key: name, due_at: dueAt })))
        .execute()
  }
}
