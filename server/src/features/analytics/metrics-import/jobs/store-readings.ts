/** Figures and profiles of a file, as snapshots and posts of their accounts. */
import { dayFromText, dayOf, momentOfDay } from '#platform/calendar.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { FiguresReading, PostReading } from '#ports/figures-file.ts'
import { setProfile } from '../../accounts/service/render-accounts.ts'
import { snapshotFigures } from '../../metrics/metrics.rules.ts'
import { metricsStore, type SnapshotRow } from '../../metrics/metrics.store.ts'
import type { ChangedDays } from '../../months/months.rules.ts'
import { areLatestPosts } from '../../posts/rules/seen.ts'
import { storePosts } from '../../posts/service/store-posts.ts'
import type { TrackedAccount } from '../metrics-import.store.ts'
import { accountNamed, type MatchedAccounts } from './match-accounts.ts'

/** What a transaction did, and the accounts whose latest figures and months are to be made again. */
export interface Stored {
  snapshots: number
  /** Those that are new or changed, by account and key. */
  posts: string[]
  due: ReadonlySet<number>
  /** Of each account the days that changed, where they are known. */
  days: ReadonlyMap<number, ChangedDays>
}

type Prepared = ReturnType<typeof prepareReading>

/** Everything that can be made before the transaction. */
export function prepareReading(
  reading: FiguresReading,
  rawHash: string | null,
  { source, importNumber }: { source: 'import' | 'sample'; importNumber: number },
  now: number,
) {
  const day = reading.day === null ? null : dayFromText(reading.day)
  return {
    reading,
    key: reading.username.toLowerCase(),
    /** The day that the source named; null where the account's time zone decides. */
    day,
    rawHash,
    row: {
      captured_at: momentOf(reading, now),
      source,
      import_number: importNumber,
      ...snapshotFigures(reading),
    },
  }
}

/** Sent with neither moment nor day, it is of now. */
export function momentOf({ capturedAt, day }: FiguresReading, now: number): number {
  return capturedAt ?? (day === null ? now : momentOfDay(dayFromText(day)))
}

export async function storeReadings(
  tx: Queries,
  engine: Engine,
  accounts: MatchedAccounts['accounts'],
  prepared: readonly Prepared[],
  now: number,
): Promise<Stored> {
  const metrics = metricsStore(tx, engine)
  const plain: SnapshotRow[] = []
  let snapshots = 0
  const posts: string[] = []
  const withPosts = new Set<number>()
  for (const { reading, key, row, day, rawHash } of prepared) {
    const account = accountNamed(accounts, key)
    const full = {
      ...row,
      company_id: account.company_id,
      account_id: account.id,
      day: day ?? dayOf(row.captured_at, account.time_zone),
      recorded_after: now - row.captured_at,
      raw_id: null,
    }
    if (!reading.profile) {
      plain.push(full)
      continue
    }
    // Sent with neither moment nor day, the row is dated now: its raw response shows whether it is known.
    const isUndated = reading.capturedAt === null && day === null
    if (isUndated && rawHash && (await metrics.hasRaw(account, rawHash))) continue
    const rawId = rawHash ? await metrics.keepRaw(rawHash, now) : null
    const added = await metrics.append([Object.assign(full, { raw_id: rawId })])
    snapshots += added
    if (added > 0) await setProfile(tx, account, reading.profile, row.captured_at)
    const changed = await storeListed(tx, engine, account, reading, { readAt: row.captured_at, rawId })
    if (changed.length > 0) withPosts.add(account.id)
    for (const post of changed) posts.push(`${account.id} ${post}`)
  }
  recordInOrder(plain)
  snapshots += await metrics.append(plain)
  const due = snapshots > 0 ? new Set(prepared.map(({ key }) => accountNamed(accounts, key).id)) : withPosts
  return { snapshots, posts, due, days: withPosts.size > 0 ? new Map() : daysOf(plain) }
}

/** Of each account the days that these rows are of. Takes rows account by account. */
function daysOf(rows: readonly SnapshotRow[]): Map<number, ChangedDays> {
  const days = new Map<number, { first: number; last: number }>()
  let own = { first: 0, last: 0 }
  let ownId: number | null = null
  for (const { account_id: id, day } of rows) {
    if (id !== ownId) {
      own = days.get(id) ?? { first: day, last: day }
      days.set(id, own)
      ownId = id
    } else if (day < own.first) own.first = day
    else if (day > own.last) own.last = day
  }
  return days
}

/** Posts that are stored together, of a list that may hold thousands. */
const LISTED_AT_ONCE = 250

/** Stores every post that the profile of a file lists; answers which are new or changed. */
async function storeListed(
  tx: Queries,
  engine: Engine,
  account: TrackedAccount,
  { profile, posts: counted }: FiguresReading,
  seen: { readAt: number; rawId: number | null },
): Promise<string[]> {
  const changed: string[] = []
  for (const listed of chunkListedPosts(profile?.latestPosts ?? [], counted))
    changed.push(...(await storePosts(tx, engine, account, [{ ...listed, ...seen }])).keys)
  return changed
}

/** The posts that a profile lists, some at once. */
export function chunkListedPosts(posts: readonly PostReading[], counted: number | null) {
  const areLatest = areLatestPosts(posts, counted)
  const parts: { posts: readonly PostReading[]; areLatest: boolean }[] = []
  for (let at = 0; at < posts.length; at += LISTED_AT_ONCE)
    parts.push({ posts: posts.slice(at, at + LISTED_AT_ONCE), areLatest })
  return parts
}

/**
 * Of two rows of an account for one moment the later in the file has the last word, so it is recorded a millisecond
 * later. Takes rows account by account.
 */
function recordInOrder(rows: SnapshotRow[]): void {
  const seen = new Map<number, number>()
  let accountId: number | null = null
  for (const row of rows) {
    if (row.account_id !== accountId) seen.clear()
    accountId = row.account_id
    const before = seen.get(row.captured_at) ?? 0
    row.recorded_after += before
    seen.set(row.captured_at, before + 1)
  }
}
