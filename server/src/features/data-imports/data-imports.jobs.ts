/**
 * Brings the figures of a file into the store: accounts made or matched, snapshots and latest posts added.
 * Each batch is one transaction, so whatever is acknowledged stays; the same file twice changes nothing, so an
 * interrupted import is simply run again. Made to run away from the thread that answers requests.
 */
import type { ImportResult } from '@tangelo/contract'
import { IMPORT_REFUSED_LISTED_MAX } from '@tangelo/contract/limits'
import { madeOrMatched, setProfile, stillTracked } from '#features/accounts/index.ts'
import {
  bringAllUpToDate,
  engagementInputs,
  engagementRate,
  fingerprint,
  metricsStore,
  type SnapshotRow,
} from '#features/metrics/index.ts'
import { dayFromText, dayOf, momentOfDay } from '#platform/calendar.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { type FiguresFile, type FiguresReading, UnreadableFile } from '#ports/figures-file.ts'
import { dataImportsStore } from './data-imports.store.ts'

export interface ImportJob {
  importId: string
  companyId: number
  /** Of the company: decides on which day a moment falls. */
  timeZone: string
  path: string
  fileBytes: number
}

export interface ImportTools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  /** A reader that refuses what lies in the future of this time zone. */
  readerFor: (timeZone: string) => FiguresFile
}

/** What one batch did; nothing of it counts before its transaction is committed. */
interface BatchOutcome {
  ids: Map<string, number>
  made: number
  matched: number
  snapshots: number
  posts: number
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
  const ids = new Map<string, number>()
  const gathered: FiguresReading[] = []
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
      const rawHashes = await Promise.all(some.map(({ profile }) => profile && keepRaw(profile.raw, tools)))
      const now = tools.clock.now()
      const prepared = some.map((reading, index) => prepare(reading, rawHashes[index] ?? null, job, now))
      const waiting = readings.length - at - some.length
      const outcome = await database.transaction(async (tx) => {
        const done = await storeBatch(tx, job, tools, prepared, ids)
        await dataImportsStore(tx).setProgress(
          job.importId,
          rows - waiting,
          progressOf(bytesRead, (rows - waiting) / rows, job),
        )
        return done
      })
      // A copy of its own: a name cut out of a chunk of the file would keep the whole chunk in memory.
      for (const [key, id] of outcome.ids) ids.set(Buffer.from(key).toString(), id)
      result.accounts.made += outcome.made
      result.accounts.matched += outcome.matched
      result.snapshots += outcome.snapshots
      result.posts += outcome.posts
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
  await bringAllUpToDate(database)
  return result
}

/** Each account's rows together, in the order of the file. */
const byAccount = (readings: FiguresReading[]): FiguresReading[] =>
  [...Map.groupBy(readings, ({ username }) => username.toLowerCase()).values()].flat()

/** By bytes read, less the rows that were read but still wait. */
const progressOf = (bytesRead: number, share: number, job: ImportJob) =>
  job.fileBytes === 0 ? 1 : Math.min(1, (bytesRead / job.fileBytes) * share)

interface Prepared {
  reading: FiguresReading
  key: string
  row: Omit<SnapshotRow, 'account_id' | 'recorded_at'>
  /** The source told neither moment nor day: the row is dated now, and its raw answer tells whether it is known. */
  isUndated: boolean
}

const keepRaw = (raw: string, { blobs }: ImportTools) => blobs.put(Buffer.from(raw), { compress: true })

/** Everything that can be made before the transaction. */
function prepare(reading: FiguresReading, rawHash: string | null, job: ImportJob, now: number): Prepared {
  const inputs = reading.profile ? engagementInputs(reading.profile.latestPosts) : null
  const figures = {
    followers: reading.followers,
    following: reading.following,
    posts: reading.posts,
    engagementRate: inputs ? engagementRate(inputs, reading.followers) : reading.engagementRate,
  }
  const day = reading.day === null ? null : dayFromText(reading.day)
  const capturedAt = reading.capturedAt ?? (day === null ? now : momentOfDay(day))
  return {
    reading,
    key: reading.username.toLowerCase(),
    isUndated: reading.capturedAt === null && day === null,
    row: {
      company_id: job.companyId,
      captured_at: capturedAt,
      fingerprint: fingerprint(figures),
      day: day ?? dayOf(capturedAt, job.timeZone),
      source: 'import',
      followers: figures.followers,
      following: figures.following,
      posts: figures.posts,
      engagement_rate: figures.engagementRate,
      likes_sum: inputs?.likesSum ?? null,
      likes_known: inputs?.likesKnown ?? null,
      comments_sum: inputs?.commentsSum ?? null,
      comments_known: inputs?.commentsKnown ?? null,
      raw_hash: rawHash,
      import_id: job.importId,
    },
  }
}

async function storeBatch(
  tx: Queries,
  job: ImportJob,
  { database, clock }: ImportTools,
  prepared: Prepared[],
  before: ReadonlyMap<string, number>,
): Promise<BatchOutcome> {
  const now = clock.now()
  const metrics = metricsStore(tx, database.engine)
  const known = await knownStill(tx, job, database.engine, prepared, before)
  const unseen = new Map(
    prepared.filter(({ key }) => !known.has(key)).map(({ key, reading }) => [key, reading.username]),
  )
  const { ids, made } =
    unseen.size > 0
      ? await madeOrMatched(tx, job.companyId, [...unseen.values()], now)
      : { ids: new Map<string, number>(), made: 0 }
  const idOf = (key: string) => {
    const id = known.get(key) ?? ids.get(key)
    if (id === undefined) throw new Error(`No account was made for ${key}`)
    return id
  }
  const plain: SnapshotRow[] = []
  let snapshots = 0
  let posts = 0
  for (const { reading, key, row, isUndated } of prepared) {
    const account = { id: idOf(key), company_id: job.companyId }
    const full = { ...row, account_id: account.id, recorded_at: now }
    if (!reading.profile) {
      plain.push(full)
      continue
    }
    if (isUndated && row.raw_hash && (await metrics.hasRaw(account, row.raw_hash))) continue
    const added = await metrics.append([full])
    snapshots += added
    if (row.raw_hash) await metrics.keepRaw(row.raw_hash, now)
    if (added > 0) posts += await setProfile(tx, account, reading.profile, row.captured_at)
  }
  recordInOrder(plain)
  snapshots += await metrics.append(plain)
  if (snapshots > 0) await metrics.markDue([...new Set(prepared.map(({ key }) => idOf(key)))])
  return { ids, made, matched: ids.size - made, snapshots, posts }
}

/** An account that was deleted or moved away since the last batch is made anew; nothing is left behind under its old id. */
async function knownStill(
  tx: Queries,
  job: ImportJob,
  engine: Engine,
  prepared: Prepared[],
  before: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const known = new Map(
    prepared.flatMap(({ key }) => {
      const id = before.get(key)
      return id === undefined ? [] : [[key, id]]
    }),
  )
  if (known.size === 0) return known
  const tracked = await stillTracked(tx, engine, job.companyId, [...known.values()])
  return new Map([...known].filter(([, id]) => tracked.has(id)))
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
    row.recorded_at += before
    told.set(row.captured_at, before + 1)
  }
}
