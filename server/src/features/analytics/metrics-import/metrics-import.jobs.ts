/**
 * Brings the figures of a file into the store: accounts made, or matched in every company the importer can see,
 * snapshots and latest posts added. Each batch is one transaction, so acknowledged rows stay; the same file twice
 * changes nothing, so an interrupted import is simply run again. Runs on a worker thread.
 */
import type { ImportResult } from '@tangelo/contract'
import { IMPORT_REFUSED_LISTED_MAX } from '@tangelo/contract/limits'
import type { Scope } from '#features/core/index.ts'
import { dayFromText, dayOf, momentOfDay } from '#platform/calendar.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { type FiguresFile, type FiguresReading, UnreadableFile } from '#ports/figures-file.ts'
import { setProfile } from '../accounts/accounts.service.ts'
import { snapshotFigures } from '../metrics/metrics.rules.ts'
import { bringAllUpToDate } from '../metrics/metrics.service.ts'
import { metricsStore, type SnapshotRow } from '../metrics/metrics.store.ts'
import { areLatestPosts } from '../posts/rules/seen.ts'
import { storePosts } from '../posts/service/store-posts.ts'
import { metricsImportStore, type TrackedAccount } from './metrics-import.store.ts'

export interface ImportJob {
  importId: string
  /** By which snapshots name the import. */
  importNumber: number
  /** What the importer can see: accounts are matched there. */
  scope: Scope
  /** Where accounts are made that are matched nowhere, and its time zone. */
  companyId: number
  timeZone: string
  path: string
  fileBytes: number
}

export interface ImportTools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  /** A reader that refuses moments in the future of this time zone. */
  readerFor: (timeZone: string) => FiguresFile
}

/**
 * Plain rows gathered before they are stored account by account. A file that goes day by day touches every account with
 * each few rows; stored as it comes, it would write the same pages of the store again and again.
 */
const GATHERED_MAX = 50_000
/** Rows of one transaction: few enough that others who want to write wait some 20 ms at most. */
const STORED_AT_ONCE = 2_000

/** Throws `UnreadableFile` when nothing of the file could be read. */
export async function importFile(job: ImportJob, tools: ImportTools): Promise<ImportResult> {
  const { database } = tools
  const result: ImportResult = {
    accounts: { made: 0, matched: 0 },
    snapshots: 0,
    posts: 0,
    refused: [],
    refusedCount: 0,
  }
  /** Ids by name: where an account is now is read again in each transaction. */
  const ids = new Map<string, number>()
  const gathered: FiguresReading[] = []
  /** Of each account the first day that rows were stored for. */
  const firstDays = new Map<number, number>()
  let rows = 0
  let lastLine = 0
  let bytesRead = 0
  const refuse = (line: number, reason: string) => {
    result.refusedCount += 1
    if (result.refused.length < IMPORT_REFUSED_LISTED_MAX) result.refused.push({ line, reason })
  }
  const storeGathered = async () => {
    const readings = byAccount(gathered.splice(0))
    for (let at = 0; at < readings.length; at += STORED_AT_ONCE) {
      const some = readings.slice(at, at + STORED_AT_ONCE)
      const rawHashes = await Promise.all(
        some.map(({ profile }) => profile && tools.blobs.put(Buffer.from(profile.raw), { compress: true })),
      )
      const now = tools.clock.now()
      const prepared = some.map((reading, index) => prepare(reading, rawHashes[index] ?? null, job.importNumber, now))
      const stored = rows - (readings.length - at - some.length)
      const outcome = await database.transaction(async (tx) => {
        const done = await storeBatch(tx, job, tools, prepared, ids)
        await metricsImportStore(tx).setProgress(job.importId, stored, progressOf(bytesRead, stored / rows, job))
        return done
      })
      // A copy of its own: a name cut out of a chunk of the file would keep the whole chunk in memory.
      for (const [key, { id }] of outcome.accounts) if (ids.get(key) !== id) ids.set(Buffer.from(key).toString(), id)
      result.accounts.made += outcome.made
      result.accounts.matched += outcome.matched
      result.snapshots += outcome.snapshots
      result.posts += outcome.posts
      for (const [id, day] of outcome.firstDays) firstDays.set(id, Math.min(day, firstDays.get(id) ?? day))
    }
  }
  try {
    for await (const batch of tools.readerFor(job.timeZone).read(job.path)) {
      for (const record of batch.records) {
        lastLine = record.line
        if (record.reading) gathered.push(record.reading)
        else refuse(record.line, record.refused)
      }
      rows += batch.records.length
      bytesRead = batch.bytesRead
      // Profiles are large, and each is an account of its own: nothing is gained by keeping them.
      if (gathered.length >= GATHERED_MAX || batch.records.some(({ reading }) => reading?.profile))
        await storeGathered()
    }
  } catch (error) {
    // A file that breaks off in the middle: what came before is kept, and the person learns where it broke.
    if (!(error instanceof UnreadableFile) || rows === 0) throw error
    refuse(lastLine + 1, error.message)
  }
  await storeGathered()
  await bringAllUpToDate(database, firstDays)
  return result
}

/** Each account's rows together, in the order of the file. */
const byAccount = (readings: FiguresReading[]): FiguresReading[] =>
  [...Map.groupBy(readings, ({ username }) => username.toLowerCase()).values()].flat()

/** By bytes read, less the rows that were read but still wait. */
const progressOf = (bytesRead: number, share: number, job: ImportJob) =>
  job.fileBytes === 0 ? 1 : Math.min(1, (bytesRead / job.fileBytes) * share)

type Prepared = ReturnType<typeof prepare>

/** Everything that can be made before the transaction. */
function prepare(reading: FiguresReading, rawHash: string | null, importNumber: number, now: number) {
  const day = reading.day === null ? null : dayFromText(reading.day)
  return {
    reading,
    key: reading.username.toLowerCase(),
    /** The day that the source named; null where the account's time zone decides. */
    day,
    rawHash,
    row: {
      captured_at: reading.capturedAt ?? (day === null ? now : momentOfDay(day)),
      source: 'import' as const,
      import_number: importNumber,
      ...snapshotFigures(reading),
    },
  }
}

/** What one batch did; nothing of it counts before its transaction is committed. */
async function storeBatch(
  tx: Queries,
  job: ImportJob,
  { database, clock }: ImportTools,
  prepared: Prepared[],
  before: ReadonlyMap<string, number>,
) {
  const now = clock.now()
  const metrics = metricsStore(tx, database.engine)
  const names = new Map(prepared.map(({ key, reading }) => [key, reading.username]))
  const { accounts, made, matched } = await makeOrMatchAccounts(tx, job, database.engine, names, before, now)
  const accountOf = (key: string) => {
    const account = accounts.get(key)
    if (account === undefined) throw new Error(`No account was made for ${key}`)
    return account
  }
  const plain: SnapshotRow[] = []
  let snapshots = 0
  let posts = 0
  const withPosts = new Set<number>()
  for (const { reading, key, row, day, rawHash } of prepared) {
    const account = accountOf(key)
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
    const changed = await storeListed(tx, database.engine, account, reading, { readAt: row.captured_at, rawId })
    if (changed > 0) withPosts.add(account.id)
    posts += changed
  }
  recordInOrder(plain)
  snapshots += await metrics.append(plain)
  const due = snapshots > 0 ? new Set(prepared.map(({ key }) => accountOf(key).id)) : withPosts
  if (due.size > 0) await metrics.markDue([...due])
  return { accounts, made, matched, snapshots, posts, firstDays: firstDaysOf(plain) }
}

/** Of each account the first day that these rows are of. */
function firstDaysOf(rows: readonly SnapshotRow[]): Map<number, number> {
  const days = new Map<number, number>()
  for (const { account_id: id, day } of rows) days.set(id, Math.min(day, days.get(id) ?? day))
  return days
}

/** Posts that are stored together, of a list that may hold thousands. */
const LISTED_AT_ONCE = 250

/** Stores every post that the profile of a file lists; answers how many are new or changed. */
async function storeListed(
  tx: Queries,
  engine: Engine,
  account: TrackedAccount,
  { profile, posts: counted }: FiguresReading,
  seen: { readAt: number; rawId: number | null },
): Promise<number> {
  const posts = profile?.latestPosts ?? []
  const areLatest = areLatestPosts(posts, counted)
  let changed = 0
  for (let at = 0; at < posts.length; at += LISTED_AT_ONCE)
    changed += await storePosts(tx, engine, account, [
      Object.assign({ posts: posts.slice(at, at + LISTED_AT_ONCE), areLatest }, seen),
    ])
  return changed
}

/**
 * The accounts of these names that the importer can see, made in the chosen company where there are none. One that was
 * moved since the last batch is followed to its new company; one that was deleted is made again, and nothing is left
 * behind under its old id. Of several accounts with one name the chosen company's counts, else the oldest.
 */
async function makeOrMatchAccounts(
  tx: Queries,
  { scope, companyId, timeZone }: ImportJob,
  engine: Engine,
  names: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, number>,
  now: number,
) {
  const store = metricsImportStore(tx)
  const accounts = new Map<string, TrackedAccount>()
  const keyOf = new Map<number, string>()
  for (const key of names.keys()) {
    const id = before.get(key)
    if (id !== undefined) keyOf.set(id, key)
  }
  if (keyOf.size > 0)
    for (const row of await store.holdTracked(scope, { by: 'id', among: [...keyOf.keys()] }, engine))
      accounts.set(keyOf.get(row.id) ?? row.username_key, row)
  const unseen = [...names.keys()].filter((key) => !accounts.has(key))
  const named = (keys: string[], within: Scope) => store.holdTracked(within, { by: 'name', among: keys }, engine)
  if (unseen.length > 0)
    for (const row of await named(unseen, scope))
      if (!accounts.has(row.username_key) || row.company_id === companyId) accounts.set(row.username_key, row)
  let made = 0
  for (const key of unseen) {
    if (accounts.has(key)) continue
    const username = names.get(key) ?? key
    const row = await store.addUnlessThere({ company_id: companyId, username, username_key: key, created_at: now })
    // Another node may have made it since they were looked up.
    const id = row?.id ?? (await named([key], companyId))[0]?.id
    if (id === undefined) throw new Error(`No account was made for ${key}`)
    accounts.set(key, { id, company_id: companyId, username_key: key, time_zone: timeZone })
    if (row) made += 1
  }
  return { accounts, made, matched: unseen.length - made }
}

/**
 * Of two rows of an account for one moment the later in the file has the last word, so it is recorded a millisecond
 * later. Takes rows account by account.
 */
function recordInOrder(rows: SnapshotRow[]): void {
  const told = new Map<number, number>()
  let accountId: number | null = null
  for (const row of rows) {
    if (row.account_id !== accountId) told.clear()
    accountId = row.account_id
    const before = told.get(row.captured_at) ?? 0
    row.recorded_after += before
    told.set(row.captured_at, before + 1)
  }
}
